"""Chapter 5 read sentence by sentence: speeds, ports, convoys, submarines, aircraft and the boxes, at every edge."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.orders.moves import Move, Route
from games.titles.pq17.rules.air.missions import holds_temporary, may_fly, missions_part
from games.titles.pq17.rules.movement.advance import advance_force
from games.titles.pq17.rules.movement.ports import excess_ships, excuses_patrol, leaves_patrol
from games.titles.pq17.rules.movement.speed import allowance
from games.titles.pq17.rules.movement.towing import may_tow
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.movement import Held
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Convoy, Plan, Report, Sky, Strength
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.sailings import AM, PM, afloat, sailing_from
from tests.titles.pq17.oracles import Barred, check_way
from tests.titles.pq17.under_way import moved, table
from tests.titles.procedures import Run

rule = pytest.mark.rule


@rule("pq17", "5.0", "5.1", "1.4a")
@pytest.mark.parametrize(
    ("words", "hexes"),
    [
        (("duke_of_york",), 3), (("duke_of_york 3",), 2), (("dd_a_i 4",), 3), (("tb_hunt 4",), 3),
        (("es_british 1",), 2),
        (("dd_a_i 4", "es_british 1"), 2), (("dd_a_i 4", "palomares"), 2), (("dd_a_i 4", "aldersdale"), 1),
        (("victorious", "avenger"), 3), (("kent 1",), 2), (("london 2",), 2), (("landing_ship_one",), 2),
    ],
)  # fmt: skip
def test_the_slowest_ship_says_how_far(words: tuple[str, ...], hexes: int) -> None:
    assert allowance(BOX, afloat(*words), "fair", AM) == hexes


@rule("pq17", "5.0", "5.1")
@pytest.mark.parametrize(
    ("kind", "words", "hexes"),
    [
        ("dummy", (), 3), ("wolfpack", ("ss_british 1",), 2), ("convoy", ("mv 1",), 1),
        ("convoy", ("mv 1", "dd_a_i 4"), 1), ("task_force", ("ss_soviet 1", "dd_project_7 1"), 2),
    ],
)  # fmt: skip
def test_each_kind_of_block(kind: str, words: tuple[str, ...], hexes: int) -> None:
    assert allowance(BOX, afloat(*words, kind=kind), "fair", AM) == hexes


@rule("pq17", "5.1", "5.1a")
@pytest.mark.parametrize(
    ("weather", "heavy", "light", "escort", "boats", "dummy"),
    [
        ("fair", 3, 3, 2, 2, 3), ("reduced", 3, 3, 2, 2, 3), ("fog", 3, 3, 2, 2, 3), ("storm", 3, 2, 2, 2, 3),
        ("gale", 2, 2, 2, 1, 2),
    ],
)  # fmt: skip
def test_weather(weather: WeatherKind, heavy: int, light: int, escort: int, boats: int, dummy: int) -> None:
    assert allowance(BOX, afloat("anson", "kent"), weather, AM) == heavy
    assert allowance(BOX, afloat("anson", "tb_hunt 1"), weather, AM) == light
    assert allowance(BOX, afloat("es_british 2"), weather, AM) == escort
    assert allowance(BOX, afloat("ss_british 2", kind="wolfpack"), weather, AM) == boats
    assert allowance(BOX, afloat(kind="dummy"), weather, AM) == dummy


@rule("pq17", "5.1a", "11.2.2", "11.2.3")
@pytest.mark.parametrize(("state", "hexes"), [("full", 3), ("low", 2), ("critical", 1)])
def test_fuel(state: Any, hexes: int) -> None:
    fuel = Fuel(12) if state == "full" else Fuel(12, state)
    assert allowance(BOX, afloat("dd_a_i 2", fuel=fuel), "fair", AM) == hexes


@rule("pq17", "5.1", "5.1.1")
@pytest.mark.parametrize(("turn", "hexes"), [(AM, 0), (PM, 1)])
def test_a_towed_ship_creeps_in_the_afternoon_alone(turn: object, hexes: int) -> None:
    tow = afloat("dd_a_i 1", "kent")
    tow.counters[0].tows, tow.counters[1].dead, tow.counters[1].towed = True, True, True
    assert allowance(BOX, tow, "fair", turn) == hexes


@rule("pq17", "5.1.1")
@pytest.mark.parametrize(
    ("tug", "anson", "victorious", "kent", "mv", "dd"),
    [
        ("anson", 1, 1, 1, 1, 1), ("kent", 1, 1, 1, 1, 1), ("jamaica", 1, 1, 1, 1, 1), ("dd_a_i", 0, 0, 1, 1, 1),
        ("tb_hunt", 0, 0, 0, 0, 0), ("es_british", 0, 0, 0, 0, 0), ("mv", 0, 0, 0, 0, 0),
    ],
)  # fmt: skip
def test_who_tows_whom(tug: str, anson: int, victorious: int, kent: int, mv: int, dd: int) -> None:
    wrecks = {"anson": anson, "victorious": victorious, "kent": kent, "mv": mv, "dd_us": dd}
    assert {name: may_tow(BOX.ships[tug], BOX.ships[name]) for name in wrecks} == {
        name: bool(one) for name, one in wrecks.items()
    }


@rule("pq17", "5.1.2", "5.1")
@pytest.mark.parametrize(
    ("at", "way", "pace", "inside"),
    [
        ("0812", ("0813",), "cruise", True), ("0712", ("0812", "0813"), "high", False), ("0813", (), "slow", True),
        ("0812", ("0813",), "slow", False), ("0812", ("0813",), "high", True),
    ],
)  # fmt: skip
def test_entering_port_costs_a_hex_and_never_at_high_speed(
    at: str, way: tuple[str, ...], pace: Any, inside: bool
) -> None:
    one = afloat("lutzow", at=at, side="axis")
    board = table(one)
    moved(board, Move("t", way, pace, "narvik"), side="axis")
    assert (one.at, one.port) == ("0813", "narvik" if inside else "")


@rule("pq17", "5.1.3", "5.1")
@pytest.mark.parametrize(
    ("pace", "at"), [("slow", "0504"), ("cruise", "0404"), ("", "0404")]
)  # fmt: skip
def test_leaving_port_costs_a_hex(pace: Any, at: str) -> None:
    one = afloat("kent", at="0504", port="reykjavik")
    moved(table(one), Move("t", ("0404", "0405", "0406"), pace))
    assert (one.at, one.port, one.level, one.from_port) == (at, "", None, True)


@rule("pq17", "5.1.3")
def test_nobody_returns_in_the_turn_he_left() -> None:
    out = afloat("kent", at="0504", from_port=True)
    assert check_way(BOX, out, (), sailing_from(), port="reykjavik") == Barred("0504", "5.1.2")
    assert check_way(BOX, afloat("kent", at="0504"), (), sailing_from(), port="reykjavik") is None


@rule("pq17", "5.1.2a")
@pytest.mark.parametrize(
    ("month", "words", "beyond"),
    [
        ("1941-07", ("kent",), {}), ("1941-07", ("kent", "london"), {"cruisers": 1}), ("1942-10", ("dd_a_i 5",), {}),
        ("1942-10", ("dd_a_i 3", "tb_hunt 3"), {"light": 1}), ("1942-10", ("anson",), {"capital_ships": 1}),
        ("1942-12", ("kent", "london", "dd_us 8"), {}), ("1942-12", ("dd_us 9",), {"light": 1}),
        ("1943-10", ("kent", "london", "norfolk"), {"cruisers": 1}), ("1943-12", ("anson", "dd_us 10"), {}),
        ("1943-12", ("anson", "howe", "dd_us 11"), {"capital_ships": 1, "light": 1}),
        ("1943-12", ("kent", "london", "norfolk"), {}),
        ("1943-12", ("kent", "london", "norfolk", "suffolk"), {"cruisers": 1}),
        ("1941-07", ("dd_project_7 9", "tb_novik 9", "es_british 9", "mv 30", "palomares"), {}),
    ],
)  # fmt: skip
def test_what_russia_takes(month: str, words: tuple[str, ...], beyond: dict[str, int]) -> None:
    assert excess_ships(BOX, month, {}, ships(*words)) == beyond


@rule("pq17", "5.1.2a")
@pytest.mark.parametrize(
    ("strength", "crippled", "dead", "counts"), [(3, False, False, True), (2, False, False, False),
                                                 (3, True, False, False), (3, False, True, False)]
)  # fmt: skip
def test_damaged_ships_always_find_a_berth(strength: int, crippled: bool, dead: bool, counts: bool) -> None:
    coming = [Counter("norfolk", strength, crippled=crippled, dead=dead)]
    assert bool(excess_ships(BOX, "1942-07", {"cruisers": 1}, coming)) is counts


@rule("pq17", "5.1.2a")
def test_both_ports_count_together_and_for_the_whole_operation() -> None:
    first, second = (
        afloat("kent", "dd_a_i 3", at="0817"),
        force("u", "allied", "task_force", "1119", "dd_us 3", "london"),
    )
    board = table(first, second)
    moved(board, Move("t", (), "slow", "murmansk"))
    assert (first.port, board.state.russian) == ("murmansk", {"cruisers": 1, "light": 3})
    moved(board, Move("u", (), "slow", "arkhangelsk"), dice=[(5,)])
    assert second.port == "arkhangelsk"
    assert sorted((one.ship, one.strength) for one in second.counters) == [("dd_us", 2)]
    outside = next(one for one in board.state.forces if one.id not in ("t", "u"))
    assert sorted((one.ship, one.strength) for one in outside.counters) == [("dd_us", 1), ("london", 3)]


@rule("pq17", "5.1.4", "1.1.1")
@pytest.mark.parametrize(
    ("side", "kind", "here", "there", "rule_"),
    [
        ("axis", "task_force", "0816", "0817", "5.1.4"), ("axis", "convoy", "0816", "0817", "5.1.4"),
        ("axis", "wolfpack", "0816", "0817", ""), ("axis", "wolfpack", "1019", "1119", "5.1.4"),
        ("axis", "wolfpack", "1106", "1206", "5.1.4"), ("axis", "wolfpack", "1006", "1107", "5.1.4"),
        ("allied", "wolfpack", "0812", "0813", "5.1.4"), ("allied", "task_force", "0714", "0814", "5.1.4"),
        ("allied", "task_force", "0817", "0816", "5.1.4"), ("allied", "task_force", "0812", "0913", ""),
    ],
)  # fmt: skip
def test_hexes_of_enemy_ports(side: str, kind: str, here: str, there: str, rule_: str) -> None:
    """Bodo (0913) is no port in July 1942."""
    holding = {"task_force": "kent", "wolfpack": "ss_german 1" if side == "axis" else "ss_british 1", "convoy": "mv 1"}
    assert there in BOX.waters.ways[here]
    found = check_way(BOX, afloat(holding[kind], at=here, side=side, kind=kind), (there,), sailing_from())
    assert (found.rule if found else "") == rule_


@rule("pq17", "5.1.5", "5.1.5a")
def test_a_convoy_goes_a_hex_every_turn_until_it_is_in() -> None:
    one = force("c", "allied", "convoy", "0718", "mv 9", convoy=Convoy(laden=True, destinations=("murmansk",)))
    board = table(one)
    moved(board, Route("c", "murmansk", ("0717", "0817")))
    found = [(one.at, one.port)]
    for _ in range(2):
        one.moved = 0
        moved(board)
        found.append((one.at, one.port))
    assert found == [("0717", ""), ("0817", ""), ("0817", "murmansk")]


@rule("pq17", "5.1.5a")
@pytest.mark.parametrize(("off", "barred"), [(0, ""), (1, ""), (2, "5.1.5a")])
def test_never_more_than_one_hex_back(off: int, barred: str) -> None:
    """`off`: how much farther from Murmansk than it has been the next hex is."""
    one = force("c", "allied", "convoy", "0410", "mv 9")
    enemy = BOX.enemy_ports(BOX.operations["pq17"], "allied")
    left = {hex_: BOX.waters.distance(hex_, "0817", enemy) for hex_ in BOX.waters.ways["0410"]}
    distances = {hex_: far for hex_, far in left.items() if far is not None}
    assert len(set(distances.values())) == 3
    for hex_, far in distances.items():
        one.convoy = Convoy(destination="murmansk", nearest=far - off)
        found = check_way(BOX, one, (hex_,), sailing_from())
        others = any(other <= far - off + 1 for name, other in distances.items() if name != hex_)
        assert (found.rule if found else "") == (barred if others else ""), hex_


@rule("pq17", "5.1.5a")
@pytest.mark.parametrize("last", ["0508", "0607"])
def test_how_near_its_port_a_convoy_has_been_is_kept_from_turn_to_turn(last: str) -> None:
    """A hex nearer and one back again it goes, and no farther."""
    one = force("c", "allied", "convoy", "0509", "mv 9")
    board = table(one)
    left = {
        at: BOX.waters.distance(at, "0817", BOX.enemy_ports(board.operation, "allied")) for at in ("0609", "0608", last)
    }
    assert left == {"0609": 9, "0608": 10, last: 11}
    moved(board, Route("c", "murmansk", ("0609", "0608", last, "0707")))
    found = [one.at]
    for _ in range(2):
        one.moved = 0
        moved(board)
        found.append(one.at)
    assert found == ["0609", "0608", "0608"]
    assert [told.for_seat("allied").rule for told in board.told if isinstance(told.for_seat("allied"), Held)] == [
        "5.1.5a"
    ]


@rule("pq17", "5.1.5a", "8.3b")
def test_so_is_how_near_it_has_been_before_play_starts() -> None:
    one = force("c", "allied", "convoy", "0509", "mv 9", plan=Plan(1, ("0609", "0608"), "murmansk"))
    one.convoy = Convoy(laden=True, destinations=("murmansk",), destination="murmansk")
    Run().carry_out(advance_force(table(one), one, 3), None, dice=(), draws=(), says=None)
    assert (one.plan, one.convoy.nearest, one.convoy.been) == (Plan(1, (), "murmansk"), 9, ["0509", "0609"])


@rule("pq17", "5.1.6", "5.1")
@pytest.mark.parametrize(
    ("kind", "at", "way", "barred"),
    [
        ("task_force", "0612", ("0713", "0813", "0814"), "5.1.6"), ("task_force", "0813", ("0713", "0612", "0512"), ""),
        ("task_force", "0812", ("0712", "0611", "0610"), ""), ("task_force", "0712", ("0812", "0713", "0613"), "5.1.6"),
        ("dummy", "0712", ("0812", "0713", "0613"), "5.1.6"), ("task_force", "0712", ("0812", "0713"), ""),
    ],
)  # fmt: skip
def test_no_high_speed_in_a_turn_that_enters_the_leads(kind: str, at: str, way: tuple[str, ...], barred: str) -> None:
    words = ("lutzow",) if kind == "task_force" else ()
    found = check_way(BOX, afloat(*words, at=at, side="axis", kind=kind), way, sailing_from())
    assert (found.rule if found else "") == barred


@rule("pq17", "5.1.9a")
@pytest.mark.parametrize(
    ("hex_", "leaves"), [(one, False) for one in ("0305", "0204", "0205", "0304", "0306", "0404", "0405", "0504")]
    + [(one, True) for one in ("0403", "0406", "0503", "0505", "0303", "0604")],
)  # fmt: skip
def test_the_waters_of_the_patrol(hex_: str, leaves: bool) -> None:
    assert bool(leaves_patrol(BOX, afloat("kent", at="0404"), (hex_,), ["kent"])) is leaves
    assert leaves_patrol(BOX, afloat("london", at="0404"), (hex_,), ["kent"]) == ()


@rule("pq17", "5.1.9a", "2.2")
@pytest.mark.parametrize(
    ("fields", "excused"),
    [
        ({"kind": "task_force", "at": "0305"}, True), ({"kind": "task_force", "at": "0407"}, False),
        ({"kind": "convoy", "at": "0305"}, False), ({"kind": "wolfpack", "at": "0305"}, False),
        ({"kind": "task_force", "at": "0712", "strengths": (Strength("capital", 1, 5),)}, True),
        ({"kind": "task_force", "at": "0712", "strengths": (Strength("cruiser", 1, 4),)}, False),
        ({"kind": "task_force", "at": "0813", "port": "narvik", "strengths": (Strength("capital", 1, 5),)}, False),
        ({"kind": "task_force", "at": "0305", "to": "axis"}, False),
    ],
)  # fmt: skip
def test_what_excuses_a_cruiser(fields: dict[str, object], excused: bool) -> None:
    report = Report(**{"to": "allied", "turn": 9, "source": "search", **fields})
    assert excuses_patrol(BOX, [report]) is excused


def over(
    unit: str, base: str, *, night: bool = False, weather: WeatherKind = "fair", key: str = "pq17"
) -> tuple[Board, AirUnit]:
    one = AirUnit(unit, 1, id="u", base=base)
    light = "dec_1" if night else "jul_1"
    board = arctic(air=[one], light=light, sky=Sky(weather), scenario=key)
    board.place(force("home", "allied", "task_force", "0409", "victorious"))
    assert board.is_day is not night
    return board, one


@rule("pq17", "5.3a", "9.2.3", "9.2.4", "9.2.5")
@pytest.mark.parametrize(
    ("unit", "base", "by_night"),
    [
        ("ju_88", "bardufoss", False), ("he_111", "bardufoss", False), ("fw_200", "vaernes", True),
        ("bv_138", "tromso", True), ("he_115", "kirkenes", True), ("ju_88d", "bardufoss", True),
        ("hampden", "sumburgh", True), ("beaufort", "wick", True), ("halifax", "wick", True),
        ("catalina", "akureyri", True),
        ("albacore", "victorious", True), ("fulmar", "victorious", False), ("hurricane_british", "wick", False),
        ("spitfire_pr", "wick", False), ("pe_2", "vaenga", False), ("db_3f", "vaenga", False),
        ("mbr_2", "murmansk", True),
    ],
)  # fmt: skip
def test_who_flies_in_what(unit: str, base: str, by_night: bool) -> None:
    assert may_fly(*over(unit, base))
    assert may_fly(*over(unit, base, night=True)) is by_night
    weathers = [may_fly(*over(unit, base, weather=kind)) for kind in ("reduced", "fog", "storm", "gale")]
    assert weathers == [True, False, base != "victorious", False]


@rule("pq17", "5.3.1")
@pytest.mark.parametrize(
    ("unit", "base", "day", "night"),
    [
        ("bv_138", "tromso", True, False), ("he_115", "kirkenes", True, False), ("fw_200", "vaernes", False, False),
        ("catalina", "akureyri", True, True), ("hampden", "sumburgh", False, False), ("mbr_2", "murmansk", True, True),
        ("albacore", "victorious", True, True),
    ],
)  # fmt: skip
def test_who_holds_a_radius_for_a_while(unit: str, base: str, day: bool, night: bool) -> None:
    assert holds_temporary(*over(unit, base)) is day
    assert holds_temporary(*over(unit, base, night=True)) is night


@rule("pq17", "5.3.1")
@pytest.mark.parametrize(("month", "holds"), [("1943-07", False), ("1943-08", True), ("1943-12", True)])
def test_the_axis_at_night_from_august_1943(month: str, holds: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    board, unit = over("bv_138", "tromso", night=True)
    operation = structs.replace(board.operation, month=month)
    monkeypatch.setattr(type(board), "operation", property(lambda _: operation))
    assert holds_temporary(board, unit) is holds


@rule("pq17", "5.3.1", "5.3")
def test_missions_reach_as_far_as_the_unit_and_no_radius_lies_over_an_enemy_port() -> None:
    near, far = force("n", "axis", "task_force", "0408", "lutzow"), force("f", "axis", "task_force", "0415", "koln")
    board = arctic(near, far, force("k", "axis", "task_force", "0812", "admiral_scheer"))
    board.state.air = [
        AirUnit("hudson", 1, id="u", base="kaldadarnes"),
        AirUnit("catalina", 1, id="c", base="akureyri"),
    ]
    (hudson, catalina) = missions_part(board, "allied").flights
    assert (hudson.search, hudson.attack, hudson.escort) == (("0408",), ("0408",), ())
    assert catalina.search == ("0408", "0812")
    assert "0813" not in catalina.patrol
    assert "0812" in catalina.patrol


@rule("pq17", "5.7.1", "5.7.3")
@pytest.mark.parametrize(
    ("side", "at", "way", "barred"),
    [
        ("axis", "1707", ("german",), ""), ("axis", "1708", ("german",), ""), ("axis", "1706", ("german",), "5.7.1"),
        ("allied", "1707", ("german",), "5.7.1"), ("axis", "1608", ("1708", "german"), ""),
        ("axis", "german", ("1707", "1607"), ""), ("axis", "german", ("1707", "1607", "1507"), "5.7.1"),
        ("allied", "1706", ("english_channel",), ""), ("allied", "1606", ("1706", "english_channel"), ""),
        ("allied", "1707", ("english_channel",), "5.7.3"), ("axis", "1706", ("english_channel",), "5.7.3"),
    ],
)  # fmt: skip
def test_a_box_is_entered_by_its_doors(side: str, at: str, way: tuple[str, ...], barred: str) -> None:
    found = check_way(BOX, afloat("koln" if side == "axis" else "kent", at=at, side=side), way, sailing_from())
    assert (found.rule if found else "") == barred


@rule("pq17", "5.7.2", "10.1")
@pytest.mark.parametrize(
    ("key", "die", "enters"),
    [
        ("pq17", 8, True), ("pq17", 9, False), ("pq18", 9, True), ("jw51b", 1, True), ("jw51b", 2, False),
        ("pq14", 1, False),
    ],
)  # fmt: skip
def test_the_kara_sea_opens_to_light_drift_at_most(key: str, die: int, enters: bool) -> None:
    """E3: light drift in July, clear in September, heavy drift in December, solid pack in April, all of them in doubt;
    a 9 is one worse, in summer an 8 not yet, a 1 one better.
    """
    one = afloat("kent", at="0622")
    board = table(one, scenario=key)
    moved(board, Move("t", ("kara_sea",)), dice=[(die,)])
    assert (one.at == "kara_sea") is enters
