"""25.1 Officers advise, the commander decides."""

import pytest

from games.titles.goeben.rules.captains.roles import ADVISERS, advisers
from games.titles.goeben.rules.mission.fitting import fit_out
from games.titles.goeben.rules.search.intelligence import intelligence
from games.titles.goeben.rules.sequence import morning
from tests.titles.goeben.laid_out import at_sea, ordered, play

rule = pytest.mark.rule


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
