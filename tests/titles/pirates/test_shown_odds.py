"""3.2.7 The odds of an intercept that a player is shown, with the modifiers of damage and supply."""

import pytest

from games.titles.pirates.components.odds import attack_odds
from games.titles.pirates.presentation.odds import odds_between, units
from tests.titles.pirates.laid_out import BOX, lay_out, side


@pytest.mark.rule("pirates", "3.2.7")
def test_damage_and_lack_of_supply_count() -> None:
    game = lay_out(
        blue=side(ships="emden+damaged+unsupplied"),
        red=side(ships="karlsruhe", merchants="lovat+damaged"),
    )
    seen, dice = game.view("blue"), BOX.numbers.dice
    assert units(seen)[0] == "emden"
    (shot,) = odds_between(BOX, seen, "emden", "lovat")
    vessel, target = game.ship("emden"), game.ship("lovat")
    bonus = dice.damaged_intercept * vessel.damage + dice.unsupplied_intercept * bool(vessel.unsupplied)
    wanted = attack_odds(
        BOX.ships["emden"].attack, bonus, BOX.merchants["lovat"].defence, dice.damaged_defence * target.damage
    )
    chances = {one.name.en: one.chance for one in shot.outcomes}
    assert abs(chances["sunk"] - wanted.sunk) <= 1
    assert "damaged" not in chances, "a damaged ship is damaged again by the option only (6.8)"
    assert sum(one.amount for one in shot.modifiers) == bonus + dice.damaged_defence * target.damage
    assert {one.rule for one in shot.modifiers} <= {"3.2.7.3", "3.2.7.4"}
    assert odds_between(BOX, seen, "lovat", "emden") == ()
    assert odds_between(BOX, seen, "emden", "emden") == ()
