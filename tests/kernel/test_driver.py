"""The driver: stops and goes on, replays exactly, and stops dead where the journal does not fit the rules."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from games.kernel.chance import HmacChance, Scripted
from games.kernel.codec import encode
from games.kernel.conformance.play import Progress
from games.kernel.driver import Run, drive, opening
from games.kernel.errors import ReplayDiverged, TitleFault
from games.kernel.events import EVERYBODY, NOBODY, PUBLIC, UMPIRE, Event
from games.kernel.forms import Choose, MayChoose
from games.kernel.journal import Checkpoint, Entry, Given
from games.kernel.requests import Ask, all_of, ask, both, draw, lots, roll, shuffle
from games.kernel.table import Table, end_step
from games.kernel.text import Text
from games.kernel.title import Asking, Step, Title
from tests.kernel.toy import TOY, Options, Revealed, State, Won

SEATS = ("red", "black")
Rule = Callable[[Table[State]], Any]


def question(seat: str, key: str, *options: str) -> Ask[str]:
    return Ask(key=key, kind=key, seat=seat, rule="1.1", prompt=Text("?", "?"), form=Choose(options=options))


def title(rules_version: str = "1", **steps: Rule) -> Title[State]:
    table = {key: Step(key, "1.0", run) for key, run in steps.items()}
    return replace(TOY, steps=table, first_step=next(iter(table)), rules_version=rules_version)


def start(game: Title[State]) -> Checkpoint:
    return opening(game, State(options=Options()))


def answering(**answers: str) -> Any:
    """Supplies answers by key; each may be used once."""
    left = dict(answers)
    return lambda asked, number, look: Given(asked.seat, left.pop(asked.key)) if asked.key in left else None


def play(game: Title[State], supply: Any, recorded: Sequence[Entry] = (), dice: Any = (), **more: Any) -> Run:
    return drive(game, start(game), recorded, supply, chance=Scripted(dice), **more)


async def two_questions(table: Table[State]) -> str | None:
    (die,) = await roll(6, key="wind", rule="1.2")
    table.emit(Won(f"wind {die}"), to=EVERYBODY)
    table.state.out.append(await ask(question("red", "first", "a", "b")))
    table.emit(Won("first answered"), to=("red",))
    table.state.out.append(await ask(question("black", "second", "a", "b")))
    return None


TWO = title(only=two_questions)


def recorded() -> list[Entry]:
    return play(TWO, answering(first="b"), dice=[[5]]).entries


# --- stopping and going on


def test_a_run_stops_at_the_first_missing_answer() -> None:
    run = play(TWO, answering(), dice=[[5]])
    assert [(asked.seat, asked.key) for asked in run.asked] == [("red", "first")]
    assert (run.number, run.over, run.more) == (1, False, False)
    assert [entry.drawn for entry in run.entries] == [(5,)]
    assert run.checkpoints == []


def test_going_on_gives_new_entries_and_new_events_only() -> None:
    first = play(TWO, answering(), dice=[[5]])
    second = play(TWO, answering(first="b"), first.entries, published=len(first.events))
    third = play(TWO, answering(second="a"), [*first.entries, *second.entries], published=2)
    assert [entry.number for run in (first, second, third) for entry in run.entries] == [0, 1, 2]
    assert [event.number for run in (first, second, third) for event in run.events] == [0, 1]
    assert third.over
    assert third.state.out == ["b", "a"]


def test_events_keep_their_numbers_over_steps() -> None:
    async def again(table: Table[State]) -> str | None:
        table.state.round += 1
        await two_questions(table)
        return "only" if table.state.round < 3 else None

    game = title(only=again)
    progress, numbers, steps = Progress(game, start(game)), [], 0
    while True:
        run = progress.forward(answering(first="a", second="b"), HmacChance(b"x"))
        numbers += [event.number for event in run.events]
        steps += len(run.checkpoints)
        if run.over:
            break
    assert numbers == list(range(6))
    assert steps == 3
    assert progress.checkpoint.number == start(game).number + 3
    assert progress.checkpoint.first_entry == 9
    assert progress.checkpoint.first_draw == 3
    assert progress.checkpoint.step is None


def test_the_state_is_decoded_anew_at_every_step() -> None:
    kept: list[Any] = []

    async def first(table: Table[State]) -> str | None:
        kept.append(table.state)
        return "second"

    async def second(table: Table[State]) -> str | None:
        assert table.state is not kept[0]
        assert table.state == kept[0]
        return None

    assert play(title(first=first, second=second), answering()).over


def test_a_run_touches_nothing() -> None:
    checkpoint, entries = start(TWO), recorded()
    before = encode((checkpoint, entries))
    for _ in range(2):
        run = drive(TWO, checkpoint, entries, answering(second="a"), chance=Scripted())
        assert run.over
    assert encode((checkpoint, entries)) == before


def test_the_budget_stops_between_steps() -> None:
    async def again(table: Table[State]) -> str | None:
        table.state.round += 1
        await roll(6, 6, key="dice", rule="1")
        await roll(6, key="die", rule="1")
        return "only" if table.state.round < 10 else None

    game = title(only=again)
    run = drive(game, start(game), chance=HmacChance(b"x"), budget=5)
    assert (run.more, run.over, len(run.entries), len(run.checkpoints)) == (True, False, 6, 3)
    assert run.state.round == 3
    rest = drive(game, run.checkpoints[-1], chance=HmacChance(b"x"), budget=1000)
    whole = drive(game, start(game), chance=HmacChance(b"x"), budget=1000)
    assert rest.over
    assert encode(run.entries + rest.entries) == encode(whole.entries)


def test_a_whole_journal_rebuilds_a_game() -> None:
    async def again(table: Table[State]) -> str | None:
        table.state.round += 1
        await two_questions(table)
        return "only" if table.state.round < 3 else None

    game = title(only=again)
    chance = HmacChance(b"x")
    live = drive(game, start(game), (), lambda q, n, look: Given(q.seat, "a"), chance=chance)
    again_ = drive(game, start(game), live.entries, chance=Scripted(), whole=True)
    assert again_.over
    assert encode((again_.checkpoints, again_.events)) == encode((live.checkpoints, live.events))
    with pytest.raises(ReplayDiverged, match="end of the game"):
        drive(game, start(game), [*live.entries, live.entries[-1]], chance=Scripted(), whole=True)


# --- borders that cost less


def with_asks(game: Title[State], **asks: Any) -> Title[State]:
    steps = {key: replace(step, asks=asks.get(key, step.asks)) for key, step in game.steps.items()}
    return replace(game, steps=steps)


def three_steps(seen: list[Any], *, ask_in_second: bool) -> Title[State]:
    """The first step changes the state, the second rolls, tells and perhaps asks, the third asks."""

    async def first(table: Table[State]) -> str | None:
        seen.append(table.state)
        table.state.round = 1
        return "second"

    async def second(table: Table[State]) -> str | None:
        seen.append(table.state)
        table.state.round += 1
        (die,) = await roll(6, key="wind", rule="1.2")
        table.emit(Won(f"wind {die}"), to=EVERYBODY)
        if ask_in_second:
            table.state.out.append(await ask(question("red", "early", "a", "b")))
        return "third"

    async def third(table: Table[State]) -> str | None:
        seen.append(table.state)
        table.state.out.append(await ask(question("red", "late", "a", "b")))
        return None

    return title(first=first, second=second, third=third)


def test_a_step_that_seldom_asks_goes_on_with_the_state_in_memory() -> None:
    seen: list[Any] = []
    game = with_asks(three_steps(seen, ask_in_second=False), second="seldom")
    run = play(game, answering(late="b"), dice=[[5]])
    assert seen[1] is seen[0]
    assert seen[2] is not seen[1]
    assert [(one.number, one.step) for one in run.checkpoints] == [(1, "second"), (2, "third"), (3, None)]


def test_a_step_that_asks_after_all_begins_again_on_the_state_read_anew_with_the_dice_that_were_rolled() -> None:
    seen: list[Any] = []
    plain = three_steps(seen, ask_in_second=True)
    everywhere = play(plain, answering(early="a", late="b"), dice=[[5]])
    seen.clear()
    chance = Scripted([[5]])
    run = drive(with_asks(plain, second="seldom"), start(plain), (), answering(early="a", late="b"), chance=chance)
    assert len(seen) == 4
    assert seen[1] is seen[0]
    assert seen[2] is not seen[1]
    chance.used_up()
    assert run.state.round == 2
    assert encode(run) == encode(everywhere)


def test_a_run_stops_in_a_step_that_seldom_asks_as_in_any_other() -> None:
    plain = three_steps([], ask_in_second=True)
    game = with_asks(plain, second="seldom")
    stopped = play(game, answering(), dice=[[5]])
    assert encode(stopped) == encode(play(plain, answering(), dice=[[5]]))
    assert [one.step for one in stopped.checkpoints] == ["second"]
    rest = drive(game, stopped.checkpoints[-1], stopped.entries, answering(early="a", late="b"), chance=Scripted())
    whole = play(plain, answering(early="a", late="b"), dice=[[5]])
    assert rest.over
    assert rest.state == whole.state


def test_what_differs_once_the_state_is_read_anew_diverges() -> None:
    async def first(table: Table[State]) -> str | None:
        table.state.hands = {"red": table.state.out, "black": table.state.out}  # two names of one list
        return "second"

    async def second(table: Table[State]) -> str | None:
        table.state.hands["red"].append("c01")
        await roll(6 * len(table.state.hands["black"]) + 1, key="wind", rule="1.2")
        await ask(question("red", "early", "a"))
        return None

    game = title(first=first, second=second)
    assert play(game, answering(early="a"), dice=[[1]]).over
    with pytest.raises(ReplayDiverged, match="wind"):
        play(with_asks(game, second="seldom"), answering(early="a"), dice=[[7]])


def test_before_a_step_that_never_asks_nothing_is_written_and_the_numbers_count_on() -> None:
    seen: list[Any] = []
    plain = three_steps(seen, ask_in_second=False)
    everywhere = play(plain, answering(late="b"), dice=[[5]])
    seen.clear()
    run = play(with_asks(plain, second="never"), answering(late="b"), dice=[[5]])
    assert seen[1] is seen[0]
    assert seen[2] is not seen[1]
    assert encode(run.checkpoints) == encode([everywhere.checkpoints[1], everywhere.checkpoints[2]])
    assert encode((run.entries, run.events)) == encode((everywhere.entries, everywhere.events))


def test_a_step_that_says_it_never_asks_and_does_is_a_fault() -> None:
    game = with_asks(three_steps([], ask_in_second=True), second="never")
    with pytest.raises(TitleFault, match="never asks, it says: early"):
        play(game, answering(early="a"), dice=[[5]])


def test_a_step_may_say_by_the_table_whether_it_can_ask_this_time() -> None:
    seen: list[Any] = []
    plain = three_steps(seen, ask_in_second=True)
    everywhere = play(plain, answering(early="a", late="b"), dice=[[5]])
    looked: list[Any] = []

    def rolled(table: Table[State]) -> bool:
        looked.append(table.state)
        return table.state.round == 1

    seen.clear()
    run = play(with_asks(plain, second=rolled), answering(early="a", late="b"), dice=[[5]])
    assert looked == [seen[0]]
    assert seen[1] is seen[0]
    assert seen[2] is not seen[1]
    assert encode(run) == encode(everywhere)


def test_where_the_table_shows_that_a_step_cannot_ask_nothing_is_written_before_it() -> None:
    plain = three_steps([], ask_in_second=False)
    dice: list[list[int]] = [[5]]
    never = play(with_asks(plain, second="never"), answering(late="b"), dice=dice)
    run = play(with_asks(plain, second=lambda table: False), answering(late="b"), dice=dice)
    assert encode(run) == encode(never)
    assert encode(run) != encode(play(with_asks(plain, second=lambda table: True), answering(late="b"), dice=dice))


def test_a_step_that_says_it_cannot_ask_this_time_and_does_is_a_fault() -> None:
    game = with_asks(three_steps([], ask_in_second=True), second=lambda table: False)
    with pytest.raises(TitleFault, match="'second' of toy does not ask this time, it says: early"):
        play(game, answering(early="a"), dice=[[5]])


def test_a_game_that_was_stored_before_a_step_that_never_asks_goes_on_from_there() -> None:
    plain = three_steps([], ask_in_second=False)
    stored = play(plain, answering(), dice=[[5]]).checkpoints[0]
    assert stored.step == "second"
    run = drive(with_asks(plain, second="never"), stored, (), answering(late="b"), chance=Scripted([[5]]))
    assert encode(run.checkpoints) == encode(play(plain, answering(late="b"), dice=[[5]]).checkpoints[1:])


@pytest.mark.parametrize("asks", ["never", lambda table: False])
def test_where_a_game_was_stored_the_state_is_written_whatever_the_step_says(asks: Any) -> None:
    """The budget had ended a run there, before the step came to say so."""

    async def first(table: Table[State]) -> str | None:
        await roll(6, key="wind", rule="1.2")
        return "second"

    async def second(table: Table[State]) -> str | None:
        return "third"

    async def third(table: Table[State]) -> str | None:
        await ask(question("red", "late", "a"))
        return None

    plain = title(first=first, second=second, third=third)
    stored = play(plain, answering(), dice=[[5]], budget=1)
    game = with_asks(plain, second=asks)
    again = play(game, answering(), stored.entries, budget=0, whole=True, borders={1})
    assert encode((again.checkpoints, again.more)) == encode((stored.checkpoints, True))
    elsewhere = play(game, answering(), stored.entries, budget=0, whole=True)
    assert [one.step for one in (*stored.checkpoints, *elsewhere.checkpoints)] == ["second", "third"]


def test_the_budget_ends_no_run_where_nothing_is_written() -> None:
    async def rolls(table: Table[State]) -> str | None:
        await roll(6, key="wind", rule="1.2")
        return {"first": "second", "second": "third"}[table.state.out.pop()]

    async def first(table: Table[State]) -> str | None:
        table.state.out = ["second", "first"]
        return await rolls(table)

    async def third(table: Table[State]) -> str | None:
        return None

    plain = title(first=first, second=rolls, third=third)
    for second, stands_before in (("always", "second"), ("never", "third")):
        game = with_asks(plain, second=second, third="seldom")
        run = play(game, answering(), dice=[[1], [2]], budget=1)
        assert (run.more, [one.step for one in run.checkpoints]) == (True, [stands_before])
        assert encode(run.state) == run.checkpoints[-1].state


def test_a_whole_journal_rebuilds_a_game_whatever_its_steps_say_of_their_borders() -> None:
    plain = three_steps([], ask_in_second=True)
    everywhere = play(plain, answering(early="a", late="b"), dice=[[5]])
    for asks in ("seldom", "always"):
        game = with_asks(plain, second=asks)
        again = drive(game, start(game), everywhere.entries, chance=Scripted(), whole=True)
        assert again.over
        assert encode((again.checkpoints, again.events)) == encode((everywhere.checkpoints, everywhere.events))


@pytest.mark.parametrize("asks", ["never", "seldom"])
def test_steps_that_go_round_without_a_border_are_a_fault(asks: Asking) -> None:
    async def on(table: Table[State]) -> str | None:
        return "back"

    async def back(table: Table[State]) -> str | None:
        return "on"

    with pytest.raises(TitleFault, match="goes round"):
        play(with_asks(title(on=on, back=back), on=asks, back=asks), answering())


def test_a_title_with_every_border_reads_the_state_before_each_step() -> None:
    seen: list[Any] = []
    game = with_asks(three_steps(seen, ask_in_second=False), second="never", third="seldom")
    run = play(game.with_every_border(), answering(late="b"), dice=[[5]])
    assert len({id(one) for one in seen}) == 3
    assert [one.step for one in run.checkpoints] == ["second", "third", None]


# --- simultaneous questions


async def sealed(table: Table[State]) -> str | None:
    answers = await all_of({seat: question(seat, "bid", "x", "y", "z") for seat in ("white", *SEATS)})
    table.state.bids = answers
    table.emit(Revealed(answers), to=EVERYBODY)
    return None


@pytest.mark.parametrize("order", [("white", "red", "black"), ("black", "red", "white"), ("red", "black", "white")])
def test_sealed_answers_come_in_any_order_and_are_fed_in_one(order: tuple[str, ...]) -> None:
    game, ready = title(only=sealed), dict[str, Given]()
    wanted = {"white": "x", "red": "y", "black": "z"}
    for count, seat in enumerate(order, start=1):
        ready[seat] = Given(seat, wanted[seat], f"channel {count}")
        run = drive(game, start(game), (), lambda asked, number, look: ready.get(asked.seat), chance=Scripted())
        if count < len(order):
            assert [asked.seat for asked in run.asked] == ["white", "red", "black"]
            assert (run.entries, run.events, run.state.bids) == ([], [], {})
    assert run.over
    assert list(run.state.bids.items()) == [("white", "x"), ("red", "y"), ("black", "z")]
    assert [given.seat for given in run.entries[0].given] == ["white", "red", "black"]


def test_no_questions_are_no_stop_and_no_dice_no_entry() -> None:
    async def idle(table: Table[State]) -> str | None:
        assert await all_of({}) == {}
        assert await draw([], 3, key="none", rule="1") == await draw(["a"], 0, key="none", rule="1") == []
        assert await lots([], 3, key="none", rule="1") == await lots(["a"], 0, key="none", rule="1") == []
        assert await shuffle([], key="none", rule="1") == []
        assert sorted(await draw(["a", "b"], 5, key="all", rule="1")) == ["a", "b"]
        return None

    run = play(title(only=idle), answering())
    assert run.over
    assert [entry.key for entry in run.entries] == ["all"]


def test_two_questions_of_different_types() -> None:
    async def pair(table: Table[State]) -> str | None:
        maybe: Ask[str | None] = msgspec.structs.replace(question("black", "maybe"), form=MayChoose(options=("x",)))  # type: ignore[assignment]
        table.state.out = list(map(str, await both(question("red", "must", "y"), maybe)))
        return None

    run = play(title(only=pair), lambda asked, number, look: Given(asked.seat, "y" if asked.key == "must" else None))
    assert run.state.out == ["y", "None"]


# --- the end of a step


def test_end_step_leaves_nested_calls() -> None:
    async def deep(table: Table[State], depth: int) -> None:
        if depth == 0:
            table.state.round = 7
            end_step("after")
        await deep(table, depth - 1)
        raise AssertionError("not reached")

    async def outer(table: Table[State]) -> str | None:
        await deep(table, 5)
        return "nowhere"

    async def after(table: Table[State]) -> str | None:
        end_step(None)

    run = play(title(outer=outer, after=after), answering())
    assert run.over
    assert [checkpoint.step for checkpoint in run.checkpoints] == ["after", None]
    assert run.state.round == 7


@pytest.mark.parametrize("following", ["nowhere", 7, ("a",)])
def test_a_step_must_name_its_successor(following: Any) -> None:
    async def strange(table: Table[State]) -> Any:
        return following

    with pytest.raises(TitleFault):
        play(title(only=strange), answering())


def test_only_the_kernels_requests_may_be_awaited() -> None:
    class Odd:
        def __await__(self) -> Any:
            yield "something else"

    async def odd(table: Table[State]) -> str | None:
        await Odd()
        return None

    with pytest.raises(TitleFault, match="no request"):
        play(title(only=odd), answering())


def test_a_step_without_end_is_a_fault() -> None:
    async def circles(table: Table[State]) -> str | None:
        while True:
            await roll(6, key="again", rule="1")

    game = title(only=circles)
    with pytest.raises(TitleFault, match="finds no end"):
        drive(game, start(game), chance=HmacChance(b"x"))


# --- divergence


def diverges(game: Title[State], entries: Sequence[Entry], match: str) -> ReplayDiverged:
    with pytest.raises(ReplayDiverged, match=match) as caught:
        drive(game, start(game), entries, chance=Scripted())
    return caught.value


def changed(entry: Entry, **parts: Any) -> Entry:
    return msgspec.structs.replace(entry, **parts)


def test_another_question_diverges() -> None:
    async def other(table: Table[State]) -> str | None:
        (die,) = await roll(6, key="wind", rule="1.2")
        table.emit(Won(f"wind {die}"), to=EVERYBODY)
        table.state.out.append(await ask(question("red", "other", "a", "b")))
        return None

    error = diverges(title(only=other), recorded(), "recorded ask first, but the rules ask ask other")
    assert error.number == 1


@pytest.mark.parametrize("part", ["seat", "form", "kind"])
def test_seat_kind_and_form_belong_to_the_question(part: str) -> None:
    parts = {"seat": "black", "kind": "other", "form": MayChoose(options=("a", "b"))}

    async def other(table: Table[State]) -> str | None:
        (die,) = await roll(6, key="wind", rule="1.2")
        table.emit(Won(f"wind {die}"), to=EVERYBODY)
        asked = question("red", "first", "a", "b")
        table.state.out.append(await ask(msgspec.structs.replace(asked, **{part: parts[part]})))
        return None

    diverges(title(only=other), recorded(), "first")


def test_texts_rules_contexts_and_options_do_not_belong_to_the_question() -> None:
    async def reworded(table: Table[State]) -> str | None:
        (die,) = await roll(6, key="wind", rule="9.9")
        table.emit(Won(f"wind {die}"), to=EVERYBODY)
        asked = question("red", "first", "b", "c", "d")
        asked = msgspec.structs.replace(asked, prompt=Text("!", "!"), rule="9.9", context={"new": 1})
        table.state.out.append(await ask(asked))
        table.emit(Won("first answered"), to=("red",))
        table.state.out.append(await ask(question("black", "second", "a", "b")))
        return None

    game = title("2", only=reworded)
    assert drive(game, start(game), recorded(), chance=Scripted()).state.out == ["b"]


def test_other_dice_diverge() -> None:
    async def other(table: Table[State]) -> str | None:
        await roll(8, key="wind", rule="1.2")
        return None

    diverges(title(only=other), recorded(), "wind")


def test_other_pools_diverge() -> None:
    async def cards(table: Table[State], pool: str) -> str | None:
        await draw(list(pool), 2, key="cards", rule="1")
        await ask(question("red", "first", "a"))
        return None

    entries = play(title(only=lambda table: cards(table, "abcd")), answering()).entries
    diverges(title(only=lambda table: cards(table, "abce")), entries, "cards")


@pytest.mark.parametrize("event", [Won("wind 6"), None, Revealed({})])
def test_other_events_diverge(event: Event | None) -> None:
    async def other(table: Table[State]) -> str | None:
        await roll(6, key="wind", rule="1.2")
        if event is not None:
            table.emit(event, to=EVERYBODY)
        table.state.out.append(await ask(question("red", "first", "a", "b")))
        return None

    diverges(title(only=other), recorded(), "events")


def test_another_audience_is_another_event() -> None:
    async def other(table: Table[State]) -> str | None:
        (die,) = await roll(6, key="wind", rule="1.2")
        table.emit(Won(f"wind {die}"), to=SEATS)
        table.state.out.append(await ask(question("red", "first", "a", "b")))
        return None

    diverges(title(only=other), recorded(), "events")


async def richer(table: Table[State]) -> str | None:
    (die,) = await roll(6, key="wind", rule="1.2")
    table.emit(Won(f"wind {die}"), to=EVERYBODY)
    table.state.tricks["red"] = 1
    table.state.out.append(await ask(question("red", "first", "a", "b")))
    table.emit(Won("first answered"), to=("red",))
    table.state.out.append(await ask(question("black", "second", "a", "b")))
    return None


def test_another_state_diverges_under_the_same_rules_only() -> None:
    entries = recorded()
    assert entries[-1].state
    diverges(title(only=richer), entries, "another state")
    newer = title("2", only=richer)
    run = drive(newer, start(TWO), entries, chance=Scripted())
    assert run.state.tricks == {"red": 1}


def test_an_illegal_recorded_answer_diverges() -> None:
    entries = recorded()
    for answer in ("z", 7, None):
        wrong = changed(entries[-1], given=(Given("red", answer),))
        diverges(TWO, [*entries[:-1], wrong], "a form that refuses it")


def test_a_journal_that_is_too_long_diverges() -> None:
    whole = play(TWO, answering(first="b", second="a"), dice=[[5]]).entries

    async def shorter(table: Table[State]) -> str | None:
        (die,) = await roll(6, key="wind", rule="1.2")
        table.emit(Won(f"wind {die}"), to=EVERYBODY)
        table.state.out.append(await ask(question("red", "first", "a", "b")))
        return None

    diverges(title(only=shorter), whole, "the end of the step")


def test_a_journal_with_a_gap_diverges() -> None:
    entries = play(TWO, answering(first="b", second="a"), dice=[[5]]).entries
    diverges(TWO, [entries[0], entries[2]], "second")
    diverges(TWO, [changed(entries[0], number=3)], "wind")


def test_a_run_bears_one_state_digest_at_its_first_answer() -> None:
    run = play(TWO, answering(first="b", second="a"), dice=[[5]])
    assert [bool(entry.state) for entry in run.entries] == [False, True, False]
    once = play(TWO, answering(), dice=[[5]])
    more = play(TWO, answering(first="b", second="a"), once.entries)
    assert [bool(entry.state) for entry in more.entries] == [True, False]


# --- events


def test_each_seat_gets_its_own_wording() -> None:
    async def tell(table: Table[State]) -> str | None:
        table.emit(Won("full"), to=("red",), reduced=Won("reduced"))
        table.emit(Won("secret"))
        table.emit(Won("red only"), to=("red",))
        table.emit(Won("all"), to=EVERYBODY)
        return None

    told = [event.told for event in play(title(only=tell), answering()).events]
    heard = {
        seat: [e.for_seat(seat).seat if e.for_seat(seat) else None for e in told] for seat in (*SEATS, PUBLIC, UMPIRE)
    }
    assert heard["red"] == ["full", None, "red only", "all"]
    assert heard["black"] == heard[PUBLIC] == ["reduced", None, None, "all"]
    assert heard[UMPIRE] == ["full", "secret", "red only", "all"]
    assert told[1].forms[0].to == NOBODY
    assert Won("x").discloses("red") == ()


# --- dice


def test_rolls_are_numbered_through_the_game() -> None:
    asked: list[tuple[int, int]] = []

    class Noting(HmacChance):
        def answer(self, request: Any, branch: int, number: int) -> tuple[int, ...]:
            asked.append((branch, number))
            return super().answer(request, branch, number)

    async def again(table: Table[State]) -> str | None:
        table.state.round += 1
        await roll(6, key="one", rule="1")
        await ask(question("red", "first", "a"))
        await shuffle(["a", "b"], key="two", rule="1")
        return "only" if table.state.round < 2 else None

    game = title(only=again)
    run = drive(game, start(game), (), lambda q, n, look: Given(q.seat, "a"), chance=Noting(b"x"), branch=3)
    assert asked == [(3, 0), (3, 1), (3, 2), (3, 3)]
    assert [entry.draw for entry in run.entries if entry.draw] == asked


def test_dice_alone_bear_no_state_and_are_played_again_whatever_it_is() -> None:
    async def windy(table: Table[State]) -> str | None:
        for key in ("wind", "sea", "fog"):
            table.state.out.append(str(await roll(6, key=key, rule="1.2")))
        table.state.out.append(await ask(question("red", "first", "a", "b")))
        return None

    game = title(only=windy)
    dice = play(game, answering(), dice=[[5], [6], [1]]).entries
    assert [(entry.number, entry.state) for entry in dice] == [(0, ""), (1, ""), (2, "")]
    again = play(game, answering(first="b"), dice)
    assert again.over
    assert again.state.out[-1] == "b"


def test_who_supplies_answers_may_look_at_what_the_seat_sees_in_the_midst_of_the_step() -> None:
    seen: list[Any] = []

    def looking(asked: Ask[Any], number: int, look: Any) -> Given | None:
        seen.append(look())
        return Given(asked.seat, "b") if asked.key == "first" else None

    run = play(TWO, looking, dice=[[5]])
    assert [(view.seat, view.out) for view in seen] == [("red", []), ("black", ["b"])]
    assert seen[-1] == TOY.view(run.state, "black")
