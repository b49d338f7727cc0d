"""1.1: the hexes, the sea between them, ports and areas, and that a faulty map is refused."""

from collections import Counter as Tally

import pytest

from games.titles.pq17.components import hexes
from games.toolkit.tables import SOURCES
from tests.titles.pq17.box import BOX, Files
from tests.titles.pq17.faults import cell, edited, refused, swapped, without

rule = pytest.mark.rule


@rule("pq17", "1.1")
def test_hexes_stand_on_a_point_and_even_rows_are_shifted_east() -> None:
    assert hexes.neighbours("0305") == {
        "E": "0306", "W": "0304", "NE": "0205", "SW": "0404", "NW": "0204", "SE": "0405",
    }  # fmt: skip
    assert hexes.neighbours("0406")["NE"] == "0307"
    assert hexes.neighbours("0406")["SW"] == "0506"
    assert set(hexes.neighbours("0101")) == {"E", "SE"}


@pytest.mark.parametrize("number", ["305", "03o5", "0005", "0300", "1801", "0123", "03050"])
def test_what_is_no_hex(number: str) -> None:
    with pytest.raises(ValueError, match=number):
        hexes.row_and_column(number)


@rule("pq17", "1.1")
@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [("0504", "0817", 15), ("1111", "0409", 7), ("0305", "0305", 0), ("0818", "1119", 3), ("0101", "1722", 29)],
)
def test_distance_as_aircraft_fly(one: str, other: str, apart: int) -> None:
    assert hexes.distance(one, other) == hexes.distance(other, one) == apart


@rule("pq17", "1.1")
def test_the_counts_of_the_sheet() -> None:
    assert Tally(one.kind for one in BOX.hexes.values()) == {"sea": 161, "coast": 108, "land": 78, "outside": 27}


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


@rule("pq17", "1.1.1")
def test_a_temporary_port_is_there_only_if_the_forces_name_it() -> None:
    winter, summer = BOX.operations["pq12"], BOX.operations["pq17"]
    assert not BOX.has_port(winter, "altenfjord")
    assert BOX.has_port(summer, "altenfjord")
    assert not BOX.has_port(summer, "liverpool")
    assert BOX.has_port(winter, "lerwick")
    assert "0815" in BOX.enemy_ports(summer, "allied")
    assert "0815" not in BOX.enemy_ports(winter, "allied")


@rule("pq17", "1.1.3")
@pytest.mark.parametrize(
    ("hex_", "friendly"),
    [("1206", "allied"), ("1305", "allied"), ("1309", "axis"), ("0504", ""), ("0817", ""), ("0409", "")],
)
def test_friendly_coasts(hex_: str, friendly: str) -> None:
    assert BOX.hexes[hex_].friendly == friendly


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


@rule("pq17", "1.1.2", "6.2c")
def test_interceptors_by_month() -> None:
    assert BOX.interceptors_at("banak", "1942-04") is None
    banak = BOX.interceptors_at("banak", "1942-05")
    assert banak is not None
    assert (banak.aircraft, banak.counters) == ("bf_109", 1)
    kirkenes = [BOX.interceptors_at("kirkenes_field", month) for month in ("1942-05", "1942-06")]
    assert [one.aircraft for one in kirkenes if one is not None] == ["bf_109", "fw_190"]
    assert BOX.has_interceptors("axis", "0715", "1942-05")
    assert BOX.has_interceptors("axis", "0816", "1942-04")
    assert not BOX.has_interceptors("axis", "0413", "1942-05")
    assert BOX.has_interceptors("allied", "0816", "1942-05")
    assert not BOX.has_interceptors("allied", "0815", "1942-05")


def test_every_hex_and_port_has_its_sources() -> None:
    for item in (*BOX.hexes, *BOX.ports, *BOX.airfields, *BOX.ships, *BOX.aircraft, *BOX.cards):
        assert BOX.sources[item], item
        assert set(BOX.sources[item].values()) <= set(SOURCES)
    assert BOX.source("0816", "place") == "rulebook"
    assert BOX.source("0816", "colour") == ""


FAULTS: list[tuple[Files, str]] = [
    (cell("hexes.tsv", "0420", "closed", "E"), "0420 and 0421 must agree"),
    (cell("hexes.tsv", "0101", "kind", "land"), "line 2, column kind"),
    (cell("hexes.tsv", "0102", "ice", "w6"), "column ice"),
    (cell("hexes.tsv", "0103", "closed", "X"), "column closed"),
    (cell("hexes.tsv", "0102", "leads", "y"), "Inner Leads"),
    (cell("hexes.tsv", "0102", "hex", "0101"), "stands twice"),
    (cell("hexes.tsv", "1706", "door", "german"), "doors of the map"),
    (without("hexes.tsv", "1722"), "hexes (1.1)"),
    (cell("ports.tsv", "kirkenes", "hex", "0715"), "hex of kirkenes"),
    (cell("ports.tsv", "narvik", "hex", "0814"), "another port"),
    (cell("ports.tsv", "narvik", "hex", "0611"), "no coast hex"),
    (cell("airfields.tsv", "banak", "hex", "0814"), "another airfield"),
    (cell("airfields.tsv", "banak", "hex", "0411"), "holds no land"),
    (cell("interceptors.tsv", "banak", "aircraft", "ju_88"), "only fighters"),
    (cell("interceptors.tsv", "kirkenes_field", "since", "1943-01"), "must be later"),
    (swapped("areas.toml", '"0817"', '"0913"'), "two air radii"),
    (swapped("areas.toml", '"0303"', '"0106"'), "no sea or coast hex"),
    (swapped("fixed.toml", 'since = "1941-07"', 'since = "1943-07"'), "must rise by date"),
    (swapped("fixed.toml", "high = 3", "high = 2"), "must fall"),
    (edited("coast.json", lambda text: text.replace('"path_scale"', '"scale"')), "coast.json"),
]


@pytest.mark.parametrize(("files", "said"), FAULTS)
def test_faulty_maps_are_refused(files: Files, said: str) -> None:
    assert said in str(refused(files))
