"""1.1: the hexes, the sea between them, ports and areas, and that a faulty map is refused."""

from collections import Counter as Tally

import pytest

from games.titles.pq17.components import hexes
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule


@rule("pq17", "5.0")
@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        ("reykjavik", "murmansk", 15), ("reykjavik", "arkhangelsk", 19), ("loch_ewe", "murmansk", 15),
        ("clyde", "murmansk", 18), ("scapa_flow", "reykjavik", 7), ("murmansk", "arkhangelsk", 4),
        ("barentsburg", "murmansk", 6),
    ],
)  # fmt: skip
def test_distance_by_sea_for_allied_ships(one: str, other: str, steps: int) -> None:
    shut = BOX.enemy_ports(BOX.operations["pq17"], "allied")
    here, there = BOX.ports[one].hex, BOX.ports[other].hex
    way = BOX.waters.shortest(here, there, shut)
    assert way is not None
    assert (len(way), BOX.waters.distance(here, there, shut)) == (steps, steps)
    assert not shut & set(way)
    assert all(BOX.waters.are_joined(a, b) for a, b in zip((here, *way), way, strict=False))


@rule("pq17", "5.0")
def test_no_ship_crosses_a_closed_side_or_land() -> None:
    assert BOX.waters.are_joined("0420", "0421")
    assert not BOX.waters.are_joined("1704", "1705")
    assert all(BOX.hexes[there].is_sea for ways in BOX.waters.ways.values() for there in ways)
    assert BOX.waters.shortest("0305", "0106") is None
    assert BOX.waters.distance("0305", "0305") == 0


@rule("pq17", "5.1.6")
def test_inner_leads_from_bergen_to_banak() -> None:
    leads = {one.id for one in BOX.hexes.values() if one.leads}
    assert leads == {
        "1309", "1209", "1110", "1111", "1011", "1012", "0913", "0812", "0813", "0714", "0814", "0715", "0815",
    }  # fmt: skip


@rule("pq17", "5.7.1", "5.7.2", "5.7.3")
def test_doors() -> None:
    doors = {door: {one.id for one in BOX.hexes.values() if one.door == door} for door in ("german", "kara_sea")}
    assert doors == {"german": {"1707", "1708"}, "kara_sea": {"0122", "0421", "0622"}}
    assert BOX.hexes["1706"].door == "english_channel"
    assert BOX.hexes["0901"].door == "atlantic"


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
