"""5.0, 5.1: how fast forces go, and what limits their speed."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.orders.move_orders import Move, Route, Stay, Train
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.movement.passage import hexes_now
from games.titles.pq17.rules.movement.segment import _write, movement
from games.titles.pq17.rules.movement.speed import allowance
from games.titles.pq17.rules.weather.weather import top_speed
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.speeds import ship_speed
from games.titles.pq17.state.state import Convoy, Plan
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.sailings import (
    AM,
    WAY,
    afloat,
    bound_convoy,
    one_task_force,
    sailing,
    way_lines,
)
from tests.titles.pq17.oracles import Barred, check_way
from tests.titles.pq17.playing import phase, play
from tests.titles.pq17.trial import read_counters
from tests.titles.pq17.under_way import moved, table

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
def test_5_0_distance_by_sea_for_allied_ships(one: str, other: str, steps: int) -> None:
    shut = BOX.enemy_ports(BOX.operations["pq17"], "allied")
    here, there = BOX.ports[one].hex, BOX.ports[other].hex
    way = BOX.waters.shortest(here, there, shut)
    assert way is not None
    assert (len(way), BOX.waters.distance(here, there, shut)) == (steps, steps)
    assert not shut & set(way)
    assert all(BOX.waters.are_joined(a, b) for a, b in zip((here, *way), way, strict=False))


@rule("pq17", "5.0")
def test_5_0_no_ship_crosses_a_closed_side_or_land() -> None:
    assert BOX.waters.are_joined("0420", "0421")
    assert not BOX.waters.are_joined("1704", "1705")
    assert all(BOX.hexes[there].is_sea for ways in BOX.waters.ways.values() for there in ways)
    assert BOX.waters.shortest("0305", "0106") is None
    assert BOX.waters.distance("0305", "0305") == 0


@rule("pq17", "5.0", "5.1", "11.2.3", "11.2.2", "11.3.2")
def test_5_0_the_slowest_ship_fuel_and_refuelling() -> None:
    fast = ("tirpitz", "dd_36a 5")
    assert allowance(BOX, one_task_force("0611", *fast, fuel=Fuel(12, "low")), "fair", AM) == 2
    assert allowance(BOX, one_task_force("0611", *fast, fuel=Fuel(12, "critical")), "fair", AM) == 1
    assert allowance(BOX, one_task_force("0611", *fast, refuelling=True), "fair", AM) == 1
    assert allowance(BOX, one_task_force("0611", *fast, "es_german 1"), "fair", AM) == 2
    assert allowance(BOX, bound_convoy("0410"), "fair", AM) == 1


@rule("pq17", "5.0")
@pytest.mark.parametrize(("here", "there"), [("1704", "1705"), ("0305", "0106"), ("0815", "0915"), ("0611", "0613")])
def test_5_0_closed_sides_land_and_leaps(here: str, there: str) -> None:
    assert check_way(BOX, one_task_force(here, "kent", side="allied"), (there,), sailing()) == Barred(there, "5.0")


@rule("pq17", "5.0", "4.2d", "5.1.2")
def test_5_0_a_written_way_is_gone_turn_by_turn_until_port() -> None:
    board = table(force("t", "axis", "task_force", "0612", "lutzow"))
    moved(board, Move("t", ("0712", "0812", "0813"), enters="narvik"), side="axis")
    assert (board.force("t").at, board.force("t").port) == ("0812", "")
    board.force("t").moved = 0
    moved(board, side="axis")
    assert (board.force("t").at, board.force("t").port, board.force("t").plan) == ("0813", "narvik", None)


@rule("pq17", "5.0")
def test_5_0_a_force_that_is_told_to_stay_forgets_its_way() -> None:
    board = table(force("t", "axis", "task_force", "0612", "lutzow", plan=Plan(0, ("0712",))))
    moved(board, Stay("t"), side="axis")
    assert (board.force("t").at, board.force("t").plan) == ("0612", None)


@rule("pq17", "5.0", "4.3.2")
def test_5_0_a_draft_says_when_a_force_will_be_there_and_what_leaving_port_costs() -> None:
    board = table(force("cover", "allied", "task_force", "0504", "london", "norfolk", port="reykjavik"))
    order = {"order": "move", "force": "cover", "way": ["0404", "0405", "0406", "0407", "0408", "0409"]}
    lines = PhaseForm(moves=moves_part(board, "allied")).preview([order]).lines
    said = [line.text.en for line in lines]
    assert any("6 hexes, there on day 6 PM at the earliest; none of them in enemy air radii" in one for one in said), (
        said
    )
    assert any("Leaving port costs" in one and "Command Points" in one for one in said)


@rule("pq17", "5.0", "5.1.5", "4.3.4")
def test_5_0_what_is_ordered_is_written_for_later_turns() -> None:
    old = Plan(3, ("0405",), "murmansk", then="arkhangelsk", lands=("mv",))
    voyage = Convoy(laden=True, destinations=("murmansk", "arkhangelsk"), destination="murmansk", nearest=2)
    board = arctic(
        force("a", "allied", "task_force", "0404", "london", plan=Plan(0, ("0405",))),
        force("b", "allied", "task_force", "0404", "norfolk"),
        force("c", "allied", "task_force", "0404", "kent"),
        force("same", "allied", "convoy", "0504", "mv 8", port="reykjavik", plan=old, convoy=structs.replace(voyage)),
        force("other", "allied", "convoy", "0504", "mv 8", plan=old, convoy=structs.replace(voyage)),
    )
    _write(board, [Stay("a"), Move("b", ("0405", "0406"), "slow", "narvik", "turn"), Train("c", ("0405",)),
                   Route("same", "murmansk", ("0404",)), Route("other", "arkhangelsk", ("0404",), "stop")])  # fmt: skip
    assert board.force("a").plan is None
    assert board.force("b").plan == Plan(0, ("0405", "0406"), "narvik", "slow", "turn")
    assert board.force("c").plan == Plan(0, ("0405",), training=True)
    assert board.force("same").plan == Plan(3, ("0404",), "murmansk", then="arkhangelsk", lands=("mv",))
    assert board.force("other").plan == Plan(0, ("0404",), "arkhangelsk", ice="stop")
    ends = {
        one.id: (one.convoy.destination, one.convoy.nearest) for one in board.state.forces if one.convoy is not None
    }
    assert ends == {"same": ("murmansk", 2), "other": ("arkhangelsk", None)}


@rule("pq17", "5.0", "11.1.3")
@pytest.mark.parametrize(("pace", "left"), [("high", ""), ("slow", "slow"), ("", "")])
def test_5_0_high_speed_is_ordered_for_one_turn_and_slow_speed_for_all(pace: str, left: str) -> None:
    way = ("0407", "0406", "0405", "0404", "0403")
    one = force("t", "allied", "task_force", "0408", "london", fuel=Fuel(20), plan=Plan(0, way, "", pace))
    board = phase(arctic(one), "allied")
    play(movement(board))
    assert one.plan is not None
    assert (len(one.plan.route) < len(way), one.plan.pace) == (True, left)


@rule("pq17", "5.0", "5.1.2", "5.1.3", "5.1.5", "4.3.2")
@pytest.mark.parametrize(
    ("order", "fields", "day"),
    [
        ({"order": "move", "force": "a", "way": ["0402", "0403"]}, {}, "day 2 AM"),
        ({"order": "move", "force": "a", "way": ["0402", "0403", "0404"]}, {}, "day 2 PM"),
        ({"order": "move", "force": "a", "way": ["0402", "0403", "0404"], "pace": "high"}, {"hexes": 3}, "day 2 AM"),
        ({"order": "move", "force": "a", "way": ["0402", "0403"], "pace": "slow"}, {}, "day 2 PM"),
        ({"order": "move", "force": "a", "way": ["0402", "0403"]}, {"port": "tromso"}, "day 2 PM"),
        ({"order": "move", "force": "a", "way": ["0402", "0403", "0404"], "enters": "narvik"}, {}, "day 2 PM"),
        ({"order": "move", "force": "a", "way": ["0402"]}, {"hexes": 1}, "day 2 AM"),
        ({"order": "move", "force": "a", "way": ["0402", "0403"]}, {"hexes": 1}, "day 2 PM"),
        ({"order": "route", "convoy": "a", "to": "narvik", "way": ["0402", "0403", "0404"]},
         {"kind": "convoy", "hexes": 1}, "day 3 PM"),
    ],
)  # fmt: skip
def test_5_0_a_movement_tells_when_its_way_ends(order: dict[str, Any], fields: dict[str, Any], day: str) -> None:
    """Play stands at day 2 AM. A hex to leave port and one to enter it; high speed holds for this turn alone."""
    ((tone, text),) = [line for line in way_lines(order, **fields) if "hex" in line[1]]
    assert tone == "free"
    assert f"there on {day} at the earliest" in text


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
def test_5_0_the_slowest_ship_says_how_far(words: tuple[str, ...], hexes: int) -> None:
    assert allowance(BOX, afloat(*words), "fair", AM) == hexes


@rule("pq17", "5.0", "5.1")
@pytest.mark.parametrize(
    ("kind", "words", "hexes"),
    [
        ("dummy", (), 3), ("wolfpack", ("ss_british 1",), 2), ("convoy", ("mv 1",), 1),
        ("convoy", ("mv 1", "dd_a_i 4"), 1), ("task_force", ("ss_soviet 1", "dd_project_7 1"), 2),
    ],
)  # fmt: skip
def test_5_0_each_kind_of_block(kind: str, words: tuple[str, ...], hexes: int) -> None:
    assert allowance(BOX, afloat(*words, kind=kind), "fair", AM) == hexes


@rule("pq17", "5.1", "5.1a", "9.2.4", "9.2.5", position="PP29")
@pytest.mark.parametrize(
    ("weather", "alone", "with_destroyer"), [("fair", 3, 3), ("fog", 3, 3), ("storm", 3, 2), ("gale", 2, 2)]
)
def test_5_1_weather_and_speed(weather: WeatherKind, alone: int, with_destroyer: int) -> None:
    assert allowance(BOX, one_task_force("0611", "tirpitz"), weather, AM) == alone
    assert allowance(BOX, one_task_force("0611", "tirpitz", "dd_36a 1"), weather, AM) == with_destroyer
    assert allowance(BOX, force("d", "axis", "dummy", "0611"), weather, AM) == alone


@rule("pq17", "5.1", "1.4a")
@pytest.mark.parametrize(
    ("strength", "crippled", "speed"),
    [(4, False, "high"), (3, False, "cruise"), (2, False, "cruise"), (1, False, "slow"), (4, True, "slow")],
)
def test_5_1_steps_and_speed(strength: int, crippled: bool, speed: str) -> None:
    assert ship_speed(BOX, Counter("anson", strength, crippled=crippled)) == speed


@rule("pq17", "5.1", "5.1.2", "5.1.3", "5.1.6", "11.2.1")
@pytest.mark.parametrize(
    ("fields", "plan", "most"),
    [
        ({}, Plan(0, WAY), 2),
        ({}, Plan(0, WAY, pace="high"), 3),
        ({}, Plan(0, WAY, pace="slow"), 1),
        ({"moved": 1}, Plan(0, WAY), 1),
        ({"moved": 2}, Plan(0, WAY), 0),
        ({"port": "tromso"}, Plan(0, WAY, pace="high"), 2),
        ({}, Plan(0, WAY[:2], "narvik", "high"), 2),
        ({}, Plan(0, WAY[:3], "narvik", "high"), 3),
        ({}, Plan(0, WAY, "narvik", "high"), 3),
        ({"fuel": Fuel(9, "low")}, Plan(0, WAY, pace="high"), 2),
        ({"fuel": Fuel(9, "critical")}, Plan(0, WAY, pace="high"), 1),
    ],
)
def test_5_1_how_far_a_force_goes_in_a_turn(fields: Any, plan: Plan, most: int) -> None:
    one = force("t", "axis", "task_force", "0408", "admiral_hipper", **fields)
    assert hexes_now(arctic(one), one, plan) == most


@rule("pq17", "5.1", "5.1a", "5.1.1", "11.2.3", "9.2.5", position="PP30")
@pytest.mark.parametrize(
    ("holding", "kind", "weather", "turn", "hexes"),
    [
        (("dd_a_i 4",), "task_force", "fair", 9, 3), (("dd_a_i 4", "es_british 1"), "task_force", "fair", 9, 2),
        (("duke_of_york 3",), "task_force", "fair", 9, 2), (("duke_of_york 1",), "task_force", "fair", 9, 1),
        (("duke_of_york 4+crippled",), "task_force", "fair", 9, 1), (("ss_british 2",), "wolfpack", "gale", 9, 1),
        (("kent 2", "dd_a_i 1"), "task_force", "storm", 9, 2), (("kent 2",), "task_force", "storm", 9, 3),
        (("kent 2",), "task_force", "gale", 9, 2), (("kent 0+dead",), "task_force", "fair", 10, 0),
        (("kent 0+dead+towed", "dd_a_i 1+tows"), "task_force", "fair", 9, 0),
        (("kent 0+dead+towed", "dd_a_i 1+tows"), "task_force", "fair", 10, 1),
        (("mv 9", "dd_a_i 1"), "convoy", "fair", 9, 1), (("ss_german 3",), "wolfpack", "storm", 9, 2),
        (("ss_german 3",), "wolfpack", "gale", 9, 1),
    ],
)  # fmt: skip
def test_5_1_the_slowest_ship_in_the_weather_of_the_turn(
    holding: tuple[str, ...], kind: Any, weather: Any, turn: int, hexes: int
) -> None:
    one = force("t", "allied", kind, "0411")
    one.counters = read_counters(*holding)
    assert allowance(BOX, one, weather, table(turn=turn).now) == hexes


@rule("pq17", "5.1", "5.1a")
@pytest.mark.parametrize(
    ("weather", "heavy", "light", "escort", "boats", "dummy"),
    [
        ("fair", 3, 3, 2, 2, 3), ("reduced", 3, 3, 2, 2, 3), ("fog", 3, 3, 2, 2, 3), ("storm", 3, 2, 2, 2, 3),
        ("gale", 2, 2, 2, 1, 2),
    ],
)  # fmt: skip
def test_5_1_weather(weather: WeatherKind, heavy: int, light: int, escort: int, boats: int, dummy: int) -> None:
    assert allowance(BOX, afloat("anson", "kent"), weather, AM) == heavy
    assert allowance(BOX, afloat("anson", "tb_hunt 1"), weather, AM) == light
    assert allowance(BOX, afloat("es_british 2"), weather, AM) == escort
    assert allowance(BOX, afloat("ss_british 2", kind="wolfpack"), weather, AM) == boats
    assert allowance(BOX, afloat(kind="dummy"), weather, AM) == dummy


@rule("pq17", "5.1a", "9.2.4", "9.2.5", positions=("PP29", "PP30"))
@pytest.mark.parametrize(
    ("kind", "heavy", "light", "boats"), [("fair", 3, 3, 2), ("storm", 3, 2, 2), ("gale", 2, 2, 1)]
)
def test_5_1a_speed_in_weather(kind: WeatherKind, heavy: int, light: int, boats: int) -> None:
    assert top_speed(BOX, kind, light=False, submarines=False) == heavy
    assert top_speed(BOX, kind, light=True, submarines=False) == light
    assert top_speed(BOX, kind, light=False, submarines=True) == boats


@rule("pq17", "5.1a", "11.2.2", "11.2.3")
@pytest.mark.parametrize(("state", "hexes"), [("full", 3), ("low", 2), ("critical", 1)])
def test_5_1a_fuel(state: Any, hexes: int) -> None:
    fuel = Fuel(12) if state == "full" else Fuel(12, state)
    assert allowance(BOX, afloat("dd_a_i 2", fuel=fuel), "fair", AM) == hexes
