"""1.0, 1.1: options, the hexes, the sea between them, ports and airfields; a faulty map is refused."""

from collections import Counter as Tally

import pytest
from msgspec.structs import replace

from games.kernel.errors import Illegal
from games.titles.pq17.components import hexes
from games.titles.pq17.components.options import Options, problems
from games.titles.pq17.rules.campaign.command import begin_fortnight
from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.rules.operation.setup import new_game
from games.titles.pq17.state.state import AirUnit
from games.toolkit.tables import SOURCES
from tests.titles.pq17.box import BOX, Files
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.faults import cell, edited, refused, swapped, without
from tests.titles.pq17.playing import play

rule = pytest.mark.rule
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


@pytest.mark.parametrize("number", ["305", "03o5", "0005", "0300", "1801", "0123", "03050"])
def test_what_is_no_hex(number: str) -> None:
    with pytest.raises(ValueError, match=number):
        hexes.row_and_column(number)


def test_every_hex_and_port_has_its_sources() -> None:
    for item in (*BOX.hexes, *BOX.ports, *BOX.airfields, *BOX.ships, *BOX.aircraft, *BOX.cards):
        assert BOX.sources[item], item
        assert set(BOX.sources[item].values()) <= set(SOURCES)
    assert BOX.source("0816", "place") == "rulebook"
    assert BOX.source("0816", "colour") == ""


@pytest.mark.parametrize(("files", "said"), FAULTS)
def test_faulty_maps_are_refused(files: Files, said: str) -> None:
    assert said in str(refused(files))


@rule("1.1.1")
@pytest.mark.parametrize("named", ["convoys", "arrivals", "air", "dummies"])
def test_a_temporary_port_exists_whoever_names_it(named: str) -> None:
    pq17 = next(one for one in BOX.operations.values() if one.convoys and any(late.port for late in one.arrivals))
    nobody = {side: replace(getattr(pq17.dummies, side), ports=()) for side in ("allied", "axis")}
    rest = {"convoys": (), "arrivals": (), "air": {}, "dummies": replace(pq17.dummies, **nobody), "forces": ()}
    alone = replace(pq17, **{**rest, named: getattr(pq17, named)})
    expected = {
        "convoys": {port for one in pq17.convoys for port in (one.port, *one.destinations)},
        "arrivals": {late.port for late in pq17.arrivals} - {""},
        "air": {*pq17.air},
        "dummies": {*pq17.dummies.allied.ports, *pq17.dummies.axis.ports},
    }
    assert alone.ports == expected[named]


@rule("pq17", "1.0")
def test_1_0_two_starts_are_refused_at_creation_with_both_rules() -> None:
    assert [(one.pointer, one.rule) for one in problems(Options(variable_start=True, from_day_one=True))] == [
        ("/variable_start", "8.3.1"), ("/from_day_one", "8.3.2"),
    ]  # fmt: skip
    assert not list(problems(Options(variable_start=True, historical_forces=True)))
    with pytest.raises(Illegal, match="exclude each other"):
        new_game(BOX, "pq17", Options(variable_start=True, from_day_one=True))


@rule("pq17", "1.1")
def test_1_1_hexes_stand_on_a_point_and_even_rows_are_shifted_east() -> None:
    assert hexes.neighbours("0305") == {
        "E": "0306", "W": "0304", "NE": "0205", "SW": "0404", "NW": "0204", "SE": "0405",
    }  # fmt: skip
    assert hexes.neighbours("0406")["NE"] == "0307"
    assert hexes.neighbours("0406")["SW"] == "0506"
    assert set(hexes.neighbours("0101")) == {"E", "SE"}


@rule("pq17", "1.1")
@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [("0504", "0817", 15), ("1111", "0409", 7), ("0305", "0305", 0), ("0818", "1119", 3), ("0101", "1722", 29)],
)
def test_1_1_distance_as_aircraft_fly(one: str, other: str, apart: int) -> None:
    assert hexes.distance(one, other) == hexes.distance(other, one) == apart


@rule("pq17", "1.1")
def test_1_1_the_counts_of_the_sheet() -> None:
    assert Tally(one.kind for one in BOX.hexes.values()) == {"sea": 161, "coast": 108, "land": 78, "outside": 27}


@rule("pq17", "1.1")
def test_1_1_of_a_hex_only_what_it_has_needs_a_source() -> None:
    for name, one in BOX.hexes.items():
        present = {"ice": one.zone, "door": one.door, "sectors": one.sectors}
        assert set(BOX.sources[name]) == {"place", *(figure for figure, there in present.items() if there)}, name


@rule("pq17", "1.1.1")
def test_1_1_1_a_temporary_port_is_there_only_if_the_forces_name_it() -> None:
    winter, summer = BOX.operations["pq12"], BOX.operations["pq17"]
    assert not BOX.has_port(winter, "altenfjord")
    assert BOX.has_port(summer, "altenfjord")
    assert not BOX.has_port(summer, "liverpool")
    assert BOX.has_port(winter, "lerwick")
    assert "0815" in BOX.enemy_ports(summer, "allied")
    assert "0815" not in BOX.enemy_ports(winter, "allied")


@rule("pq17", "1.1.2", "6.2c")
def test_1_1_2_interceptors_by_month() -> None:
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


@rule("pq17", "1.1.2", "15.6.3")
@pytest.mark.parametrize("flying", [0, 1])
def test_1_1_2_printed_fighters_that_were_shot_down_altogether_are_all_lacking(flying: int) -> None:
    """Each counter of a field is one by itself, from the first to the last."""
    board = campaign()
    play(fortnight(board))
    board.state.composed = compose_operation(BOX, board.roster, board.operation, [], {})
    month = board.operation.month
    printed = {field: found for field in BOX.airfields if (found := BOX.interceptors_at(field, month)) is not None}
    names = {f"{field}_{place}": BOX.aircraft[one.aircraft].strength
             for field, one in printed.items() for place in range(1, one.counters + 1)}  # fmt: skip
    there, *gone = sorted(names)
    board.state.air = [AirUnit(printed[there.rpartition("_")[0]].aircraft, names[there], id=there,
                               base=there.rpartition("_")[0], interceptor=True)] * flying  # fmt: skip
    board.state.command, board.roster.interceptors = begin_fortnight(BOX, board.roster), {}
    fold_operation(board)
    assert board.roster.interceptors == {name: names[name] for name in (gone if flying else names)}


@rule("pq17", "1.1.3")
@pytest.mark.parametrize(
    ("hex_", "friendly"),
    [("1206", "allied"), ("1305", "allied"), ("1309", "axis"), ("0504", ""), ("0817", ""), ("0409", "")],
)
def test_1_1_3_friendly_coasts(hex_: str, friendly: str) -> None:
    assert BOX.hexes[hex_].friendly == friendly
