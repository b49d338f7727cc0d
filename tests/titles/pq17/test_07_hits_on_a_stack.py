"""7.2.6a, 7.5.2i: each hit of a salvo falls on one of the ships that lay there as it was fired."""

import pytest

from games.titles.pq17.rules.surface.gunnery import Aim, fire_guns
from games.titles.pq17.rules.surface.layout import lay_out_force
from games.titles.pq17.state.battle import Battle
from tests.titles.pq17.box import BOX
from tests.titles.pq17.displays import lies
from tests.titles.pq17.trial import read_counters, run

rule = pytest.mark.rule


@rule("pq17", "7.2.6a", "7.5.2i")
@pytest.mark.parametrize(("lots", "left"), [([0, 0], ["dd_j_r 1"]), ([1, 1], ["dd_a_i 1"]), ([0, 1], [])])
def test_two_hits_may_fall_on_one_ship_and_the_second_is_lost(lots: list[int], left: list[str]) -> None:
    fight = Battle("axis", [], day=True)
    lay_out_force(fight, "allied", [read_counters("dd_a_i 1", "dd_j_r 1")])
    lay_out_force(fight, "axis", [read_counters("lutzow 4")])
    (name,) = [one.name for one in fight.units if one.side == "allied"]
    run(fire_guns(BOX, fight, [Aim("lutzow", name)], key="g"), dice=[(9, 9, 0, 0)], lots=lots)
    assert (lies(fight, name) if any(one.name == name for one in fight.units) else []) == left
