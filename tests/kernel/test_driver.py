"""The driver: stops and goes on, and replays exactly."""

from typing import Any

import msgspec
import pytest

from games.kernel.chance import HmacChance, ScriptedChance
from games.kernel.codec import encode
from games.kernel.conformance.play import GameProgress, SessionProgress, comparable_entries
from games.kernel.driver import Session, drive
from games.kernel.errors import ReplayDiverged, TitleFault
from games.kernel.events import EVERYBODY, NOBODY, PUBLIC, UMPIRE
from games.kernel.forms import MayChoose
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask, ask, ask_all, ask_both, draw, draw_lots, roll, shuffle
from games.kernel.steps import AskFrequency, Step
from games.kernel.table import Table, end_step
from tests.kernel.driven import SEATS, TWO, answering, play, question, recorded, start, title, two_questions
from tests.kernel.toy import TOY, Revealed, State, Won

# --- stopping and going on


def test_a_run_stops_at_the_first_missing_answer() -> None:
    run = play(TWO, answering(), dice=[[5]])
    assert [(asked.seat, asked.key) for asked in run.open_questions] == [("red", "first")]
    assert (run.number, run.is_over, run.has_more) == (1, False, False)
    assert [entry.drawn for entry in run.entries] == [(5,)]
    assert run.checkpoints == []


def test_going_on_gives_new_entries_and_new_events_only() -> None:
    first = play(TWO, answering(), dice=[[5]])
    second = play(TWO, answering(first="b"), first.entries, published_events=len(first.events))
    third = play(TWO, answering(second="a"), [*first.entries, *second.entries], published_events=2)
    assert [entry.number for run in (first, second, third) for entry in run.entries] == [0, 1, 2]
    assert [event.number for run in (first, second, third) for event in run.events] == [0, 1]
    assert third.is_over
    assert third.state.out == ["b", "a"]


async def _again(table: Table[State]) -> str | None:
    """Two questions, three times."""
    table.state.round += 1
    await two_questions(table)
    return "only" if table.state.round < 3 else None


@pytest.mark.parametrize("asks", ["always", "seldom"])
def test_a_game_that_is_played_on_where_it_stands_is_one_that_is_taken_up_at_every_stop(asks: AskFrequency) -> None:
    game = title(only=_again).evolve(steps={"only": Step("only", "1.0", _again, asks)})
    taken_up, seated = GameProgress(game, start(game)), SessionProgress(game, start(game))
    stops = 0
    while True:
        answer = ({}, {"first": "b"}, {"second": "a"})[stops and 1 + (stops - 1) % 2]
        here, there = (one.advance(answering(**answer), HmacChance(b"x")) for one in (taken_up, seated))
        assert comparable_entries(here.entries) == comparable_entries(there.entries)
        assert encode(msgspec.structs.replace(here, entries=[])) == encode(msgspec.structs.replace(there, entries=[]))
        assert (taken_up.checkpoint, taken_up.published) == (seated.checkpoint, seated.published)
        assert comparable_entries(taken_up.recorded) == comparable_entries(seated.recorded)
        if there.is_over:
            break
        stops += 1
    assert stops == 6


def test_a_step_that_waits_is_not_begun_again() -> None:
    begun: list[str] = []

    async def only(table: Table[State]) -> str | None:
        begun.append("only")
        return await two_questions(table)

    game = title(only=only)
    sitting = Session(game, start(game), chance=ScriptedChance([[5]]))
    first, second = sitting.play_on(answering()), sitting.play_on(answering(first="b"))
    assert [asked.key for run in (first, second) for asked in run.open_questions] == ["first", "second"]
    assert sitting.play_on(answering()).open_questions == second.open_questions, "nobody has answered meanwhile"
    last = sitting.play_on(answering(second="a"))
    assert [event.number for run in (first, second, last) for event in run.events] == [0, 1]
    assert (last.is_over, last.state.out, begun) == (True, ["b", "a"], ["only"])


def test_events_keep_their_numbers_over_steps() -> None:
    async def again(table: Table[State]) -> str | None:
        table.state.round += 1
        await two_questions(table)
        return "only" if table.state.round < 3 else None

    game = title(only=again)
    progress, numbers, steps = GameProgress(game, start(game)), [], 0
    while True:
        run = progress.advance(answering(first="a", second="b"), HmacChance(b"x"))
        numbers += [event.number for event in run.events]
        steps += len(run.checkpoints)
        if run.is_over:
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

    assert play(title(first=first, second=second), answering()).is_over


def test_a_run_touches_nothing() -> None:
    checkpoint, entries = start(TWO), recorded()
    before = encode((checkpoint, entries))
    for _ in range(2):
        run = drive(TWO, checkpoint, entries, answering(second="a"), chance=ScriptedChance())
        assert run.is_over
    assert encode((checkpoint, entries)) == before


def test_the_budget_stops_between_steps() -> None:
    async def again(table: Table[State]) -> str | None:
        table.state.round += 1
        await roll(6, 6, key="dice", rule="1")
        await roll(6, key="die", rule="1")
        return "only" if table.state.round < 10 else None

    game = title(only=again)
    run = drive(game, start(game), chance=HmacChance(b"x"), budget=5)
    assert (run.has_more, run.is_over, len(run.entries), len(run.checkpoints)) == (True, False, 6, 3)
    assert run.state.round == 3
    rest = drive(game, run.checkpoints[-1], chance=HmacChance(b"x"), budget=1000)
    whole = drive(game, start(game), chance=HmacChance(b"x"), budget=1000)
    assert rest.is_over
    assert encode(run.entries + rest.entries) == encode(whole.entries)


def test_a_whole_journal_rebuilds_a_game() -> None:
    async def again(table: Table[State]) -> str | None:
        table.state.round += 1
        await two_questions(table)
        return "only" if table.state.round < 3 else None

    game = title(only=again)
    chance = HmacChance(b"x")
    live = drive(game, start(game), (), lambda q, n, look: SeatAnswer(q.seat, "a"), chance=chance)
    again_ = drive(game, start(game), live.entries, chance=ScriptedChance(), spans_steps=True)
    assert again_.is_over
    assert encode((again_.checkpoints, again_.events)) == encode((live.checkpoints, live.events))
    with pytest.raises(ReplayDiverged, match="end of the game"):
        drive(game, start(game), [*live.entries, live.entries[-1]], chance=ScriptedChance(), spans_steps=True)


# --- simultaneous questions


async def sealed(table: Table[State]) -> str | None:
    answers = await ask_all({seat: question(seat, "bid", "x", "y", "z") for seat in ("white", *SEATS)})
    table.state.bids = answers
    table.emit(Revealed(answers), to=EVERYBODY)
    return None


@pytest.mark.parametrize("order", [("white", "red", "black"), ("black", "red", "white"), ("red", "black", "white")])
def test_sealed_answers_come_in_any_order_and_are_fed_in_one(order: tuple[str, ...]) -> None:
    game, ready = title(only=sealed), dict[str, SeatAnswer]()
    wanted = {"white": "x", "red": "y", "black": "z"}
    for count, seat in enumerate(order, start=1):
        ready[seat] = SeatAnswer(seat, wanted[seat], f"channel {count}")
        run = drive(game, start(game), (), lambda asked, number, look: ready.get(asked.seat), chance=ScriptedChance())
        if count < len(order):
            assert [asked.seat for asked in run.open_questions] == ["white", "red", "black"]
            assert (run.entries, run.events, run.state.bids) == ([], [], {})
    assert run.is_over
    assert list(run.state.bids.items()) == [("white", "x"), ("red", "y"), ("black", "z")]
    assert [given.seat for given in run.entries[0].given] == ["white", "red", "black"]


def test_no_questions_are_no_stop_and_no_dice_no_entry() -> None:
    async def idle(table: Table[State]) -> str | None:
        assert await ask_all({}) == {}
        assert await draw([], 3, key="none", rule="1") == await draw(["a"], 0, key="none", rule="1") == []
        assert await draw_lots([], 3, key="none", rule="1") == await draw_lots(["a"], 0, key="none", rule="1") == []
        assert await shuffle([], key="none", rule="1") == []
        assert sorted(await draw(["a", "b"], 5, key="all", rule="1")) == ["a", "b"]
        return None

    run = play(title(only=idle), answering())
    assert run.is_over
    assert [entry.key for entry in run.entries] == ["all"]


def test_two_questions_of_different_types() -> None:
    async def pair(table: Table[State]) -> str | None:
        maybe: Ask[str | None] = msgspec.structs.replace(question("black", "maybe"), form=MayChoose(options=("x",)))  # type: ignore[assignment]
        table.state.out = list(map(str, await ask_both(question("red", "must", "y"), maybe)))
        return None

    run = play(
        title(only=pair), lambda asked, number, look: SeatAnswer(asked.seat, "y" if asked.key == "must" else None)
    )
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
    assert run.is_over
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


# --- events


def test_each_seat_gets_its_own_wording() -> None:
    async def tell(table: Table[State]) -> str | None:
        table.emit(Won("full"), to=("red",), reduced=Won("reduced"))
        table.emit(Won("secret"))
        table.emit(Won("red only"), to=("red",))
        table.emit(Won("all"), to=EVERYBODY)
        return None

    told = [event.event for event in play(title(only=tell), answering()).events]
    heard = {
        seat: [e.for_seat(seat).seat if e.for_seat(seat) else None for e in told] for seat in (*SEATS, PUBLIC, UMPIRE)
    }
    assert heard["red"] == ["full", None, "red only", "all"]
    assert heard["black"] == heard[PUBLIC] == ["reduced", None, None, "all"]
    assert heard[UMPIRE] == ["full", "secret", "red only", "all"]
    assert told[1].variants[0].to == NOBODY
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
    run = drive(game, start(game), (), lambda q, n, look: SeatAnswer(q.seat, "a"), chance=Noting(b"x"), branch=3)
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
    assert again.is_over
    assert again.state.out[-1] == "b"


def test_who_supplies_answers_may_look_at_what_the_seat_sees_in_the_midst_of_the_step() -> None:
    seen: list[Any] = []

    def looking(asked: Ask[Any], number: int, look: Any) -> SeatAnswer | None:
        seen.append(look())
        return SeatAnswer(asked.seat, "b") if asked.key == "first" else None

    run = play(TWO, looking, dice=[[5]])
    assert [(view.seat, view.out) for view in seen] == [("red", []), ("black", ["b"])]
    assert seen[-1] == TOY.secrecy.view(run.state, "black")
