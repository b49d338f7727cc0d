"""Chapter 18: the variable start."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.mission.setup import muster
from tests.titles.goeben.box import BOX
from tests.titles.goeben.campaigns import mustered
from tests.titles.goeben.laid_out import at_sea, play

rule = pytest.mark.rule
CHARTS = BOX.charts


@rule("goeben", "18.0")
def test_chart_of_the_variable_start() -> None:
    assert CHARTS.start.variable == ("messina", "messina", "brindisi", "pola", "athens", "dardanelles")


@rule("goeben", "18.0.1")
@rule("goeben", "18.0")
@pytest.mark.parametrize(
    ("die", "space"),
    [(1, "messina"), (2, "messina"), (3, "brindisi"), (4, "pola"), (5, "athens"), (6, "dardanelles")],
)
def test_variable_start(die: int, space: str) -> None:
    played = mustered(options=Options(variable_start=True), dice=[(die,)])
    assert {ship.at for ship in played.board.state.ships} == {space}


@rule("goeben", "18.0.1")
@pytest.mark.parametrize(
    ("die", "space"), [(1, "messina"), (2, "messina"), (3, "brindisi"), (4, "pola"), (5, "athens"), (6, "dardanelles")]
)
def test_where_the_task_force_begins(die: int, space: str) -> None:
    board = at_sea(options=Options(variable_start=True))
    play(board, muster(board), dice=[(die,)])
    assert {ship.at for ship in board.afloat} == {space}
