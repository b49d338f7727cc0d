"""7.2, 7.8: air attacks, by the positions of `positions/07_air.toml` and the worked examples of 7.2.3 and 7.2.6."""

import pytest

from games.titles.pq17.rules.air.bombing import bomb_modifier
from games.titles.pq17.rules.air.flak import unused_cams
from games.titles.pq17.rules.air.row import Sortie
from games.titles.pq17.rules.air.strike import Place, strike
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import BY_DAY, squadrons
from tests.titles.pq17.trial import counter, read_counters, run

rule = pytest.mark.rule


@rule("pq17", "9.2.4")
@rule("pq17", "7.2.5c")
@pytest.mark.parametrize(("place", "strength"), [(Place(day=True, weather="storm"), 2), (BY_DAY, 1)])
def test_pp9_a_cam_does_not_serve_in_storm_or_against_a_single_aircraft_unit(place: Place, strength: int) -> None:
    row = [read_counters("mv 3", "mc 1")]
    run(strike(BOX, row, squadrons(ju_88=strength), [Sortie("ju_88", 0)], place, key="s"), dice=[(7,), (0,) * strength])
    assert unused_cams(BOX, row[0]) == 1


@rule("pq17", "13.1")
def test_an_elusive_target_is_harder_to_hit() -> None:
    assert bomb_modifier(BOX, counter("avenger 1"), in_port=False, elusive=True) == -1
