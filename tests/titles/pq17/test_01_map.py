"""1.1: the hexes, the sea between them, ports and areas, and that a faulty map is refused."""

from collections import Counter as Tally

import pytest

from games.titles.pq17.components import hexes
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule


@rule("pq17", "T.ice")
def test_the_lane_to_arkhangelsk_crosses_three_zones() -> None:
    zones = [BOX.hexes[one].zone for one in ("0818", "0919", "1019", "1119")]
    assert zones == ["e5", "e5", "e4", "e3"]
    assert [BOX.hexes[one].zone for one in ("0214", "0305", "0111", "0817")] == ["w4", "w5", "pack", ""]


def _reached(bases: dict[int, str], enemies: dict[int, str]) -> tuple[set[str], dict[str, int]]:
    near = {}
    for one in BOX.waters.ways:
        apart = [hexes.distance(one, base) for reach, row in bases.items() for base in row.split()]
        if any(hexes.distance(one, base) <= reach for reach, row in bases.items() for base in row.split()):
            near[one] = min(apart)
    taken = {base for row in enemies.values() for base in row.split()}
    return {one for one in near if one not in taken}, near


@rule("pq17", "6.4.1", "T.scenarios.a")
def test_air_radii_follow_from_their_bases() -> None:
    """Data sheet 2.4: the nearer base has a hex in reach of both; no radius holds a port or base of the other camp."""
    british = {2: "0504 0505 1107 1206", 1: "1205 1305"}
    soviet = {1: "0817 0919 1119"}
    axis = {2: "1408 1111 0814 0815", 1: "1309 0913 0816"}
    places = [*BOX.ports.values(), *BOX.airfields.values()]
    closed = {side: {one.hex for one in places if one.side != side} for side in ("allied", "axis")}
    found = {}
    for name, bases, side in (("british", british, "allied"), ("soviet", soviet, "allied"), ("axis", axis, "axis")):
        found[name] = ({one for one in _reached(bases, {})[0] if one not in closed[side]}, _reached(bases, {})[1])
    allied = {one: min(found[n][1].get(one, 99) for n in ("british", "soviet")) for one in BOX.waters.ways}
    german = {one: found["axis"][1].get(one, 99) for one in BOX.waters.ways}
    assert BOX.areas.british_radius.hexes == {one for one in found["british"][0] if allied[one] < german[one]}
    assert BOX.areas.soviet_radius.hexes == {one for one in found["soviet"][0] if allied[one] < german[one]}
    assert BOX.areas.axis_radius.hexes == {one for one in found["axis"][0] if german[one] < allied[one]}
    assert [len(one.hexes) for one in (BOX.areas.british_radius, BOX.areas.soviet_radius, BOX.areas.axis_radius)] == [
        45, 11, 38,
    ]  # fmt: skip


@rule("pq17", "6.4.2")
def test_every_radius_lies_in_a_sector_of_its_camp() -> None:
    for area, sectors in (
        (BOX.areas.british_radius, {"british"}),
        (BOX.areas.soviet_radius, {"soviet"}),
        (BOX.areas.axis_radius, {"stavanger", "trondheim", "barents"}),
    ):
        assert all(sectors & set(BOX.hexes[one].sectors) for one in area.hexes)
    counts = Tally(sector for one in BOX.hexes.values() for sector in one.sectors)
    assert counts == {"british": 148, "soviet": 34, "stavanger": 46, "trondheim": 67, "barents": 103}
