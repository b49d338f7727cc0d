"""Points that the second reading of the chapters left: each decided by the text, or written down as a reading."""

from typing import Any

import pytest

from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.special.encounter import chance_encounter
from games.titles.pq17.rules.special.mines import minefield
from games.titles.pq17.state.events.search import ShadowEnded
from games.titles.pq17.state.state import AirUnit, Phase, Plan, Shadow
from tests.titles.pq17.arctic import force
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule


@rule("pq17", "13.7b", "6.2.1")
@pytest.mark.parametrize(
    ("axis", "allied", "after"),
    [
        (None, None, (0, 0)), (1, None, (1, None)), (None, 2, (None, 2)), (0, 0, (0, 0)), (0, None, (0, None)),
    ],
)  # fmt: skip
def test_pp339_blocks_that_run_into_each_other_are_identified_where_neither_was(
    axis: int | None, allied: int | None, after: tuple[int | None, int | None]
) -> None:
    """Reports are given of both or of none."""
    board = table(
        force("x", "axis", "task_force", "0613", "lutzow"), force("k", "allied", "task_force", "0613", "kent")
    )
    for name, level in (("x", axis), ("k", allied)):
        if level is not None:
            board.identify(board.force(name), level)
    board.state.phase = Phase("axis")
    play(chance_encounter(board), dice=[(3,)])
    assert (board.force("x").level, board.force("k").level) == after
    told = [("allied", 0), ("axis", 0)] if axis is None and allied is None else []
    assert [(one.to, one.level) for one in board.state.reports] == told


@rule("pq17", "6.3.5", "6.3.1", "6.3.2")
def test_pp342_bases_with_interceptors_end_shadowing_from_the_air_alone() -> None:
    """A convoy that comes next to Murmansk: the pack goes on, the Barents sector and a Fw 200 of Banak turn back."""
    convoy = force("c", "allied", "convoy", "0616", "mv 9", "dd_a_i 2", plan=Plan(0, ("0717",), "murmansk"))
    board = table(convoy, force("u", "axis", "wolfpack", "0616", "ss_german 2"))
    board.state.air = [AirUnit("fw_200", 1, id="condor", base="banak", mission="shadow", at="0616")]
    board.identify(convoy, 2)
    board.state.shadows = [
        Shadow("c", "aircraft", "condor"), Shadow("c", "sector", "barents"), Shadow("c", "wolfpack", "u"),
    ]  # fmt: skip
    month = board.operation.month
    assert [board.box.has_interceptors("allied", at, month) for at in ("0616", "0717")] == [False, True]
    moved(board)
    assert (convoy.at, board.force("u").at, convoy.level) == ("0717", "0717", 2)
    assert [one.by for one in board.state.shadows] == ["wolfpack"]
    assert {one.why for one in heard(board, "axis") if isinstance(one, ShadowEnded)} == {"base"}


@rule("pq17", "6.3.5a", "6.3.5b", "6.6")
@pytest.mark.parametrize(("releases", "level"), [("yes", 1), ("no", 3)])
def test_pp343_who_is_released_before_it_moves_is_not_shadowed_as_it_moves(releases: Any, level: int) -> None:
    """One level for the end of it, as by weather or a failed search, and one for the way."""
    convoy = force("c", "allied", "convoy", "0410", "mv 9", "dd_a_i 2", plan=Plan(0, ("0411",), "murmansk"))
    board = table(convoy, force("u", "axis", "wolfpack", "0410", "ss_german 2"))
    board.identify(convoy, 3)
    board.state.shadows = [Shadow("c", "wolfpack", "u")]
    board.state.instructions["axis"] = Instructions(releases=releases)
    moved(board)
    assert (convoy.at, convoy.level) == ("0411", level)


@rule("pq17", "13.5", "7.3.1d")
@pytest.mark.parametrize(("ship", "after"), [("dd_a_i", 3), ("tb_hunt", 3), ("es_british", 3), ("mv", 3)])
def test_pp345_a_mine_sinks_one_step_of_a_class_whatever_the_die(ship: str, after: int) -> None:
    """9 on the torpedo damage chart is 2 S: of a torpedo, not of a mine, which strikes one step alone."""
    holds = force("f", "allied", "convoy" if ship == "mv" else "task_force", "0817", f"{ship} 4")
    board = table(holds)
    board.state.phase = Phase("axis")
    play(minefield(board, "axis"), dice=[(8, 0, 0), (9,)], lots=[0])
    assert sum(one.strength for one in holds.counters) == after
