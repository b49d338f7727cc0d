"""7.4.1, 7.4.2: escorts and task forces that hunt boats."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.hunting import hunt_from_the_air
from games.titles.pq17.rules.forces.submarine_combat import Escort, escort_dice, hunting_modifier, most_dice, roll_hunt
from games.titles.pq17.rules.search.casualties import lose_boats
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.search.public_options import public_targets
from games.titles.pq17.rules.search.strikes import strikes_form
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.air import Hunted
from games.titles.pq17.state.events.submarine import SubmarinesMet
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Phase, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.shadowers import two_boats
from tests.titles.pq17.ch07_combat.submarine_combat import strength_of
from tests.titles.pq17.playing import a_card, heard, phase, play
from tests.titles.pq17.strikes import NEAR, OPEN, air, bombers, facing
from tests.titles.pq17.trial import Dice, read_counters, run

rule = pytest.mark.rule


@rule("pq17", "7.4.1")
def test_7_4_1_aircraft_add_their_dice_and_the_limit_spares_the_best() -> None:
    assert escort_dice(BOX, read_counters("dd_a_i 1"), aircraft=2) == Escort(3)
    assert Escort(5, 2).at_most(4) == Escort(4, 1)
    assert Escort(5, 2).at_most(2) == Escort(2, 0)


@rule("pq17", "7.4.1", "7.4.1a", "7.4.1b", position="PP112")
@pytest.mark.parametrize(
    ("die", "fate", "sunk", "damaged", "held"),
    [
        (4, (), 0, 0, False),
        (5, (), 0, 0, True),
        (7, (), 0, 0, True),
        (8, (5,), 0, 1, False),
        (8, (6,), 1, 0, False),
        (9, (0,), 0, 1, False),
    ],
)
def test_7_4_1_a_die_of_a_hunt(die: int, fate: tuple[int, ...], sunk: int, damaged: int, held: bool) -> None:
    rolls = [(die,), *([fate] if fate else [])]
    found = run(roll_hunt(BOX, Escort(1), 4, 0, key="h"), dice=rolls)
    assert (found.sunk, found.damaged, found.held_down) == (sunk, damaged, held)


@rule("pq17", "7.4.1")
def test_7_4_1_a_soviet_five_is_nothing() -> None:
    found = run(roll_hunt(BOX, Escort(2, 1), 4, 0, key="h"), dice=[(4, 5)])
    assert found.modifiers == (0, -1)
    assert not found.held_down


@rule("pq17", "7.4.1", "7.4", position="PP309")
def test_7_4_1_who_holds_a_radius_throws_no_dice_but_adds_to_them() -> None:
    prey = force("c", "allied", "convoy", OPEN, "mv 8", "es_british 1")
    catalina = AirUnit("catalina", 1, id="cat", base="akureyri", mission="radius", at=OPEN)
    board = facing(prey, force("p", "axis", "wolfpack", OPEN, "ss_german 3"), level=0, air=[catalina])
    board.phase.attacks = (Attack("p", contact_name(prey)),)
    play(submarine_combat(board), cards=[a_card("force", "0")], dice=[(4,), (4,), (0,)])
    (met,) = [one for one in heard(board, "axis") if isinstance(one, SubmarinesMet)]
    (hunted,) = [one for one in heard(board, "axis") if isinstance(one, Hunted)]
    assert (met.modifier, hunted.modifiers, hunted.held_down) == (-1, (1,), True)


@rule("pq17", "7.4.1", "7.0f", positions=("PP110", "PP111", "PP248"))
@pytest.mark.parametrize(
    ("ships", "boats", "dice", "soviet"),
    [
        (("dd_a_i 3", "tb_hunt 2", "es_british 1"), 4, 3, 0), (("dd_a_i 3",), 1, 1, 0), (("dd_a_i 4",), 1, 2, 0),
        (("es_british 4", "dd_a_i 1"), 2, 4, 0), (("es_british 4", "dd_a_i 1"), 3, 5, 0), (("kent 2",), 2, 0, 0),
        (("dd_a_i 1+tows", "dd_a_i 2", "kent 0+dead+towed"), 2, 1, 0), (("dd_project_7 1",), 2, 1, 1),
        (("dd_a_i 2", "dd_project_7 1"), 2, 1, 0), (("dd_a_i 3", "dd_project_7 1"), 2, 2, 1),
        (("dd_a_i 1",), 4, 1, 0), (("dd_a_i 3",), 4, 1, 0), (("dd_a_i 4",), 4, 2, 0),
        (("dd_a_i 2", "tb_hunt 2", "es_british 2"), 4, 4, 0), (("dd_a_i 4", "dd_j_r 4", "dd_us 4"), 1, 2, 0),
        (("es_british 4",), 2, 4, 0), (("es_british 4",), 1, 2, 0), (("norfolk 3", "mv 8"), 4, 0, 0),
        (("dd_a_i 3", "dd_project_7 2"), 4, 2, 1), (("dd_a_i 3", "es_soviet 1"), 4, 2, 1),
        (("dd_a_i 1", "dd_project_7 1"), 4, 1, 0),
        (("dd_a_i 3", "tb_hunt 1", "tb_novik 1", "es_soviet 1"), 4, 3, 1),
        (("dd_a_i 3", "dd_project_7 3", "es_soviet 2"), 1, 2, 1),
        (("dd_a_i 3", "dd_project_7 3", "es_soviet 2"), 2, 4, 3),
        (("dd_a_i 3", "dd_project_7 3", "es_soviet 2"), 4, 4, 3),
    ],
)  # fmt: skip
def test_7_4_1_dice_against_so_many_boats(ships: tuple[str, ...], boats: int, dice: int, soviet: int) -> None:
    assert escort_dice(BOX, read_counters(*ships)).at_most(most_dice(BOX, boats)) == Escort(dice, soviet)


@rule("pq17", "7.4.1a", "7.4.1c")
@pytest.mark.parametrize(
    ("sunk", "damaged", "left", "lost"),
    [
        (1, 0, [("ss_german", 1, False), ("ss_german", 2, True)], {"sunk": 1}),
        (0, 1, [("ss_german", 1, False), ("ss_german", 2, True)], {"damaged": 1}),
        (2, 0, [("ss_german", 2, True)], {"sunk": 2}),
        (2, 1, [("ss_german", 1, True)], {"sunk": 2, "damaged": 1}),
        (0, 3, [("ss_german", 1, True)], {"damaged": 3}),
    ],
)
def test_7_4_1a_boats_without_torpedoes_are_lost_last(
    sunk: int, damaged: int, left: list[tuple[str, int, bool]], lost: dict[str, int]
) -> None:
    pack = force("pack", "axis", "wolfpack", OPEN)
    pack.counters = [Counter("ss_german", 2, used=True), Counter("ss_german", 2)]
    board = arctic(pack)
    board.state.phase = Phase("allied")
    play(lose_boats(board, pack, sunk, damaged, key="k"))
    assert sorted((one.ship, one.strength, one.used) for one in pack.counters) == sorted(left)
    found: dict[str, int] = {}
    for loss in board.state.losses:
        found[loss.how] = found.get(loss.how, 0) + loss.strength
    assert found == lost


@rule("pq17", "7.4.1c", position="PP114")
def test_7_4_1c_the_severest_results_count() -> None:
    found = run(roll_hunt(BOX, Escort(3), 2, 0, key="h"), dice=[(8, 8, 9), (3, 7, 9)])
    assert (found.sunk, found.damaged) == (2, 0)
    found = run(roll_hunt(BOX, Escort(2), 2, 0, key="h"), dice=[(8, 8), (3, 7)])
    assert (found.sunk, found.damaged) == (1, 1)


@rule("pq17", "7.4.2", "6.7")
def test_7_4_2_aircraft_hunt_a_pack() -> None:
    pack = force("pack", "axis", "wolfpack", "1108", "ss_german 2")
    board = bombers(pack, air("hudson", "hudson", "sumburgh", 1), side="allied", level=0)
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(9,), (9,)])
    assert sum(one.strength for one in pack.counters) == 1
    assert pack.level == 2
    assert [(one.unit, one.how) for one in board.state.losses] == [("ss_german", "sunk")]


@rule("pq17", "7.4.2", "7.4.1", "9.2.4", "6.7")
@pytest.mark.parametrize(
    ("at", "sky", "strengths", "soviet", "modifiers"),
    [
        (OPEN, "fair", (1,), 0, (1,)),
        (NEAR, "fair", (1,), 0, (1,)),
        (OPEN, "storm", (1,), 0, (0,)),
        (OPEN, "fair", (1, 1), 0, (1, 1)),
        (OPEN, "fair", (1,), 1, (1, 0)),
        (OPEN, "fair", (3, 2), 0, (1, 1, 1, 1)),
    ],
    ids=["one", "off Norway", "in a storm", "two", "a Soviet one", "no more than two for a boat"],
)
def test_7_4_2_aircraft_hunt_with_a_die_for_each_strength(
    at: str, sky: Any, strengths: tuple[int, ...], soviet: int, modifiers: tuple[int, ...]
) -> None:
    pack = force("pack", "axis", "wolfpack", at, "ss_german 2", level=1)
    board = facing(pack, side="allied", sky=Sky(sky))
    units = [air("catalina", f"u{n}", "lerwick", strength) for n, strength in enumerate(strengths)]
    units += [air("gst", "s", "arkhangelsk", soviet)] * bool(soviet)
    bonus = board.box.charts.anti_submarine
    base = bonus.offensive + (bonus.storm if sky == "storm" else 0)
    expected = tuple(base + (bonus.soviet if soviet and n == len(modifiers) - 1 else 0) for n in range(len(modifiers)))
    play(hunt_from_the_air(board, "allied", pack, units, key="h"), dice=[(0,) * len(modifiers)])
    hunted = [one for one in heard(board, "axis") if isinstance(one, Hunted)]
    assert [(one.side, one.dice, one.modifiers) for one in hunted] == [("allied", (0,) * len(modifiers), expected)]
    assert hunted[0].force == pack.id
    assert heard(board, "allied")[0] == structs.replace(hunted[0], force=""), "which pack it is only its owner reads"
    assert strength_of(pack) == 2


@rule("pq17", "7.4.2", "7.4.1a")
def test_7_4_2_boats_that_aircraft_sink_are_gone() -> None:
    pack = force("pack", "axis", "wolfpack", OPEN, "ss_german 2", level=1)
    board = facing(pack, side="allied")
    play(hunt_from_the_air(board, "allied", pack, [air("catalina", "u", "lerwick", 1)], key="h"), dice=[(9,), (9,)])
    assert [(one.unit, one.strength, one.how) for one in board.state.losses] == [("ss_german", 1, "sunk")]
    assert strength_of(pack) == 1


@rule("pq17", "7.4.2", "9.2.4", position="PP115")
@pytest.mark.parametrize(
    ("weather", "offensive", "radius", "modifier"),
    [
        ("fair", False, False, 0),
        ("reduced", True, False, -1),
        ("storm", True, False, -2),
        ("fair", False, True, 1),
        ("fair", True, True, 0),
    ],
)
def test_7_4_2_what_is_added_to_a_hunt(weather: WeatherKind, offensive: bool, radius: bool, modifier: int) -> None:
    assert hunting_modifier(BOX, weather, offensive=offensive, air_radius=radius) == modifier


@rule("pq17", "7.4.2", "9.2.5", "5.2")
@pytest.mark.parametrize(("weather", "asked"), [("storm", True), ("gale", False)])
def test_7_4_2_in_a_gale_nobody_is_asked_about_boats(weather: WeatherKind, asked: bool) -> None:
    board = facing(two_boats(), side="allied", sky=Sky(weather), air=[air("catalina", "u", "lerwick", at=OPEN)])
    board.state.air[0].mission = "attack"
    assert bool(public_targets(board, "allied")) is asked
    board.state.air = []
    board.place(force("tf", "allied", "task_force", OPEN, "norfolk"))
    assert bool(public_targets(board, "allied")) is asked


@rule("pq17", "7.4.2", "7.4.1", position="PP249")
@pytest.mark.parametrize(
    ("strength", "boats", "rolls", "sunk", "damaged"),
    [(1, 4, [(8,)], 0, 0), (2, 1, [(9, 0), (5,)], 0, 1), (2, 4, [(9, 0), (6,)], 1, 0), (3, 1, [(9, 0), (6,)], 1, 0)],
)
def test_7_4_2_aircraft_after_a_pack(strength: int, boats: int, rolls: Dice, sunk: int, damaged: int) -> None:
    modifier = hunting_modifier(BOX, "fair", offensive=True, air_radius=False)
    found = run(roll_hunt(BOX, Escort(strength), boats, modifier, key="h"), dice=rolls)
    assert (found.sunk, found.damaged) == (sunk, damaged)


@rule("pq17", "7.4.2", "7.4.2b", "7.1.1b")
@pytest.mark.parametrize(("card", "burned"), [("0", 1), ("-", 0)])
def test_7_4_2_who_does_not_find_the_pack_burns_nothing(card: Any, burned: int) -> None:
    """Two destroyers: one die, offensive, and the boats attack by 0: none."""
    hunter = force("d", "allied", "task_force", OPEN, "dd_a_i 2", fuel=Fuel(20))
    pack = force("p", "axis", "wolfpack", OPEN, "ss_german 1")
    board = phase(arctic(hunter, pack), "allied")
    board.identify(pack, 0)
    board.phase.attacks = (Attack("d", contact_name(pack)),)
    found = a_card("force", card, submarine=False)
    play(submarine_combat(board), cards=[found], dice=[(0,), (0,)] if burned else [])
    assert (hunter.spent, pack.level) == (burned, 1 if burned else 0)


@rule("pq17", "7.4.2a", "7.4.2b", "7.4.2c")
def test_7_4_2a_a_task_force_hunts_a_pack() -> None:
    pack = force("pack", "axis", "wolfpack", OPEN, "ss_german 2")
    tf = force("tf", "allied", "task_force", OPEN, "norfolk", "dd_a_i 3", fuel=Fuel(30))
    board = facing(pack, tf, side="allied")
    board.phase.attacks = (Attack("tf", contact_name(pack)),)
    play(submarine_combat(board), cards=[a_card("force", "0")], dice=[(0,), (9,), (9,)])
    assert sum(one.strength for one in pack.counters) == 1
    assert (tf.spent, tf.level) == (1, 1)
    assert (
        strikes_form(
            facing(
                force("p", "axis", "wolfpack", OPEN, "ss_german 2"),
                force("c", "allied", "convoy", OPEN, "mv 4", "dd_a_i 3"),
                side="allied",
            ),
            "allied",
        )
        .targets[0]
        .forces
        == ()
    )
