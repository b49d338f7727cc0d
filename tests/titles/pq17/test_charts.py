"""T.charts, T.ice: the charts at their edges and the cells of worked examples; faulty ones are refused."""

import pytest

from games.titles.pq17.components.charts import Expected
from games.titles.pq17.components.combat_charts import TorpedoResult
from games.titles.pq17.components.turns import MONTHS, Turn, month_of, read_turn
from tests.titles.pq17.box import BOX, Files
from tests.titles.pq17.faults import refused, swapped

rule = pytest.mark.rule
CHARTS = BOX.charts


@rule("pq17", "8.1")
@pytest.mark.parametrize(("text", "number"), [("1 am", 1), ("1 pm", 2), ("5 am", 9), ("15 pm", 30), ("16 am", 31)])
def test_8_1_turns(text: str, number: int) -> None:
    turn = read_turn(text)
    assert (turn.number, str(turn)) == (number, text)
    assert (turn.day, turn.is_morning) == (int(text.split()[0]), text.endswith("am"))
    assert turn.after(-3).number == number - 3


@pytest.mark.parametrize("text", ["", "am", "5", "0 am", "5 AM", "five am"])
def test_what_is_no_turn(text: str) -> None:
    with pytest.raises(ValueError, match="is no turn"):
        read_turn(text)


@pytest.mark.parametrize("text", ["", "1942", "1942-13", "1942-00", "42-07", "1942-x"])
def test_what_is_no_month(text: str) -> None:
    with pytest.raises(ValueError, match="is no month"):
        month_of(text)


@rule("pq17", "9.1", "T.charts")
@pytest.mark.parametrize(
    ("month", "edges"),
    [("jul", (7, 11, 14, 16)), ("sep", (7, 11, 14, 16)), ("apr", (5, 9, 10, 14)), ("oct", (5, 9, 10, 14)),
     ("nov", (3, 8, 9, 13)), ("mar", (3, 8, 9, 13))],
)  # fmt: skip
def test_9_1_weather(month: str, edges: tuple[int, ...]) -> None:
    kinds = ("fair", "reduced", "fog", "storm", "gale")
    (known,) = [one for one in MONTHS if one == month]
    for place, edge in enumerate(edges):
        assert CHARTS.weather.result(known, edge) == kinds[place]
        assert CHARTS.weather.result(known, edge + 1) == kinds[place + 1]
    assert [CHARTS.weather.result(known, total) for total in (-1, 20)] == ["fair", "gale"]


@rule("pq17", "9.3.2")
def test_9_3_2_dispersal_by_the_natural_sum() -> None:
    assert [CHARTS.weather.disperses(natural) for natural in (0, 13, 14, 15, 16, 17, 18)] == [-1, -1, 0, 0, 1, 1, 2]
    assert (CHARTS.dispersal.ships, CHARTS.dispersal.divisor) == (11, 3)


@rule("pq17", "10.1", "T.ice")
@pytest.mark.parametrize(
    ("month", "zone", "ice", "certain"),
    [("jul", "w1", "solid_pack", False), ("jul", "w5", "clear", True), ("jul", "e2", "heavy_drift", False),
     ("jan", "w2", "solid_pack", True), ("apr", "w5", "light_drift", False), ("jul", "pack", "solid_pack", True),
     ("jan", "", "clear", True), ("dec", "e5", "light_drift", False)],
)  # fmt: skip
def test_10_1_expected_ice(month: str, zone: str, ice: str, certain: bool) -> None:
    (known,) = [one for one in MONTHS if one == month]
    (place,) = {one.zone for one in BOX.hexes.values() if one.zone == zone}
    assert (CHARTS.ice.expects(known, place).ice, CHARTS.ice.expects(known, place).certain) == (ice, certain)


def test_ice_worse_by_special_rule_is_never_certain() -> None:
    assert CHARTS.ice.expects("apr", "w4", 1) == Expected("solid_pack", certain=False)
    assert CHARTS.ice.expects("apr", "w1", 1) == Expected("solid_pack", certain=False)


@rule("pq17", "10.1")
@pytest.mark.parametrize(
    ("month", "die", "ice"),
    [("may", 0, "clear"), ("may", 1, "clear"), ("may", 2, "light_drift"), ("may", 7, "light_drift"),
     ("may", 8, "heavy_drift"), ("may", 9, "heavy_drift"), ("jul", 2, "clear"), ("jul", 9, "heavy_drift"),
     ("jul", 8, "light_drift"), ("jan", 7, "heavy_drift"), ("jan", 1, "light_drift"), ("jan", 0, "clear")],
)  # fmt: skip
def test_10_1_actual_ice(month: str, die: int, ice: str) -> None:
    (known,) = [one for one in MONTHS if one == month]
    assert CHARTS.ice.actual(known, "light_drift", die) == ice


@rule("pq17", "10.2.2", "10.2.3", "10.2.4", "10.2.5")
def test_10_2_2_what_ice_costs() -> None:
    effects = CHARTS.ice.effects
    assert [one.cards for one in effects.values()] == [0, 1, 2, 3, 4]
    assert [one.stops for one in effects.values()] == [-1, -1, -1, 5, 9]
    assert [one.whole for one in effects.values()] == [False, False, True, True, True]


@rule("pq17", "8.2")
def test_8_2_day_and_night() -> None:
    am, pm = Turn(1), Turn(2)
    lights = {light: (CHARTS.daylight.is_day(light, am), CHARTS.daylight.is_day(light, pm)) for light in (
        "dec_2", "jan_1", "feb_1", "apr_1", "apr_2", "aug_1", "aug_2", "nov_1", "nov_2",
    )}  # fmt: skip
    assert [sum(pair) for pair in lights.values()] == [0, 0, 1, 1, 2, 2, 1, 1, 0]
    assert lights["feb_1"] == (True, False)


@rule("pq17", "6.4.2")
def test_6_4_2_sectors_by_month() -> None:
    assert CHARTS.sectors.searched("jul") == {
        "british": 4, "soviet": 2, "stavanger": 2, "trondheim": 4, "barents": 4,
    }  # fmt: skip
    assert [CHARTS.sectors.searched(month)["barents"] for month in ("feb", "mar", "may", "sep", "dec")] == [
        1, 2, 4, 2, 1,
    ]  # fmt: skip


@rule("pq17", "T.charts", "7.5.2j")
def test_t_charts_gunnery() -> None:
    hits = CHARTS.gunnery.hits_from
    assert [hits("ca", "dd"), hits("ca", "tb"), hits("cl", "dd"), hits("dd", "tb"), hits("cl", "ca")] == [8, 8, 7, 8, 8]
    assert [hits("bb", "bb"), hits("bc", "bb"), hits("cb", "bb"), hits("cl", "bb"), hits("dd", "bb")] == [
        7, 8, 9, 10, None,
    ]  # fmt: skip
    assert hits("tb", "es") == 8
    assert [hits("es", "dd"), hits("cv", "dd"), hits("cve", "dd"), hits("ax", "dd"), hits("mx", "dd")] == [None] * 5


@rule("pq17", "7.3.1b", "7.3.1c", "7.3.1d")
def test_7_3_1b_torpedo_damage() -> None:
    result = CHARTS.torpedo_damage.result
    assert result("mx", 8) == TorpedoResult(sunk=2)
    assert result("mx", 8, from_air=True) == TorpedoResult(sunk=1)
    assert [result("mx", die) for die in (0, 1)] == [TorpedoResult(crippled=1), TorpedoResult(dead_in_water=1)]
    assert [result("bb", die) for die in (1, 2, 5, 9)] == [
        TorpedoResult(), TorpedoResult(1), TorpedoResult(1, crippled=1), TorpedoResult(3),
    ]  # fmt: skip
    assert [result("cl", 8), result("ca", 8), result("cve", 9)] == [
        TorpedoResult(sunk=1), TorpedoResult(3), TorpedoResult(sunk=1),
    ]  # fmt: skip
    assert [result("dd", die) for die in (1, 2, 3, 9)] == [
        TorpedoResult(crippled=1), TorpedoResult(dead_in_water=1), TorpedoResult(sunk=1), TorpedoResult(sunk=2),
    ]  # fmt: skip


@rule("pq17", "7.4")
@pytest.mark.parametrize(
    ("modified", "before", "after"),
    [(-6, 0, 0), (-1, 0, 0), (0, 0, 1), (1, 0, 1), (2, 0, 3), (3, 0, 3), (4, 1, 3), (5, 1, 3), (6, 2, 4), (7, 2, 4),
     (8, 3, 4), (9, 3, 4), (10, 4, 0), (15, 4, 0)],
)  # fmt: skip
def test_7_4_submarine_combat(modified: int, before: int, after: int) -> None:
    assert CHARTS.submarine.attacks(modified) == (before, after)


@rule("pq17", "7.4.1")
def test_7_4_1_anti_submarine_fire() -> None:
    found = [CHARTS.anti_submarine.result(die) for die in (-1, 4, 5, 7, 8, 10)]
    assert found == ["-", "-", "held_down", "held_down", "success", "success"]


@rule("pq17", "7.2.3")
def test_7_2_3_air_combat() -> None:
    assert [CHARTS.air_combat.result(die) for die in (0, 7, 8, 9, 10, 13)] == [
        "-", "-", "abort", "damaged", "hit", "hit",
    ]  # fmt: skip


@rule("pq17", "7.2.5")
@pytest.mark.parametrize(
    ("value", "results"),
    [(0, "- - abort abort damaged"), (1, "- - abort damaged damaged"), (2, "- - abort damaged hit"),
     (3, "- abort damaged damaged hit"), (4, "- abort damaged damaged hit"), (5, "abort abort damaged hit hit"),
     (11, "abort abort damaged hit hit")],
)  # fmt: skip
def test_7_2_5_anti_aircraft_fire(value: int, results: str) -> None:
    assert [CHARTS.anti_aircraft.result(value, die) for die in (6, 7, 8, 9, 12)] == results.split()
    assert CHARTS.anti_aircraft.result(value, 5) == CHARTS.anti_aircraft.result(value, -3) == "-"


@rule("pq17", "7.2.6", "7.2.6d")
def test_7_2_6_bombing() -> None:
    scored = CHARTS.bombing.scored
    assert [scored("lb", "mx", die) for die in (7, 8, 10, 11)] == [0, 1, 1, 2]
    assert [scored("db", "bb", 8), scored("mb", "bb", 9), scored("hb", "bb", 10), scored("lb", "cve", 8)] == [
        1, 0, 1, 1,
    ]  # fmt: skip
    with pytest.raises(LookupError):
        scored("f", "mx", 9)
    assert (CHARTS.base_bombing.hits["hb"], CHARTS.base_bombing.hits["db"], CHARTS.base_bombing.destroys) == (6, 7, 10)


@rule("pq17", "7.9")
def test_7_9_destroyer_fate() -> None:
    assert [CHARTS.destroyer_fate.results[die] for die in (0, 3, 4, 5, 6, 7, 9)] == [
        "sunk", "sunk", "dead_in_water", "crippled", "crippled", "damaged", "damaged",
    ]  # fmt: skip


@rule("pq17", "8.3.1")
def test_8_3_1_variable_start() -> None:
    starts = [str(CHARTS.variable_start.begins(read_turn("5 am"), die)) for die in range(10)]
    assert starts == ["1 pm", "2 am", "4 am", "4 am", "5 am", "5 am", "5 am", "6 am", "6 am", "7 am"]
    assert CHARTS.variable_start.begins(Turn(1), 2) == Turn(1)


@rule("pq17", "15.1a")
def test_15_1a_fuel_by_chit() -> None:
    assert [CHARTS.fuel.points(chit) for chit in "afgnotuxyz"] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


@rule("pq17", "13.0")
def test_13_0_events() -> None:
    event = CHARTS.events.happens
    assert [event("allied", total) for total in (0, 5, 6, 12, 13, 16, 17, 18)] == [
        "collision", "local_weather_britain", "none", "none", "signals", "superiors_warning", "air_raid_norway",
        "local_weather_kola",
    ]  # fmt: skip
    assert [event("axis", total) for total in (4, 5, 16, 17, 18)] == [
        "minefield", "local_weather_norway", "elusive_target", "air_raid_russia", "fuhrer_directive",
    ]  # fmt: skip


FAULTS: list[tuple[Files, str]] = [
    (swapped("charts.toml", "reduced = 11, fog = 14", "fog = 14, reduced = 11"), "weather.summer"),
    (swapped("charts.toml", "fair = 7, reduced = 11", "fair = 12, reduced = 11"), "must rise"),
    (swapped("charts.toml", "[18, 1], [19, 2]", "[18, 1]"), "weather.dispersal"),
    (swapped("charts.toml", "steps = [-1, -1,", "steps = [-1,"), "ice.steps"),
    (swapped("charts.toml", 'jan = ["sp!", "sp!", "sp",', 'jan = ["sp!", "tp", "sp",'), "grow lighter"),
    (swapped("charts.toml", '"sp", "tp", "hd", "sp!"', '"sp", "hd", "tp", "sp!"'), "ice.expected.jan"),
    (
        swapped("charts.toml", '"hd", "sp!", "sp", "tp", "hd", "ld"]', '"hd", "tp!", "sp", "tp", "hd", "ld"]'),
        "ice.expected.jan",
    ),
    (
        swapped("charts.toml", '"hd", "sp!", "sp", "tp", "hd", "ld"]', '"hd", "sp!", "sp", "tp", "ld", "hd"]'),
        "ice.expected.jan",
    ),
    (swapped("charts.toml", 'jan = ["sp!"', 'jan = ["xx"'), "ice.expected.jan"),
    (swapped("charts.toml", "clear = { cards = 0 }\n", ""), "ice.effects"),
    (swapped("charts.toml", '"dec_2"]\nam', "]\nam"), "daylight"),
    (swapped("charts.toml", '"oct", "nov"]', '"oct"]'), "sectors"),
    (swapped("charts.toml", "\ndd = { cv", "\nes = { cv"), "gunnery.hits.es"),
    (swapped("charts.toml", "\nhb = { bb = 10, ", "\nhb = { "), "bombing.hits.hb"),
    (swapped("charts.toml", 'bb = ["-", "-", "1"', 'bb = ["-", "1"'), "torpedo_damage.bb"),
    (swapped("charts.toml", '"1 s", "2 s", "2 s"]', '"1 s", "2 s", "2 x"]'), "is no result"),
    (swapped("charts.toml", '["-", "abort", "damaged", "hit"]', '["-", "hit", "damaged", "hit"]'), "grow lighter"),
    (swapped("charts.toml", "before = [0, 0,", "before = [0,"), "submarine"),
    (swapped("charts.toml", '["z", 4]', '["y", 4]'), "fuel.highest"),
    (swapped("charts.toml", 'allied = ["collision", ', "allied = ["), "events.allied"),
    (swapped("charts.toml", 'axis = ["collision"', 'axis = ["air_raid_norway"'), "events.axis"),
    (swapped("charts.toml", "\n[mines]", "\n[mine]"), "charts.toml"),
]


@pytest.mark.parametrize(("files", "said"), FAULTS)
def test_faulty_charts_are_refused(files: Files, said: str) -> None:
    assert said in str(refused(files))


@rule("pq17", "T.ice")
def test_t_ice_the_lane_to_arkhangelsk_crosses_three_zones() -> None:
    zones = [BOX.hexes[one].zone for one in ("0818", "0919", "1019", "1119")]
    assert zones == ["e5", "e5", "e4", "e3"]
    assert [BOX.hexes[one].zone for one in ("0214", "0305", "0111", "0817")] == ["w4", "w5", "pack", ""]
