"""14.5 The odds that a player is shown agree with the dice that the rules roll."""

import re

import pytest
from msgspec import structs

from games.titles.goeben.components.pieces import BATTERIES
from games.titles.goeben.presentation.odds import odds_between, units
from games.titles.goeben.rules.battle.night import guns_by_night
from games.titles.goeben.rules.battle.odds import volley
from games.titles.goeben.rules.battle.values import fire_value
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.boards import crowded
from tests.titles.goeben.box import BOX


@pytest.mark.rule("goeben", "14.5")
@pytest.mark.parametrize("night", [True, False])
def test_the_shown_dice_are_those_of_the_rules(night: bool) -> None:
    board = crowded()
    assert board.state.battle is not None
    board.state.battle = structs.replace(board.state.battle, night=night)
    seen = view(board, "commander")
    for ship in ("goeben", "moltke"):
        wanted = [
            fire_value(board, ship, guns, "gb_bc_1")
            for battery in BATTERIES
            if battery != "torpedo" and (guns := guns_by_night(board, ship, battery))
        ]
        found = [one for one in odds_between(BOX, volley, seen, ship, "gb_bc_1") if one.rule == "14.5"]
        dice = [int(re.findall(r"(\d+) dice", one.means.en)[0]) for one in found]
        assert dice == [one for one in wanted if one > 0]
        assert all("22.0" in {one.rule for one in shot.modifiers} for shot in found if night and ship == "moltke")


def test_ships_that_are_gone_or_own_are_no_targets() -> None:
    seen = view(crowded(), "commander")
    assert "gb_ca_1" not in units(seen)
    assert odds_between(BOX, volley, seen, "goeben", "gb_ca_1") == ()
    assert odds_between(BOX, volley, seen, "goeben", "moltke") == ()
    assert odds_between(BOX, volley, seen, "gb_bc_1", "goeben") == ()


def test_a_captain_elsewhere_has_no_odds() -> None:
    seen = view(crowded(), "public")
    assert units(seen) == () or odds_between(BOX, volley, seen, "x", "y") == ()
