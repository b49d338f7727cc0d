"""Checkpoints of the driver: what one costs if steps declare whether they ask (ADR 23)."""

from dataclasses import replace
from typing import Any

import pytest

from games.kernel.chance import ScriptedChance
from games.kernel.codec import encode
from games.kernel.driver import drive
from games.kernel.errors import ReplayDiverged, TitleFault
from games.kernel.events import EVERYBODY
from games.kernel.requests import ask, roll
from games.kernel.steps import AskFrequency
from games.kernel.table import Table
from games.kernel.title import Title
from tests.kernel.driven import answering, play, question, start, title
from tests.kernel.toy import State, Won


def with_asks(game: Title[State], **asks: Any) -> Title[State]:
    steps = {key: replace(step, asks=asks.get(key, step.asks)) for key, step in game.rules.steps.items()}
    return game.evolve(steps=steps)


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
    chance = ScriptedChance([[5]])
    run = drive(with_asks(plain, second="seldom"), start(plain), (), answering(early="a", late="b"), chance=chance)
    assert len(seen) == 4
    assert seen[1] is seen[0]
    assert seen[2] is not seen[1]
    chance.check_used_up()
    assert run.state.round == 2
    assert encode(run) == encode(everywhere)


def test_a_run_stops_in_a_step_that_seldom_asks_as_in_any_other() -> None:
    plain = three_steps([], ask_in_second=True)
    game = with_asks(plain, second="seldom")
    stopped = play(game, answering(), dice=[[5]])
    assert encode(stopped) == encode(play(plain, answering(), dice=[[5]]))
    assert [one.step for one in stopped.checkpoints] == ["second"]
    rest = drive(
        game, stopped.checkpoints[-1], stopped.entries, answering(early="a", late="b"), chance=ScriptedChance()
    )
    whole = play(plain, answering(early="a", late="b"), dice=[[5]])
    assert rest.is_over
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
    assert play(game, answering(early="a"), dice=[[1]]).is_over
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


def test_a_step_that_surely_asks_by_the_table_is_not_begun_twice() -> None:
    seen: list[Any] = []
    plain = three_steps(seen, ask_in_second=True)
    everywhere = play(plain, answering(early="a", late="b"), dice=[[5]])
    seen.clear()
    run = play(with_asks(plain, second=lambda table: "always"), answering(early="a", late="b"), dice=[[5]])
    assert len(seen) == 3, "with `seldom` the second begins anew"
    assert seen[1] is not seen[0]
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
    run = drive(with_asks(plain, second="never"), stored, (), answering(late="b"), chance=ScriptedChance([[5]]))
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
    again = play(game, answering(), stored.entries, budget=0, spans_steps=True, stored_checkpoints={1})
    assert encode((again.checkpoints, again.has_more)) == encode((stored.checkpoints, True))
    elsewhere = play(game, answering(), stored.entries, budget=0, spans_steps=True)
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
    for second, stands_before, dice in (("always", "second", [[1]]), ("never", "third", [[1], [2]])):
        game = with_asks(plain, second=second, third="seldom")
        run = play(game, answering(), dice=dice, budget=1)
        assert (run.has_more, [one.step for one in run.checkpoints]) == (True, [stands_before])
        assert encode(run.state) == run.checkpoints[-1].state


def test_a_whole_journal_rebuilds_a_game_whatever_its_steps_say_of_their_borders() -> None:
    plain = three_steps([], ask_in_second=True)
    everywhere = play(plain, answering(early="a", late="b"), dice=[[5]])
    for asks in ("seldom", "always"):
        game = with_asks(plain, second=asks)
        again = drive(game, start(game), everywhere.entries, chance=ScriptedChance(), spans_steps=True)
        assert again.is_over
        assert encode((again.checkpoints, again.events)) == encode((everywhere.checkpoints, everywhere.events))


@pytest.mark.parametrize("asks", ["never", "seldom"])
def test_steps_that_go_round_without_a_border_are_a_fault(asks: AskFrequency) -> None:
    async def on(table: Table[State]) -> str | None:
        return "back"

    async def back(table: Table[State]) -> str | None:
        return "on"

    with pytest.raises(TitleFault, match="goes round"):
        play(with_asks(title(on=on, back=back), on=asks, back=asks), answering())


def test_a_title_with_every_border_reads_the_state_before_each_step() -> None:
    seen: list[Any] = []
    game = with_asks(three_steps(seen, ask_in_second=False), second="never", third="seldom")
    run = play(game.with_every_checkpoint(), answering(late="b"), dice=[[5]])
    assert len({id(one) for one in seen}) == 3
    assert [one.step for one in run.checkpoints] == ["second", "third", None]
