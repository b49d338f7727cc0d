"""Points that the second reading of the chapters left: each decided by the text, or written down as a reading."""

import pytest

from games.titles.pq17.rules.special.encounter import chance_encounter
from games.titles.pq17.rules.special.mines import minefield
from games.titles.pq17.state.state import Phase
from tests.titles.pq17.arctic import force
from tests.titles.pq17.playing import play
from tests.titles.pq17.under_way import table

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


@rule("pq17", "13.5", "7.3.1d")
@pytest.mark.parametrize(("ship", "after"), [("dd_a_i", 3), ("tb_hunt", 3), ("es_british", 3), ("mv", 3)])
def test_pp345_a_mine_sinks_one_step_of_a_class_whatever_the_die(ship: str, after: int) -> None:
    """9 on the torpedo damage chart is 2 S: of a torpedo, not of a mine, which strikes one step alone."""
    holds = force("f", "allied", "convoy" if ship == "mv" else "task_force", "0817", f"{ship} 4")
    board = table(holds)
    board.state.phase = Phase("axis")
    play(minefield(board, "axis"), dice=[(8, 0, 0), (9,)], lots=[0])
    assert sum(one.strength for one in holds.counters) == after
