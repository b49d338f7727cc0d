"""The Austro-Hungarian commander (25.3)."""

from typing import Any

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.visibility.knowledge import may_talk
from games.titles.goeben.visibility.notes import notes_of
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.captains import parted
from tests.titles.goeben.encounters import meet
from tests.titles.goeben.fights import SEA, allied_sea, fight, misses
from tests.titles.goeben.laid_out import at_sea

rule = pytest.mark.rule
FIRST = (6,)


@rule("goeben", "25.3")
def test_the_ally_orders_his_own_ships() -> None:
    board = allied_sea("gb_dd_1", ah_cl_2=SEA, scenario="austrian", doctrine="ask-first")
    played = fight(board, dice=[FIRST, (6, *misses(4)), (6,)])
    found: dict[str, Any] = {question.seat: question.form for question in played.asked}
    assert list(found) == ["commander", "austrian"]
    assert list(found["austrian"].batteries) == ["ah_cl_2"]
    assert [found[seat].leader for seat in found] == [True, False]


@pytest.mark.rule("goeben", "25.3")
def test_the_ally_commands_his_ships() -> None:
    board = at_sea("austrian", ah_ca_1="pola", goeben="pola")
    assert roles.of_ship(board, "ah_ca_1") == "austrian"
    assert roles.of_ship(board, "goeben") == "commander"
    assert roles.of_ship(at_sea("ottoman_alliance", ah_ca_1="pola"), "ah_ca_1") == "commander"


@rule("goeben", "25.3")
def test_a_captain_sees_the_consorts_beside_him() -> None:
    board = parted(breslau="zante", options=Options(austro_hungarian=True))
    board.state.consorts[0].at, board.state.consorts[1].at = "zante", "pola"
    assert [one.id for one in notes_of(board, "breslau").consorts_at("zante")] == [board.state.consorts[0].id]
    assert not notes_of(board, "breslau").consorts_at("pola")
    assert notes_of(board, "goeben").consorts_at("pola")


@rule("goeben", "25.3.1")
def test_the_ally_decides_in_the_adriatic() -> None:
    for space, seat in (("adriatic_c", "austrian"), ("corfu_sea", "commander")):
        board = at_sea("austrian", goeben=space, breslau="pola", ah_bb_1=space)
        board.day.queue = [space]
        assert meet(board, "submarine_1", dice=[(6,)]).question("ram").seat == seat


@rule("goeben", "25.3.1")
def test_in_the_adriatic_the_ally_leads() -> None:
    board = allied_sea("gb_dd_1", at="adriatic_c", ah_cl_2="adriatic_c", scenario="austrian", doctrine="ask-first")
    played = fight(board, dice=[FIRST, (6, *misses(4)), (6,)])
    forms: dict[str, Any] = {question.seat: question.form for question in played.asked}
    assert {seat: form.leader for seat, form in forms.items()} == {"commander": False, "austrian": True}


@pytest.mark.rule("goeben", "25.3.1")
def test_in_the_adriatic_the_ally_decides_elsewhere_the_german() -> None:
    board = at_sea("austrian", ah_ca_1="cattaro", goeben="cattaro", ah_cl_1="zante", breslau="zante")
    assert roles.senior(board, "cattaro") == "austrian"
    assert roles.senior(board, "zante") == "commander"
    board.ship("breslau").at = "messina"
    assert roles.senior(board, "zante") == "austrian"


@pytest.mark.rule("goeben", "25.3.1")
def test_austro_hungarian_ships_have_wireless_and_follow_the_first_captain() -> None:
    board = at_sea("captains", ah_ca_1="zante", lying={"zante": "gb_ca_1+up"}, breslau="messina+cargo=wireless")
    assert board.witnesses("zante") == ("breslau", "goeben")
    assert "zante" in view(board, "goeben").spaces
    assert [one.id for one in view(board, "goeben").consorts] == ["ah_ca_1"]
    assert not view(board, "breslau").consorts
    board.ship("breslau").cargo = []
    assert board.witnesses("zante") == ("goeben",)
    assert may_talk(at_sea("austrian", ah_ca_1="zante"), "austrian", "commander")
