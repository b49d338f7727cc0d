"""5.1.9a, 6.1, 6.3, 6.6, 7.1, 7.7.3, 12.4, 13.0b: small conditions, each by itself."""

from typing import Any

import pytest

from games.titles.pq17.components import hexes
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.missions import Fly
from games.titles.pq17.rules.air.stragglers import attack_stragglers as bomb_stragglers
from games.titles.pq17.rules.air.strike import Place
from games.titles.pq17.rules.movement.orders import own_ports
from games.titles.pq17.rules.search.legal_attacks import is_hopeless
from games.titles.pq17.rules.search.strikes import _spares
from games.titles.pq17.rules.special.bombing import ports_in_range
from games.titles.pq17.rules.special.mishaps import _make_for_port
from games.titles.pq17.rules.submarine.boats import fight_duel, is_patrolled
from games.titles.pq17.state.state import AirUnit, Phase, Report
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters, run

rule = pytest.mark.rule


@rule("pq17", "7.1")
@pytest.mark.parametrize(
    ("ships", "prey", "told", "hopeless"),
    [
        (("lutzow",), ("task_force", "london"), None, True),
        (("lutzow",), ("convoy", "mv 4"), None, False),
        (("lutzow",), ("task_force", "london"), {"warships": 1, "heavy": 0}, False),
        (("dd_36a 1",), ("task_force", "london"), {"warships": 9, "heavy": 3}, True),
        (("lutzow",), ("wolfpack", "ss_british 2"), None, True),
        (("dd_36a 1",), ("wolfpack", "ss_british 2"), None, False),
        (("tb_35_37 1",), ("wolfpack", "ss_british 2"), None, False),
        (("es_german 1",), ("wolfpack", "ss_british 2"), None, False),
    ],
)
def test_what_a_sensible_captain_leaves_alone(ships: Any, prey: Any, told: Any, hopeless: bool) -> None:
    kind, *holding = prey
    board = arctic(force("r", "axis", "task_force", OPEN, *ships), force("x", "allied", kind, OPEN, *holding))
    if told is not None:
        block = board.force("x").block
        board.state.reports = [Report(to="axis", turn=9, source="search", at=OPEN, block=block, **told)]
    assert is_hopeless(board, board.force("r"), board.force("x")) is hopeless
    pack = force("pack", "axis", "wolfpack", OPEN, "ss_german 1")
    assert not is_hopeless(board, pack, board.force("x")), "boats dare everything"


@rule("pq17", "7.1")
@pytest.mark.parametrize(
    ("orders", "quarry", "level", "spares"),
    [
        ((), "any", 1, ()),
        ((Fly("a", "attack", OPEN, "task_force", "0"),), "any", 1, ("a",)),
        ((Fly("a", "attack", OPEN, "convoy", "2"),), "any", 1, ("a",)),
        ((Fly("a", "attack", OPEN, "convoy", "1"),), "any", 1, ()),
        ((Fly("a", "attack", OPEN, "convoy", "1"),), "any", None, ("a",)),
        ((Fly("a", "attack", OPEN, "convoy", "0"),), "any", None, ()),
        (
            (Fly("a", "attack", OPEN, "task_force", "0"), Fly("b", "attack", OPEN, "task_force", "0")),
            "any",
            1,
            ("a", "b", "f"),
        ),
        ((), "task_force", 1, ("a", "b", "f")),
        ((), "convoy", 1, ()),
    ],
)
def test_which_aircraft_spare_a_block(orders: Any, quarry: Any, level: int | None, spares: tuple[str, ...]) -> None:
    units = [AirUnit("ju_88", 2, id="a", base="banak", mission="attack", at=OPEN),
             AirUnit("ju_88", 2, id="b", base="banak", mission="attack", at=OPEN),
             AirUnit("bf_110", 2, id="f", base="banak", mission="escort", at=OPEN)]  # fmt: skip
    board = arctic(force("pq", "allied", "convoy", OPEN, "mv 4", level=level), air=units,
                   instructions={"axis": Instructions(quarry=quarry)})  # fmt: skip
    board.state.phase = Phase("axis", orders=orders)
    assert _spares(board, "axis", units, board.force("pq")) == spares


@rule("pq17", "7.7.3")
def test_each_unit_attacks_one_transport_and_warships_none() -> None:
    held = read_counters("mv 3", "dd_a_i 2")
    units = {
        "a": AirUnit("ju_88", 2, id="a", base="banak"),
        "off": AirUnit("ju_88", 1, aborted=1, id="off", base="banak"),
    }
    place = Place(day=True, weather="fair", cam_from=0)
    found = run(bomb_stragglers(BOX, held, units, {}, place, key="k"), dice=[(0,), (0, 0)], lots=[0])
    assert [(one.ship, one.wave.attacks[0].salvo) for one in found] == [("mv", None)], "bombs unless it is said"
    assert sorted((one.ship, one.strength) for one in held) == [("dd_a_i", 2), ("mv", 3)]


@rule("pq17", "12.4a")
def test_the_ports_that_the_bombers_come_to_are_german_and_in_range() -> None:
    board = arctic()
    special = BOX.special.bombing_order
    base, far = BOX.base_hex(special.base), BOX.aircraft[special.aircraft].range
    found = ports_in_range(board)
    assert found
    for port in BOX.ports.values():
        near = hexes.distance(base, port.hex) <= far
        assert (port.id in found) is (port.side == "axis" and BOX.has_port(board.operation, port.id) and near), port.id


@rule("pq17", "13.0b")
@pytest.mark.parametrize(("side", "at"), [("allied", "1006"), ("allied", "0410"), ("axis", "0612"), ("axis", "0410")])
def test_who_breaks_down_makes_for_the_nearest_port_that_is_not_for_boats_alone(side: Any, at: str) -> None:
    one = force("t", side, "task_force", at, "london" if side == "allied" else "koln")
    board = arctic(one)
    _make_for_port(board, one)
    assert one.plan is not None
    shut = BOX.enemy_ports(board.operation, side)
    ways = {port: BOX.waters.shortest(at, hex_, shut) for port, hex_ in own_ports(board, side).items()
            if BOX.ports[port].use != "submarines"}  # fmt: skip
    nearest = min(len(way) for way in ways.values() if way is not None)
    assert (len(one.plan.route), one.plan.pace, one.plan.ice) == (nearest, "slow", "")
    assert one.plan.route[-1] == BOX.ports[one.plan.destination].hex
    assert one.plan.destination == min(port for port, way in ways.items() if way is not None and len(way) == nearest)


@rule("pq17", "7.4.4", "7.4.4a", "9.2.4")
@pytest.mark.parametrize(
    ("weather", "soviet", "modifier"),
    [("fair", False, 0), ("storm", False, -1), ("fair", True, -1), ("storm", True, -2), ("gale", False, 0)],
)
def test_what_is_added_where_packs_fight_each_other(weather: Any, soviet: bool, modifier: int) -> None:
    for surprise, fires in ((True, "attacker"), (False, "defender")):
        found = run(fight_duel(BOX, weather, surprise=surprise, soviet=soviet, key="k"), dice=[(9,)])
        assert (found.fires, found.die, found.modifier) == (fires, 9, modifier)


@rule("pq17", "7.4.5")
@pytest.mark.parametrize(
    ("level", "day", "hexes", "risks"),
    [(None, True, 1, False), (0, True, 1, True), (0, False, 1, False), (None, True, 2, True), (None, False, 2, True)],
)
def test_which_packs_risk_a_die_of_an_air_patrol(level: int | None, day: bool, hexes: int, risks: bool) -> None:
    assert is_patrolled(level=level, day=day, hexes=hexes) is risks
