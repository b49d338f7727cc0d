"""Officers of the task force (25.1)."""

import pytest

from games.titles.goeben.orders.orders import Move
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.rules.captains.roles import ADVISERS, advisers
from games.titles.goeben.rules.mission.fitting import fit_out
from games.titles.goeben.rules.search.intelligence import intelligence
from games.titles.goeben.rules.sequence import morning
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.laid_out import at_sea, ordered, play

rule = pytest.mark.rule


@pytest.mark.rule("goeben", "25.1")
def test_the_commander_decides_for_all_ships() -> None:
    board = at_sea("officers", goeben="malta_pz")
    assert {roles.of_ship(board, ship.id) for ship in board.state.ships} == {"commander"}
    assert roles.senior(board, "malta_pz") == roles.fleet(board) == "commander"


@pytest.mark.rule("goeben", "25.1")
def test_officers_see_all_that_the_commander_sees_but_his_sealed_plan() -> None:
    board = at_sea("officers", lying={"malta_pz": "gb_bc_1+up gb_ca_1"}, goeben="malta_pz")
    board.day.plans = {"commander": (Move(("goeben",), ("messina",)),)}
    mine, theirs = view(board, "commander"), view(board, "gunnery")
    assert mine.spaces == theirs.spaces
    assert [one.ship for one in mine.ships] == [one.ship for one in theirs.ships]
    assert mine.day is not None
    assert theirs.day is not None
    assert list(mine.day.plans) == ["commander"]
    assert not theirs.day.plans


@rule("goeben", "25.1")
def test_the_commander_alone_is_asked() -> None:
    board = at_sea("officers")
    asked = [*play(board, fit_out(board)).asked, *play(board, morning(board)).asked]
    assert {question.seat for question in asked} == {"commander"}


@rule("goeben", "25.1.1")
def test_officers_advise_on_what_is_theirs() -> None:
    board = at_sea("officers", lying={"malta_pz": "gb_ca_1"})
    assert play(board, fit_out(board)).question("stow").advisers == ("first_officer",)
    assert play(board, morning(board)).question("plan").advisers == ("first_officer", "gunnery", "engineer")
    ordered(board, "intelligence goeben")
    assert play(board, intelligence(board), dice=[(4,)]).question("reveal").advisers == ("first_officer",)
    assert advisers(board, "contact") == ("engineer",)
    assert advisers(board, "engage") == ("gunnery",)


@rule("goeben", "25.1.1")
@pytest.mark.parametrize("scenario", ["ottoman_alliance", "captains", "austrian"])
def test_nobody_advises_in_other_games(scenario: str) -> None:
    board = at_sea(scenario)
    assert all(advisers(board, kind) == () for kind in ADVISERS)
    assert all(question.advisers == () for question in play(board, fit_out(board)).asked)
