"""7.7: attacks on scattered convoys and dispersed parts."""

from typing import Any

import pytest

from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.stragglers import attack_stragglers as bomb_stragglers
from games.titles.pq17.rules.air.strike import Place
from games.titles.pq17.rules.forces.battle_display import merge_ships, single_ships
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.submarine.attacks import _among_stragglers, submarine_combat
from games.titles.pq17.rules.submarine.boats import attack_stragglers
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.stragglers import sink_straggler
from games.titles.pq17.state.events.air import Struck
from games.titles.pq17.state.events.submarine import BoatFired
from games.titles.pq17.state.events.surface import BattleJoined, StragglerSunk
from games.titles.pq17.state.state import AirUnit, Convoy
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import BY_DAY, bombed_by_day, squadrons
from tests.titles.pq17.ch07_combat.submarine_combat import packs_hunted
from tests.titles.pq17.engaging import attacked
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.procedures import by_default
from tests.titles.pq17.strikes import OPEN, air, bombers, facing
from tests.titles.pq17.trial import left, read_counters, run

rule = pytest.mark.rule


@rule("pq17", "7.7", "1.4b")
def test_7_7_stragglers_sail_one_by_one_and_lie_together_again() -> None:
    (three,) = read_counters("mv 3")
    assert [one.strength for one in single_ships(BOX, three)] == [1, 1, 1]
    (oiler,) = read_counters("aldersdale 2")
    assert single_ships(BOX, oiler) == [oiler]
    apart = read_counters(
        "mv 1", "mv 1+crippled", "mv 2", "mv 1+dead", "mc 1+used", "mc 1", "mc 1+used", "aldersdale 2"
    )
    joined = [(one.ship, one.strength, one.crippled, one.dead, one.used) for one in merge_ships(BOX, apart)]
    assert joined == [
        ("mv", 3, False, False, False), ("mv", 1, True, False, False), ("mv", 1, False, True, False),
        ("mc", 2, False, False, True), ("mc", 1, False, False, False), ("aldersdale", 2, False, False, False),
    ]  # fmt: skip


@rule("pq17", "7.7", "7.7.1", position="PP264")
def test_7_7_the_dispersed_part_is_caught_ship_by_ship_the_rest_fights() -> None:
    part = force("part", "allied", "convoy", OPEN, "mv 3", convoy=Convoy(part_of="c"))
    whole = force("c", "allied", "convoy", "0312", "mv 5")
    for prey in (part, whole):
        hipper = force("h", "axis", "task_force", prey.at, "admiral_hipper")
        board = facing(prey, hipper)
        board.phase.attacks = (Attack("h", contact_name(prey)),)
        board.state.instructions = {side: Instructions(asks="never", stands="stay") for side in ("allied", "axis")}
        dice = [] if prey is part else [(0,) * 4, (0,), (0,) * 4, (0,)]
        play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
        caught = [type(one) for one in heard(board, "axis") if isinstance(one, StragglerSunk | BattleJoined)]
        assert caught == [StragglerSunk if prey is part else BattleJoined]


@rule("pq17", "7.7.1", "7.7")
def test_7_7_1_a_task_force_among_stragglers() -> None:
    prey = force("pq", "allied", "convoy", OPEN, "mv 3", convoy=Convoy(laden=True, scattered=True))
    board = attacked(prey, force("hipper", "axis", "task_force", "0309", "admiral_hipper"), level=3)
    play(surface_combat(board), cards=[a_card("force", "0")])
    assert sum(one.strength for one in prey.counters) == 2
    assert any(isinstance(event, StragglerSunk) for event in heard(board, "allied"))
    assert [(one.unit, one.strength) for one in board.state.losses] == [("mv", 1)]


@rule("pq17", "7.7.1", position="PP142")
def test_7_7_1_one_straggler_is_sunk() -> None:
    ships = read_counters("mv 5", "aldersdale 2", "es_british 1")
    assert run(sink_straggler(BOX, ships, key="s"), lots=[5], secret=True) == "aldersdale"
    assert run(sink_straggler(BOX, ships, key="s")) == "mv"
    assert left(ships) == ["mv 4", "es_british 1"]
    assert run(sink_straggler(BOX, read_counters("es_british 1"), key="s")) is None


@rule("pq17", "7.7.1")
@pytest.mark.parametrize(
    ("ships", "lot", "sunk", "lies"),
    [
        (("dd_a_i 2", "mv 2"), None, "mv", ["dd_a_i 2", "mv 1"]),
        (("mv 1",), None, "mv", []),
        (("palomares 2", "mv 1"), 0, "palomares", ["mv 1"]),
        (("dd_a_i 2",), None, None, ["dd_a_i 2"]),
    ],
)
def test_7_7_1_a_task_force_among_stragglers_sinks_a_transport(
    ships: Any, lot: Any, sunk: Any, lies: list[str]
) -> None:
    target = read_counters(*ships)
    assert run(sink_straggler(BOX, target, key="k"), lots=[] if lot is None else [lot], secret=True) == sunk
    assert left(target) == lies


@rule("pq17", "7.7.2", "7.7.2a", "1.8.1")
def test_7_7_2_both_sides_see_what_boats_do_among_stragglers() -> None:
    prey = force("pq", "allied", "convoy", OPEN, "mv 5", convoy=Convoy(laden=True, scattered=True))
    board = facing(prey, force("pack", "axis", "wolfpack", OPEN, "ss_german 2"))
    by_default(_among_stragglers(board, board.force("pack"), prey, key="k"), lambda key: 0)
    for side in ("axis", "allied"):
        assert [one.side for one in heard(board, side) if isinstance(one, BoatFired)] == ["axis"] * 2
    assert not [one for one in heard(board, "public") if isinstance(one, BoatFired)]


@rule("pq17", "7.7.2", "7.7.2a")
def test_7_7_2_packs_among_stragglers() -> None:
    board = packs_hunted("mv 8", boats=1, level=3)
    board.force("pq").convoy = Convoy(laden=True, scattered=True)
    play(submarine_combat(board), cards=[a_card("force", "0")], dice=[(7,), (8,), (1,)])
    assert board.force("pack").counters[0].used
    assert sum(one.strength for one in board.force("pq").counters) < 8


@rule("pq17", "7.7.2", "7.7.2a", position="PP121")
@pytest.mark.parametrize(("end", "expended"), [(0, True), (1, True), (2, False)])
def test_7_7_2_two_boats_at_the_same_straggler(end: int, expended: bool) -> None:
    target = read_counters("mv 3", "es_british 1")
    found = run(
        attack_stragglers(BOX, 2, target, key="g"),
        dice=[(7,), (3,), (end,)],
        lots=[1, 1],
        secret=True,
    )
    assert found.attacks[0] is not None
    assert found.attacks[0].hits[0].sunk == 1
    assert found.attacks[1] is None
    assert found.expended is expended
    assert sorted(left(target)) == ["es_british 1", "mv 2"]


@rule("pq17", "7.7.2")
def test_7_7_2_each_boat_has_a_straggler_of_its_own() -> None:
    target = read_counters("mv 3", "palomares 1")
    found = run(attack_stragglers(BOX, 2, target, key="g"), dice=[(7,), (0,), (6,), (5,)], lots=[0, 2])
    assert [one is not None for one in found.attacks] == [True, True]
    assert sorted(left(target)) == ["mv 1+crippled", "mv 2", "palomares 1"]


@rule("pq17", "7.7.2", "7.7.2a")
@pytest.mark.parametrize(("die", "expended"), [(0, True), (1, True), (2, False), (9, False)])
def test_7_7_2_a_die_after_all_boats_among_stragglers(die: int, expended: bool) -> None:
    """Two boats; an auxiliary is a transport too, and nobody hunts them."""
    target = read_counters("mv 2", "aldersdale 2")
    found = run(attack_stragglers(BOX, 2, target, torpedoes=1, key="s"), dice=[(6,), (6,), (die,)])
    assert (len(found.attacks), found.expended) == (2, expended)


@rule("pq17", "7.7.3", position="PP100")
def test_7_7_3_each_unit_finds_a_straggler_of_its_own() -> None:
    ships = read_counters("mv 3", "palomares 1", "es_british 2")
    found = run(
        bomb_stragglers(BOX, ships, squadrons(ju_88=1, he_111=2), {"he_111": True}, BY_DAY, key="s"),
        dice=[(7,), (8,), (7,), (7, 3), (3,)],
        lots=[0, 2],
        secret=True,
    )
    assert [(one.ship, [fire.value for fire in one.wave.flak]) for one in found] == [("mv", [0]), ("palomares", [2])]
    assert [one.wave.flak[0].result for one in found] == ["-", "abort"]
    assert sorted(left(ships)) == ["es_british 2", "mv 2"]


@rule("pq17", "7.7.3")
def test_7_7_3_units_without_strength_find_nobody() -> None:
    assert run(bomb_stragglers(BOX, read_counters("mv 3"), squadrons(ju_88=0), {}, BY_DAY, key="s")) == []


@rule("pq17", "7.7.3", "7.7")
def test_7_7_3_aircraft_chase_stragglers() -> None:
    prey = force("pq", "allied", "convoy", OPEN, "mv 3", convoy=Convoy(laden=True, scattered=True))
    board = bombers(prey, air("ju_88", "ju", "banak"), level=3)
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,), (9, 0)])
    assert sum(one.strength for one in prey.counters) == 2
    assert prey.level == 3


@rule("pq17", "7.7.3", "7.7.1")
def test_7_7_3_each_unit_finds_one_transport_and_that_alone_fires() -> None:
    target = read_counters("dd_a_i 2", "mv 2", "palomares 2")
    units = {name: air("ju_88", name, "banak") for name in ("a", "b", "c")}
    units["b"].aborted = 2
    found = run(bomb_stragglers(BOX, target, units, {}, BY_DAY, key="k"),
                dice=[(0,), (0, 0), (0,), (0, 0)], lots=[0, 0], secret=True)  # fmt: skip
    assert [(one.unit, one.ship) for one in found] == [("a", "mv"), ("c", "mv")]
    assert sorted(left(target)) == ["dd_a_i 2", "mv 2", "palomares 2"]
    escort = read_counters("dd_a_i 2")
    assert run(bomb_stragglers(BOX, escort, units, {}, BY_DAY, key="k")) == []
    assert left(escort) == ["dd_a_i 2"]


@rule("pq17", "7.7.3")
def test_7_7_3_a_straggler_that_was_missed_her_owner_alone_knows() -> None:
    board = bombed_by_day(
        force(
            "c",
            "allied",
            "convoy",
            "0613",
            "mv 3",
            convoy=Convoy(laden=True, scattered=True, destinations=("murmansk",)),
        )
    )
    struck = {seat: [(one.unit, one.stack) for one in heard(board, seat) if isinstance(one, Struck)]
              for seat in ("axis", "allied")}  # fmt: skip
    assert struck == {"axis": [("ju_88_1", ())], "allied": [("", ("mv",))]}


@rule("pq17", "7.7.3")
def test_7_7_3_each_unit_attacks_one_transport_and_warships_none() -> None:
    held = read_counters("mv 3", "dd_a_i 2")
    units = {
        "a": AirUnit("ju_88", 2, id="a", base="banak"),
        "off": AirUnit("ju_88", 1, aborted=1, id="off", base="banak"),
    }
    place = Place(day=True, weather="fair", cam_from=0)
    found = run(bomb_stragglers(BOX, held, units, {}, place, key="k"), dice=[(0,), (0, 0)], lots=[0])
    assert [(one.ship, one.wave.attacks[0].salvo) for one in found] == [("mv", None)], "bombs unless it is said"
    assert sorted((one.ship, one.strength) for one in held) == [("dd_a_i", 2), ("mv", 3)]
