"""Positions of `positions/` that no test of their chapter bears the id of, played as they are written there."""

import pytest

from games.titles.pq17.rules.campaign.special_forces import required_points, verdict
from games.titles.pq17.rules.forces.green_crews import green_bonus
from games.titles.pq17.rules.forces.victory_points import HALVES
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule


@rule("pq17", "15.4.3", "15.4.3b")
def test_p61_a_green_cruiser_costs_half_as_much_again() -> None:
    value = BOX.ships["jamaica"].value
    assert (value, value + green_bonus(value)) == (4, 6)


@rule("pq17", "15.9")
def test_p62_four_months_ask_for_a_hundred_and_twenty() -> None:
    assert required_points(BOX, 4) == 120 * HALVES
    assert (verdict(BOX, 4, 240), verdict(BOX, 4, 239)) == ("allied", "axis")
