"""7.4, 7.7, 7.8 read by somebody who had not seen the code: `positions/07_read_again.toml`, each as a test."""

import pytest

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.forces.submarine_combat import Escort, escort_dice, hunting_modifier, most_dice, roll_hunt
from games.titles.pq17.rules.forces.surprise import roll_surprise
from games.titles.pq17.rules.movement.passage import move_force
from games.titles.pq17.rules.movement.towing import tow_or_sink
from games.titles.pq17.rules.search.casualties import settle_losses, strength_by_ship
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.submarine.attack import Encounter as BoatEncounter
from games.titles.pq17.rules.submarine.attack import Fight
from games.titles.pq17.rules.submarine.attack import attack_modifier as modifier_of_attack
from games.titles.pq17.rules.submarine.attack import submarine_combat as boats_attack
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.rules.submarine.boats import fight_duel
from games.titles.pq17.rules.submarine.patrol import is_kept_out
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.air import Hunted
from games.titles.pq17.state.events.submarine import SubmarinesMet
from games.titles.pq17.state.events.surface import BattleJoined, StragglerSunk
from games.titles.pq17.state.state import AirUnit, Convoy, Plan, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.submarine_combat import DAY
from tests.titles.pq17.playing import a_card, heard, phase, play
from tests.titles.pq17.strikes import OPEN, facing
from tests.titles.pq17.trial import Dice, left, read_counters, run

rule = pytest.mark.rule


def fought(boats: int, target: list[Counter], *, dice: Dice, encounter: BoatEncounter = DAY, escorts: int = 0) -> Fight:
    return run(boats_attack(BOX, boats, target, Escort(escorts), ("convoy",), encounter, key="s"), dice=dice)


@rule("pq17", "7.4")
@pytest.mark.parametrize("weather", ["fair", "storm"])
def test_pp246_minus_seven_counts_as_minus_six(weather: WeatherKind) -> None:
    encounter = BoatEncounter(day=True, weather=weather, level=3)
    assert modifier_of_attack(BOX, 2, Escort(3), encounter) == -6
    found = fought(2, read_counters("mv 8"), dice=[(8,), (0, 0, 0), (0,), (0,)], encounter=encounter, escorts=3)
    assert (len(found.before), len(found.after)) == (0, 2)


@rule("pq17", "7.4a")
def test_pp247_all_boats_of_the_pack_must_have_attacked() -> None:
    """A boat sunk before her turn has not attacked: then the pack keeps its torpedoes (a reading)."""
    low = BoatEncounter(day=True, weather="fair", level=3)
    alone = fought(1, read_counters("mv 8"), dice=[(3,), (0,)], encounter=low)
    assert (len(alone.before), len(alone.after), alone.expended) == (0, 1, True)
    three = fought(3, read_counters("mv 8"), dice=[(3,), (0,)], encounter=low)
    assert (len(three.after), three.expended) == (1, False)
    dark = BoatEncounter(day=False, weather="fair")
    lost = fought(2, read_counters("mv 8"), dice=[(5,), (0,), (0, 0, 8), (6,)], encounter=dark, escorts=3)
    assert (len(lost.before), lost.hunt.sunk, len(lost.after), lost.expended) == (1, 1, 0, False)


@rule("pq17", "7.4.1")
@pytest.mark.parametrize(("boats", "dice", "soviet"), [(1, 2, 1), (2, 4, 3), (4, 4, 3)])
def test_pp248_soviet_dice_under_the_limit(boats: int, dice: int, soviet: int) -> None:
    """Three British and three Soviet destroyers, two Soviet escorts: four dice, one of them the British alone."""
    whole = escort_dice(BOX, read_counters("dd_a_i 3", "dd_project_7 3", "es_soviet 2"))
    assert whole.at_most(most_dice(BOX, boats)) == Escort(dice, soviet)


@rule("pq17", "7.4.2", "7.4.1")
@pytest.mark.parametrize(
    ("strength", "boats", "rolls", "sunk", "damaged"),
    [(1, 4, [(8,)], 0, 0), (2, 1, [(9, 0), (5,)], 0, 1), (2, 4, [(9, 0), (6,)], 1, 0), (3, 1, [(9, 0), (6,)], 1, 0)],
)
def test_pp249_aircraft_after_a_pack(strength: int, boats: int, rolls: Dice, sunk: int, damaged: int) -> None:
    modifier = hunting_modifier(BOX, "fair", offensive=True, air_radius=False)
    found = run(roll_hunt(BOX, Escort(strength), boats, modifier, key="h"), dice=rolls)
    assert (found.sunk, found.damaged) == (sunk, damaged)


@rule("pq17", "7.4.3")
def test_pp250_a_class_of_which_the_last_is_sunk_is_there_no_more() -> None:
    target = read_counters("jamaica 1", "dd_a_i 2")
    heavy = boats_attack(BOX, 2, target, Escort(), ("heavy",), DAY, key="s")
    found = run(heavy, dice=[(8,), (9,), (8,)])
    assert [one.found for one in found.before] == [True, False]
    assert left(target) == ["dd_a_i 2"]


@rule("pq17", "7.4.4", "7.6")
@pytest.mark.parametrize(("die", "caught"), [(6, True), (5, False)])
def test_pp251_boats_surprise_boats(die: int, caught: bool) -> None:
    found = run(roll_surprise(BOX, "reduced", unidentified=True, key="s"), dice=[(die,)])
    assert found.succeeds is caught
    fired = [run(fight_duel(BOX, "fair", surprise=True, soviet=True, key="d"), dice=[(one,)]).sunk for one in (8, 9)]
    assert fired == [False, True]


@rule("pq17", "7.4.5", "7.4.5b")
@pytest.mark.parametrize(
    ("weather", "dice", "kept"),
    [("fair", [(5,)], True), ("storm", [(5,)], False), ("storm", [(6,)], True), ("gale", [], False)],
)
def test_pp252_the_weather_over_a_printed_radius(weather: WeatherKind, dice: Dice, kept: bool) -> None:
    inside = sorted(BOX.areas.british_radius.hexes)[0]
    board = facing(force("p", "axis", "wolfpack", inside, "ss_german 2"), level=1, sky=Sky(weather))
    assert play(is_kept_out(board, board.force("p"), inside, OPEN, 1), dice=dice).result is kept


@rule("pq17", "7.4.5b", "5.3.1a")
def test_pp252_in_a_storm_a_carrier_patrols_nothing() -> None:
    home = force("h", "allied", "task_force", OPEN, "victorious")
    for weather, kept in (("fair", True), ("storm", False)):
        board = facing(force("p", "axis", "wolfpack", OPEN, "ss_german 2"), home, level=1)
        board.state.declared, board.state.sky.kind = ["h"], "fair" if weather == "fair" else "storm"
        dice = [(5,)] if kept else []
        assert play(is_kept_out(board, board.force("p"), OPEN, "0309", 1), dice=dice).result is kept


@rule("pq17", "7.4.5a", "6.6")
def test_pp253_who_is_kept_in_her_first_hex_loses_no_level() -> None:
    clear = {name for name, one in BOX.hexes.items() if one.is_sea and not one.zone}
    inside = BOX.areas.british_radius.hexes & clear
    here, there = next(
        (one, other) for one in sorted(inside) for other in BOX.waters.ways[one] if other in clear - inside
    )
    for dice, at, level in (([(9,)], here, 2), ([(4,)], there, 1)):
        boats = force("p", "axis", "wolfpack", here, "ss_german 2", plan=Plan(0, (there,)))
        board = phase(arctic(boats), "axis")
        board.identify(boats, 2)
        play(move_force(board, boats), dice=[*dice, *([(9,)] if at == here else [])])
        assert (boats.at, boats.level) == (at, level)


@rule("pq17", "7.4.6", "7.5.3", "7.5.1b")
@pytest.mark.parametrize(("die", "sallies"), [(8, False), (7, True)])
def test_pp254_boats_of_a_convoy_come_out_unless_it_is_surprised(die: int, sallies: bool) -> None:
    """An identified task force at night in Fair: 8 surprises. Two boats, unmodified 0: nobody attacks; no ASW of a
    heavy ship alone.
    """
    prey = force("c", "allied", "convoy", OPEN, "mv 8", "ss_british 2")
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper", level=1)
    board = facing(prey, hipper, light="dec_1", level=0)
    board.identify(hipper, 1)
    board.phase.attacks = (Attack("h", contact_name(prey)),)
    board.state.instructions = {side: Instructions(asks="never", stands="stay") for side in ("allied", "axis")}
    boats = [(0,), (0,), (0,)] if sallies else []
    rounds = 2 if die == 8 else 1
    unescorted = [(0,) * 4, (0,)] * rounds
    play(surface_combat(board), cards=[a_card("force", "0", day=False)], dice=[(die,), *boats, *unescorted])
    packs = [one for one in board.forces_of("allied") if one.kind == "wolfpack"]
    assert [sum(ship.strength for ship in one.counters) for one in packs] == ([2] if sallies else [])
    joined = next(one for one in heard(board, "axis") if isinstance(one, BattleJoined))
    assert bool(joined.surprised) is not sallies


@rule("pq17", "7.7", "7.7.1")
def test_pp264_the_dispersed_part_is_caught_ship_by_ship_the_rest_fights() -> None:
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


@rule("pq17", "7.8", "7.0d")
@pytest.mark.parametrize(
    ("ship", "aboard", "lost"),
    [("avenger", (("sea_hurricane", 2), ("swordfish", 1)), 2), ("victorious", (("albacore", 1),), 1)],
)
def test_pp265_two_steps_of_aircraft_as_far_as_there_are_any(
    ship: str, aboard: tuple[tuple[str, int], ...], lost: int
) -> None:
    one = force("t", "allied", "task_force", OPEN, ship)
    board = arctic(one, air=[AirUnit(kind, strength, id=kind, base=ship) for kind, strength in aboard])
    before = strength_by_ship(BOX, one)
    one.counters[0].strength -= 1
    one.counters[0].dead = not one.counters[0].strength
    play(settle_losses(board, one, before, key="k"), lots=[0] * 0)
    assert sum(unit.strength for unit in board.state.air) == sum(strength for _, strength in aboard) - lost


@rule("pq17", "7.8a")
@pytest.mark.parametrize(
    ("aboard", "at", "hurt", "base"),
    [
        (1, OPEN, False, "avenger"),
        (2, OPEN, False, ""),
        (3, OPEN, False, ""),
        (1, "0309", False, ""),
        (1, OPEN, True, ""),
    ],
)
def test_pp310_who_flies_as_her_carrier_sinks_lands_on_another_with_room(
    aboard: int, at: str, hurt: bool, base: str
) -> None:
    """Avenger takes three steps: beside one there is room for an Albacore unit of two, beside two there is not."""
    sunk = force("t", "allied", "task_force", OPEN, "victorious")
    other = force("o", "allied", "task_force", at, "avenger")
    other.counters[0].crippled = hurt
    units = [
        AirUnit("albacore", 2, id="out", base="victorious", mission="radius", at=OPEN),
        AirUnit("fulmar", 2, id="deck", base="victorious"), AirUnit("sea_hurricane", aboard, id="h", base="avenger"),
    ]  # fmt: skip
    board = arctic(sunk, other, air=units)
    before = strength_by_ship(BOX, sunk)
    sunk.counters = []
    play(settle_losses(board, sunk, before, key="k"))
    assert {unit.id: unit.base for unit in board.state.air if unit.id != "h"} == ({"out": base} if base else {})


@rule("pq17", "7.8a", "7.0e")
def test_pp311_what_is_left_aboard_goes_down_with_a_carrier_that_is_scuttled() -> None:
    """Avenger lies dead with one step of her three aboard, and nobody to tow her."""
    one = force("t", "allied", "task_force", OPEN, "avenger")
    one.counters[0].strength, one.counters[0].dead = 0, True
    board = phase(arctic(one, air=[AirUnit("swordfish", 1, id="s", base="avenger")]), "axis")
    tow_or_sink(board)
    assert (board.state.forces, board.state.air) == ([], [])
    assert [(one.unit, one.how) for one in board.state.losses] == [("avenger", "scuttled"), ("swordfish", "shot_down")]
    assert [one.points for one in board.state.bookings] == [-2 * BOX.ships["avenger"].value, -1]


@rule("pq17", "7.4.1", "7.4")
def test_pp309_who_holds_a_radius_throws_no_dice_but_adds_to_them() -> None:
    prey = force("c", "allied", "convoy", OPEN, "mv 8", "es_british 1")
    catalina = AirUnit("catalina", 1, id="cat", base="akureyri", mission="radius", at=OPEN)
    board = facing(prey, force("p", "axis", "wolfpack", OPEN, "ss_german 3"), level=0, air=[catalina])
    board.phase.attacks = (Attack("p", contact_name(prey)),)
    play(submarine_combat(board), cards=[a_card("force", "0")], dice=[(4,), (4,), (0,)])
    (met,) = [one for one in heard(board, "axis") if isinstance(one, SubmarinesMet)]
    (hunted,) = [one for one in heard(board, "axis") if isinstance(one, Hunted)]
    assert (met.modifier, hunted.modifiers, hunted.held_down) == (-1, (1,), True)
