"""5.1.9a, 6.1, 6.3, 6.6, 7.1, 7.7.3, 12.4, 13.0b: small conditions, each by itself."""

from typing import Any

import pytest

from games.titles.pq17.components import hexes
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.missions import Fly
from games.titles.pq17.rules.air.stragglers import attack_stragglers as bomb_stragglers
from games.titles.pq17.rules.air.strike import Place
from games.titles.pq17.rules.forces.composition import combined_level
from games.titles.pq17.rules.movement.orders import own_ports
from games.titles.pq17.rules.movement.passing import _met
from games.titles.pq17.rules.search import identification, shadowing
from games.titles.pq17.rules.search.legal_attacks import is_hopeless
from games.titles.pq17.rules.search.shadowers import may_be_shadowed, may_follow_after_battle, shadowers_for
from games.titles.pq17.rules.search.strikes import _spares
from games.titles.pq17.rules.special.bombing import ports_in_range
from games.titles.pq17.rules.special.mishaps import _make_for_port
from games.titles.pq17.rules.submarine.boats import fight_duel, is_patrolled
from games.titles.pq17.state.state import AirUnit, Convoy, Phase, Report, Shadow
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters, run

rule = pytest.mark.rule


@rule("pq17", "6.2e", "6.1")
@pytest.mark.parametrize(
    ("level", "gain", "now"), [(None, 1, 1), (None, 3, 3), (0, 2, 2), (2, 1, 3), (2, 3, 3), (3, 1, 3), (1, 0, 1)]
)
def test_a_search_raises_no_level_beyond_three(level: int | None, gain: int, now: int) -> None:
    assert identification.raised_level(level, gain) == now


@rule("pq17", "6.7")
@pytest.mark.parametrize(
    ("cause", "day", "least"),
    [("surface", True, 3), ("surface", False, 2), ("air", True, 2), ("air", False, 1), ("submarine", True, 1),
     ("submarine", False, 1)],
)  # fmt: skip
def test_by_what_fight_a_force_is_known_how_well(cause: Any, day: bool, least: int) -> None:
    assert [identification.level_after_combat(level, cause, day=day) for level in (None, 0, 1, 2, 3)] == [
        least, *(max(level, least) for level in (0, 1, 2, 3))
    ]  # fmt: skip


@rule("pq17", "6.6")
@pytest.mark.parametrize(
    ("level", "moved", "morning", "shadowed", "now"),
    [
        (2, True, True, False, 1),
        (2, True, False, False, 1),
        (2, False, False, False, 1),
        (2, False, True, False, 2),
        (2, True, False, True, 2),
        (0, True, True, False, 0),
        (1, True, True, False, 0),
        (None, True, True, False, None),
    ],
)
def test_a_level_falls_by_moving_or_in_an_afternoon(
    level: int | None, moved: bool, morning: bool, shadowed: bool, now: int | None
) -> None:
    assert identification.level_after_moving(level, moved=moved, morning=morning, shadowed=shadowed) == now


@rule("pq17", "6.6a", "6.3.5b", "1.2.4")
def test_who_stands_up_and_what_is_left_when_shadowing_ends_or_forces_combine() -> None:
    assert [identification.becomes_unidentified(level, shadowed=False) for level in (None, 0, 1)] == [
        False,
        True,
        False,
    ]
    assert not identification.becomes_unidentified(0, shadowed=True)
    assert [shadowing.level_after_shadowing(level) for level in (0, 1, 3)] == [None, 0, 2]
    assert combined_level([None, 0]) == 0
    assert combined_level([2, None, 3, 1]) == 3
    assert combined_level([None, None]) is None


@rule("pq17", "6.3", "6.3.1", "6.3b")
@pytest.mark.parametrize(
    ("kind", "level", "port", "voyage", "may"),
    [
        ("convoy", 0, "", {}, True),
        ("convoy", None, "", {}, False),
        ("convoy", 0, "reykjavik", {}, False),
        ("convoy", 3, "", {"scattered": True}, False),
        ("convoy", 2, "", {"part_of": "pq"}, False),
        ("task_force", 0, "", None, True),
        ("wolfpack", 1, "", None, False),
        ("dummy", 1, "", None, False),
    ],
)
def test_who_may_be_followed(kind: Any, level: int | None, port: str, voyage: Any, may: bool) -> None:
    convoy = Convoy(laden=True, **voyage) if voyage is not None else None
    one = force("x", "allied", kind, "0504", level=level, port=port, **({"convoy": convoy} if convoy else {}))
    assert may_be_shadowed(one) is may


@rule("pq17", "6.3.3")
@pytest.mark.parametrize(
    ("ships", "prey", "level", "follows"),
    [
        (("london",), ("tirpitz",), 3, True),
        (("london",), ("scharnhorst",), 2, True),
        (("london",), ("tirpitz",), None, False),
        (("london",), ("lutzow",), 3, False),
        (("dd_a_i 3",), ("tirpitz",), 3, False),
        (("london 2",), ("tirpitz",), 3, False),
        (("duke_of_york",), ("tirpitz",), 3, False),
    ],
)
def test_after_a_battle_an_unhurt_cruiser_follows_a_capital_ship_that_is_known(
    ships: tuple[str, ...], prey: tuple[str, ...], level: int | None, follows: bool
) -> None:
    target = force("r", "axis", "task_force", OPEN, *prey, level=level)
    board = arctic(force("tf", "allied", "task_force", OPEN, *ships), target)
    assert may_follow_after_battle(board, board.force("tf"), target) is follows


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


@rule("pq17", "6.6.1a")
@pytest.mark.parametrize(("meets", "watch", "fights"), [("attack", ("dd_36a 3",), True), ("attack", ("lutzow",), False),
                                                        ("ignore", ("dd_36a 3",), False)])  # fmt: skip
def test_who_meets_a_pack_in_passing_hunts_it_if_he_can(meets: Any, watch: tuple[str, ...], fights: bool) -> None:
    board = arctic(force("watch", "axis", "task_force", OPEN, *watch),
                   force("goes", "allied", "wolfpack", OPEN, "ss_british 2", level=1),
                   instructions={"axis": Instructions(meets=meets)})  # fmt: skip
    board.state.phase = Phase("allied")
    found = play(_met(board, board.force("goes")), dice=[(0,), (0,)] if fights else []).result
    assert found is fights


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


@rule("pq17", "6.3.2", "6.3.3")
@pytest.mark.parametrize(
    ("at", "port", "shadows", "offered"),
    [
        ("1111", "", [], ["c"]),
        ("1111", "trondheim", [], []),
        ("1110", "", [], []),
        ("1111", "", [Shadow("other", "task_force", "c")], []),
        ("1111", "", [Shadow("r", "aircraft", "u")], ["c"]),
    ],
)
def test_which_cruisers_may_begin_to_follow(at: str, port: str, shadows: list[Shadow], offered: list[str]) -> None:
    board = arctic(force("c", "allied", "task_force", at, "london", port=port),
                   force("r", "axis", "task_force", "1111", "lutzow", level=1), shadows=shadows)  # fmt: skip
    board.state.phase = Phase("allied")
    assert list(shadowers_for(board, "allied", board.force("r"))) == offered


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
