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
    sea = at_sea("officers")
    asked = [*play(sea, fit_out(sea)).asked, *play(sea, morning(sea)).asked]
    assert {question.seat for question in asked} == {"commander"}


@rule("goeben", "25.1.1")
def test_officers_advise_on_what_is_theirs() -> None:
    sea = at_sea("officers", lying={"malta_pz": "gb_ca_1"})
    assert play(sea, fit_out(sea)).question("stow").advisers == ("first_officer",)
    assert play(sea, morning(sea)).question("plan").advisers == ("first_officer", "gunnery", "engineer")
    ordered(sea, "intelligence goeben")
    assert play(sea, intelligence(sea), dice=[(4,)]).question("reveal").advisers == ("first_officer",)
    assert advisers(sea, "contact") == ("engineer",)
    assert advisers(sea, "engage") == ("gunnery",)


@rule("goeben", "25.1.1")
@pytest.mark.parametrize("scenario", ["ottoman_alliance", "captains", "austrian"])
def test_nobody_advises_in_other_games(scenario: str) -> None:
    sea = at_sea(scenario)
    assert all(advisers(sea, kind) == () for kind in ADVISERS)
    assert all(question.advisers == () for question in play(sea, fit_out(sea)).asked)
