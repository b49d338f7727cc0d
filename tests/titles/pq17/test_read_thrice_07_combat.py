"""Chapter 7 read a third time by somebody who had not seen the code: how long things last, and whose they are."""

from itertools import product
from typing import Any

import pytest

from games.titles.pq17.components.pieces import Damage
from games.titles.pq17.orders import battle as ordered
from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.combat import may_scramble
from games.titles.pq17.rules.forces.submarine_combat import (
    Encounter,
    Escort,
    attack_modifier,
    boats_of_chart,
    escort_dice,
    most_dice,
)
from games.titles.pq17.rules.movement.towing import tow_or_sink
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.special.carrier_raids import carrier_raids
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.rules.submarine.boats import attack_stragglers
from games.titles.pq17.rules.surface.areas import Manoeuvre, order_fault
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.doctrine import Command, aims
from games.titles.pq17.rules.surface.exchange import fire_exchange
from games.titles.pq17.rules.surface.gunnery import Aim, may_divide
from games.titles.pq17.rules.surface.layout import join_force, lay_out_force
from games.titles.pq17.rules.surface.torpedo_step import Launch
from games.titles.pq17.rules.surface.withdrawal import unescorted_rounds
from games.titles.pq17.rules.weather.damage import remove_damaged
from games.titles.pq17.state.battle import Battle
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.air import Scrambled
from games.titles.pq17.state.events.convoy import Scattered
from games.titles.pq17.state.events.surface import BattleJoined, Intercepted
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.displays import battle
from tests.titles.pq17.engaging import QUIET, attacked, misses, told
from tests.titles.pq17.oracles import strays
from tests.titles.pq17.playing import a_card, cards_with, phase, play
from tests.titles.pq17.strikes import NEAR, OPEN, air, bombers
from tests.titles.pq17.trial import left, read_counters, run

rule = pytest.mark.rule
WEATHER = ("fair", "reduced", "fog", "storm", "gale")


def raiding(aborted: int) -> Board:
    """Albacores of Victorious over Bardufoss, whose printed fighters lack what Aborts took."""
    board = arctic(
        force("v", "allied", "task_force", "0713", "victorious"),
        air=[air("albacore", "a", "victorious", 1), air("bf_109", "me", "bardufoss", aborted=aborted),
             air("albacore", "b", "victorious", 1)],
        instructions={"axis": Instructions(asks_air="never"), "allied": Instructions(asks_air="never")},
    )  # fmt: skip
    return phase(board, "allied")


@rule("pq17", "7.2.3a", "7.2.1a", "7.1.3")
def test_pp624_fighters_that_a_raid_has_aborted_are_short_in_the_next_fight_of_the_phase() -> None:
    """A step that an earlier raid aborted is away over the next target too, and back once the phase is over."""
    board = raiding(1)
    board.phase.orders = (Raid("bardufoss", ("a",)),)
    play(carrier_raids(board), dice=[(0,), (0,), (0,)])
    fighter = next(one for one in board.state.air if one.id == "me")
    assert (fighter.aborted, fighter.flying) == (1, 1)
    prey = force("t", "axis", "task_force", NEAR, "koln")
    board.place(prey)
    board.identify(prey, 1)
    play(air_combat(board))
    assert fighter.flying == 1, "the segment is over, and the phase is not"
    play(surface_combat(board))
    assert fighter.flying == 2


@rule("pq17", "7.2.3a", "12.7")
@pytest.mark.parametrize(("in_phase", "flying"), [(True, 1), (False, 2)])
def test_pp625_outside_all_phases_an_abort_is_over_with_its_raid(in_phase: bool, flying: int) -> None:
    board = raiding(1)
    if not in_phase:
        board.state.phase = None
    play(
        resolve_raid(board, "allied", Raid("bardufoss", ("a",)), RaidTerms(day=True), key="r"), dice=[(0,), (0,), (0,)]
    )
    assert next(one for one in board.state.air if one.id == "me").flying == flying


@rule("pq17", "7.2.3a", "7.5.6", "7.2.5")
def test_pp626_aircraft_of_a_carrier_that_flak_aborted_in_a_battle_fly_in_their_own_phase() -> None:
    """Hipper's guns abort one step of two in round 2; the next phase of their side has both."""
    board = attacked(force("home", "allied", "task_force", OPEN, "victorious", "norfolk"),
                     force("h", "axis", "task_force", OPEN, "admiral_hipper"))  # fmt: skip
    board.state.air = [AirUnit("albacore", 2, id="a", base="victorious")]
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", torpedoes="no",
                                                      torpedo_round="never")  # fmt: skip
    dice = [*misses(3, 4), (9,), (7,), (0,), *misses(3, 4), (0,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    (unit,) = board.state.air
    assert (unit.strength, unit.flying, unit.mission) == (2, 2, "")


@rule("pq17", "7.2.1", "7.2.1a")
@pytest.mark.parametrize(
    ("kind", "away", "day", "weather", "rises"),
    [
        ("bf_109", 0, True, "fair", True), ("bf_109", 1, True, "fair", True), ("bf_109", 2, True, "fair", False),
        ("bf_109", 0, False, "fair", False), ("bf_109", 0, True, "storm", True), ("bf_109", 0, True, "fog", False),
        ("fulmar", 1, True, "reduced", True), ("fulmar", 0, True, "storm", False), ("ju_88", 0, True, "fair", False),
    ],
)  # fmt: skip
def test_pp627_who_rises(kind: str, away: int, day: bool, weather: Any, rises: bool) -> None:
    assert may_scramble(BOX, air(kind, "x", "y"), away=away, day=day, weather=weather) is rises


@rule("pq17", "7.2b", "7.1.2a", "11.1.3")
@pytest.mark.parametrize(("kind", "at", "burned"), [("task_force", OPEN, 1), ("convoy", OPEN, 0)])
def test_pp628_an_attack_that_hits_nothing_costs_a_task_force_its_turn(kind: Any, at: str, burned: int) -> None:
    prey = force("t", "allied", kind, at, "mv 3" if kind == "convoy" else "kent", "dd_a_i 1", fuel=Fuel(20))
    board = bombers(prey, air("ju_88", "ju", "banak", 1))
    board.state.instructions = {side: Instructions(scramble="none", torpedoes="no") for side in ("allied", "axis")}
    play(air_combat(board), cards=[a_card("air", "1")], dice=misses(1, 1))
    assert (prey.spent, prey.level) == (burned, 2)


@rule("pq17", "7.5.2h")
@pytest.mark.parametrize(
    ("forces", "may"),
    [
        ((("d", "dd_a_i 3"),), True), ((("d", "dd_a_i 3"), ("k", "norfolk 3")), True),
        ((("d", "dd_a_i 3"), ("d", "norfolk 3")), False), ((("d", "dd_a_i 3"), ("d", "dd_j_r 1")), False),
        ((("d", "norfolk 3"), ("k", "dd_j_r 1")), False),
    ],
)  # fmt: skip
def test_pp629_a_force_of_one_counter_of_light_ships_divides_its_fire_beside_another_force(
    forces: tuple[tuple[str, str], ...], may: bool
) -> None:
    fight = Battle("axis", [], day=True)
    for name, ships in forces:
        lay_out_force(fight, "allied", [read_counters(ships)], force=name)
    lay_out_force(fight, "axis", [read_counters("lutzow 4"), read_counters("dd_36a 2")], force="x")
    unit = fight.units[0]
    assert may_divide(BOX, fight, unit) is may
    order = ordered.Aim(unit.name, ("lutzow", "dd_36a"), "yes")
    found = [one for one in aims(BOX, fight, Command("allied", (order,), QUIET)) if one.firer == unit.name]
    assert len(found) == (2 if may else 1)
    both = [Aim(unit.name, "lutzow", 2), Aim(unit.name, "dd_36a", 1)]
    assert bool(strays(BOX, fight, both)) is not may


@rule("pq17", "7.5.2b", "1.4b", "7.9a")
@pytest.mark.parametrize(
    ("comes", "units"),
    [
        ("tb_35_37 1+crippled", ["tb_35_37 2+crippled"]),
        ("tb_35_37 2+crippled", ["tb_35_37 2+crippled", "tb_35_37 1+crippled"]),
        ("tb_35_37 1", ["tb_35_37 1+crippled", "tb_35_37 1"]),
        ("dd_36a 0+crippled", ["tb_35_37 1+crippled", "dd_36a 0+crippled"]),
    ],
)  # fmt: skip
def test_pp656_crippled_light_ships_that_join_leave_no_wreck_where_they_merged(comes: str, units: list[str]) -> None:
    fight = battle(("kent 2",), ("tb_35_37 1+crippled",), round_=2)
    join_force(BOX, fight, "axis", read_counters(comes), force="x")
    assert [words for one in fight.of("axis") for words in left(one.counters)] == units


@rule("pq17", "7.5.2i", "7.5.3")
@pytest.mark.parametrize(
    ("surprised", "fired"), [("", ["allied", "axis"]), ("allied", ["axis"]), ("axis", ["allied", "axis"])]
)
def test_pp630_who_is_sunk_by_guns_has_fired_unless_it_was_surprised(surprised: Any, fired: list[str]) -> None:
    """One destroyer, which Hipper sinks; she misses."""
    fight = battle(("dd_a_i 1",), ("admiral_hipper 4",))
    fight.surprised = surprised
    dice: Any = {"": [(0,), (9, 0, 0, 0)], "allied": [(9, 0, 0, 0)], "axis": [(0,), (9, 0, 0, 0)]}[surprised]
    aimed = [Aim("dd_a_i", "admiral_hipper"), Aim("admiral_hipper", "dd_a_i")]
    found = run(fire_exchange(BOX, fight, aimed, [], key="e"), dice=dice)
    sides = {"dd_a_i": "allied", "admiral_hipper": "axis"}
    assert [sides[one.aim.firer] for one in found.broadsides] == fired
    assert [one.name for one in fight.units] == ["admiral_hipper"]


@rule("pq17", "7.5.3", "7.3")
def test_pp631_torpedoes_of_a_surprise_come_before_the_guns_of_who_was_surprised() -> None:
    fight = battle(("dd_a_i 1",), ("tb_35_37 1",))
    fight.surprised = "allied"
    fight.unit("tb_35_37").area = "torpedo"
    aimed = [Aim("dd_a_i", "tb_35_37"), Aim("tb_35_37", "dd_a_i")]
    found = run(fire_exchange(BOX, fight, aimed, [Launch("tb_35_37", "dd_a_i")], key="e"), dice=[(0,), (9,), (3,)])
    assert [one.aim.firer for one in found.broadsides] == ["tb_35_37"]
    assert [one.name for one in fight.units] == ["tb_35_37"]


@rule("pq17", "7.5.2k", "7.3.2")
def test_pp632_torpedoes_of_both_sides_run_at_the_same_time() -> None:
    """Each sinks the other; both have spent a symbol."""
    fight = battle(("dd_a_i 1",), ("dd_36a 1",), round_=2)
    for unit in fight.units:
        unit.area = "torpedo"
    launched = [Launch("dd_a_i", "dd_36a"), Launch("dd_36a", "dd_a_i")]
    found = run(fire_exchange(BOX, fight, [], launched, key="e"), dice=[(9,), (3,), (9,), (3,)])
    assert ([len(one.salvo.dice) for one in found.runs], fight.units) == ([1, 1], [])


@rule("pq17", "7.5.2c", "7.5.2e", "7.5.3")
@pytest.mark.parametrize(
    ("round_", "surprised", "ship", "area", "why"),
    [
        (1, "", "dd_a_i", "torpedo", "too_early"), (1, "axis", "dd_a_i", "torpedo", None),
        (1, "allied", "dd_a_i", "screening", "surprised"), (2, "allied", "dd_a_i", "torpedo", None),
        (1, "", "dd_a_i", "screening", None), (2, "", "norfolk", "withdrawal", "unable"),
        (2, "", "norfolk", "deployment", None),
    ],
)  # fmt: skip
def test_pp633_who_may_move_when(round_: int, surprised: Any, ship: str, area: Any, why: Any) -> None:
    fight = battle(("dd_a_i 2", "norfolk 3+crippled"), ("lutzow 4",), round_=1)
    fight.round, fight.surprised = round_, surprised
    assert order_fault(fight, Manoeuvre(ship, area)) == why


@rule("pq17", "7.5.8", "9.2.1", "9.2.2")
def test_pp634_rounds_among_transports_in_all_weather() -> None:
    for weather, day, escorted, surprised in product(WEATHER, (True, False), (True, False), (True, False)):
        bad = weather in ("fog", "storm", "gale")
        less = 2 * bad + (not day or weather == "reduced")
        found = unescorted_rounds(weather, day=day, escorted=escorted, surprised=surprised)
        assert found == max(2 + escorted + surprised - less, 1), (weather, day, escorted, surprised)


@rule("pq17", "7.5.1", "7.5.1b", "7.6", "7.5a")
@pytest.mark.parametrize(("level", "die", "surprised"), [(None, 7, "axis"), (1, 7, ""), (1, 8, "axis")])
def test_pp635_who_intercepts_by_night_may_surprise(level: int | None, die: int, surprised: str) -> None:
    """An unidentified interceptor has 1 more. The target of the attack neither fights nor burns anything."""
    cover = force("cover", "allied", "task_force", OPEN, "sheffield", fuel=Fuel(20))
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper", fuel=Fuel(20))
    prey = force("c", "allied", "convoy", OPEN, "mv 8", "dd_a_i 1", fuel=Fuel(20))
    board = attacked(prey, hipper, cover, light="dec_1")
    if level is not None:
        board.identify(cover, level)
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", intercepts="always",
                                                      torpedo_round="never", joins="never")  # fmt: skip
    cards = [a_card("force", "0", day=False), a_card("force", "U", day=False, submarine=False)]
    fight = [(0,) * 4, (0,) * 4, (0,)]
    play(surface_combat(board), cards=cards, dice=[(die,), *fight])
    (joined,) = told(board, "axis", BattleJoined)
    assert (joined.attacker, joined.surprised) == ("allied", surprised)
    assert (prey.spent, cover.spent, hipper.spent) == (0, 2, 2)
    assert sorted(board.phase.fought) == ["cover", "h"]


@rule("pq17", "7.5.1", "7.1.1d")
@pytest.mark.parametrize(
    ("result", "level", "found"), [("U", None, True), ("0", None, False), ("0", 0, True), ("2", 1, False)]
)
def test_pp636_the_attacker_must_be_found_as_any_target(result: Any, level: int | None, found: bool) -> None:
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper")
    board = attacked(force("c", "allied", "convoy", OPEN, "mv 8"), hipper,
                     force("cover", "allied", "task_force", OPEN, "sheffield"))  # fmt: skip
    if level is not None:
        board.identify(hipper, level)
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", intercepts="always",
                                                      torpedo_round="never", joins="never")  # fmt: skip
    cards = [*cards_with("force", "1", 1), a_card("force", result, submarine=False)]
    dice = [*misses(4, 4), (0,)] if found else misses(4, 1, 4, 1)
    play(surface_combat(board), cards=cards, dice=dice)
    assert [one.found for one in told(board, "axis", Intercepted)] == [found]


@rule("pq17", "7.5.8b", "5.5", "7.5.2l", "1.2.3")
@pytest.mark.parametrize(
    ("escorts", "parted"), [(("dd_a_i 1",), ["dd_a_i 1"]), (("dd_a_i 1", "es_british 1"), ["dd_a_i 1", "es_british 1"])]
)
def test_pp637_escorts_that_withdrew_are_no_part_of_a_convoy_that_scatters(
    escorts: tuple[str, ...], parted: list[str]
) -> None:
    """By night 7 withdraws even the slow; the transports are left, are fired at for two rounds and scatter. The escorts
    are a task force of their own from then on, known as the convoy was, and have fought.
    """
    convoy = force("c", "allied", "convoy", OPEN, "mv 8", *escorts, fuel=Fuel(20))
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper", level=1, fuel=Fuel(20))
    board = attacked(convoy, hipper, light="dec_1")
    board.identify(hipper, 1)
    board.state.instructions["allied"] = Instructions(asks="never", stands="withdraw", torpedo_round="never")
    dice = [(0,), *misses(1, 4), (7,), *misses(4, 1, 4, 1)]
    play(surface_combat(board), cards=[a_card("force", "0", day=False)], dice=dice)
    assert convoy.convoy is not None
    assert convoy.convoy.scattered
    assert told(board, "axis", Scattered)
    assert left(convoy.counters) == ["mv 8"]
    (away,) = [one for one in board.forces_of("allied") if one is not convoy]
    assert (away.kind, sorted(left(away.counters)), away.level, away.at) == ("task_force", parted, 2, OPEN)
    assert sorted(board.phase.fought) == sorted(["c", "h", away.id])
    assert board.state.losses == []


@rule("pq17", "7.2.4", "7.2.6", "7.4.6")
@pytest.mark.parametrize("named", [(), ("ss_british", "mv")])
@pytest.mark.parametrize("torpedoes", ["yes", "no"])
def test_pp646_submarines_of_a_convoy_lie_in_no_row_under_aircraft(torpedoes: Any, named: tuple[str, ...]) -> None:
    """They are no target, and nothing of them is lost or told; a merchant goes down."""
    prey = force("t", "allied", "convoy", "0610", "mv 3", "dd_a_i 1", "ss_british 2")
    prey.formation = Formation("t", named) if named else None
    board = bombers(prey, air("he_111", "he", "banak", 1))
    board.state.instructions = {side: Instructions(scramble="none", torpedoes=torpedoes) for side in ("allied", "axis")}
    struck = [(9, 0), (3,)] if torpedoes == "yes" else [(9,)]
    play(air_combat(board), cards=[a_card("air", "1")], dice=[(0,), *struck])
    assert sorted(left(prey.counters)) == ["dd_a_i 1", "mv 2", "ss_british 2"]
    assert [one.unit for one in board.state.losses] == ["mv"]
    (row,) = [one for one in board.state.reports if one.source == "air_attack" and one.names]
    assert sorted(one.ship for one in row.names) == ["dd_a_i", "mv"]


@rule("pq17", "7.5.2", "7.5.8", "7.4.6", "5.5")
@pytest.mark.parametrize("escorted", [True, False])
def test_pp647_submarines_that_did_not_come_out_are_no_warships_of_the_display(escorted: bool) -> None:
    """By night, surprised (8): a destroyer is sunk before she fires, or there was none. Two rounds, one more for the
    surprise, one for an escort, one less by night; then the convoy scatters, and the boats are with it still.
    """
    prey = force("c", "allied", "convoy", OPEN, "mv 8", "ss_british 2", *(["dd_a_i 1"] if escorted else []))
    board = attacked(prey, force("h", "axis", "task_force", OPEN, "admiral_hipper"), light="dec_1")
    board.identify(board.force("h"), 1)
    first = [(8, 0, 0, 0)] if escorted else []
    rounds = misses(4, 1, 4, 1, 4) if escorted else misses(4, 1, 4, 1)
    play(surface_combat(board), cards=[a_card("force", "0", day=False)], dice=[(8,), *first, *rounds])
    assert prey.convoy is not None
    assert (prey.convoy.scattered, left(prey.counters)) == (True, ["mv 8", "ss_british 2"])
    assert board.forces_of("allied") == [prey]
    assert [one.unit for one in board.state.losses] == ["dd_a_i"] * escorted


@rule("pq17", "7.4")
def test_pp638_the_sum_of_all_that_counts_is_held_at_six() -> None:
    """All combinations, summed by hand's own table and held at the end alone."""
    weathers = {"fair": 0, "reduced": 1, "fog": 0, "storm": -1}
    for boats, dice, weather, day in product((1, 2, 3, 4), (0, 1, 3, 9), weathers, (True, False)):
        for level, shadowed, radius in product((None, 0, 1, 3), (True, False), (True, False)):
            met = Encounter(day=day, weather=weather, level=level, shadowed=shadowed, air_radius=radius)
            total = weathers[weather] + (boats >= 3) + 2 * (not day) - (level or 0) + shadowed - radius - dice
            assert attack_modifier(BOX, boats, Escort(dice), met) == max(min(total, 6), -6)


@rule("pq17", "7.4", "7.4.1")
@pytest.mark.parametrize(
    ("modified", "boats", "attacks"),
    [
        (-7, 4, (0, 0)), (-1, 4, (0, 0)), (0, 4, (0, 1)), (2, 4, (0, 3)), (2, 2, (0, 2)), (4, 1, (1, 1)),
        (5, 4, (1, 3)),
        (6, 4, (2, 4)), (8, 4, (3, 4)), (10, 4, (4, 0)), (15, 3, (3, 0)),
    ],
)  # fmt: skip
def test_pp639_how_many_boats_attack(modified: int, boats: int, attacks: tuple[int, int]) -> None:
    assert boats_of_chart(BOX, boats, modified) == attacks


@rule("pq17", "7.4.1", "7.0f")
@pytest.mark.parametrize(
    ("ships", "boats", "dice", "soviet"),
    [
        (("dd_a_i 3", "tb_hunt 2", "es_british 1"), 4, 3, 0), (("dd_a_i 3",), 1, 1, 0), (("dd_a_i 4",), 1, 2, 0),
        (("es_british 4", "dd_a_i 1"), 2, 4, 0), (("es_british 4", "dd_a_i 1"), 3, 5, 0), (("kent 2",), 2, 0, 0),
        (("dd_a_i 1+tows", "dd_a_i 2", "kent 0+dead+towed"), 2, 1, 0), (("dd_project_7 1",), 2, 1, 1),
        (("dd_a_i 2", "dd_project_7 1"), 2, 1, 0), (("dd_a_i 3", "dd_project_7 1"), 2, 2, 1),
    ],
)  # fmt: skip
def test_pp640_dice_against_so_many_boats(ships: tuple[str, ...], boats: int, dice: int, soviet: int) -> None:
    assert escort_dice(BOX, read_counters(*ships)).at_most(most_dice(BOX, boats)) == Escort(dice, soviet)


@rule("pq17", "7.4.2", "7.4.2b", "7.1.1b")
@pytest.mark.parametrize(("card", "burned"), [("0", 1), ("-", 0)])
def test_pp641_who_does_not_find_the_pack_burns_nothing(card: Any, burned: int) -> None:
    """Two destroyers: one die, offensive, and the boats attack by 0: none."""
    hunter = force("d", "allied", "task_force", OPEN, "dd_a_i 2", fuel=Fuel(20))
    pack = force("p", "axis", "wolfpack", OPEN, "ss_german 1")
    board = phase(arctic(hunter, pack), "allied")
    board.identify(pack, 0)
    board.phase.attacks = (Attack("d", contact_name(pack)),)
    found = a_card("force", card, submarine=False)
    play(submarine_combat(board), cards=[found], dice=[(0,), (0,)] if burned else [])
    assert (hunter.spent, pack.level) == (burned, 1 if burned else 0)


@rule("pq17", "7.4.6", "1.2c")
@pytest.mark.parametrize(("packs", "sallies"), [(7, True), (8, False)])
def test_pp642_without_a_block_the_boats_stay_with_their_convoy(packs: int, sallies: bool) -> None:
    prey = force("c", "allied", "convoy", OPEN, "mv 8", "dd_a_i 1", "ss_british 1")
    others = [force(f"p{number}", "allied", "wolfpack", "0411", "ss_british 1") for number in range(packs)]
    board = attacked(prey, *others, force("h", "axis", "task_force", OPEN, "admiral_hipper"))
    dice = [*([(0,)] if sallies else []), *misses(1, 4), (0,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert ("ss_british 1" in left(prey.counters)) is not sallies, left(prey.counters)
    assert sum(one.kind == "wolfpack" for one in board.forces_of("allied")) == 8


@rule("pq17", "7.7.2", "7.7.2a")
@pytest.mark.parametrize(("die", "expended"), [(0, True), (1, True), (2, False), (9, False)])
def test_pp643_a_die_after_all_boats_among_stragglers(die: int, expended: bool) -> None:
    """Two boats; an auxiliary is a transport too, and nobody hunts them."""
    target = read_counters("mv 2", "aldersdale 2")
    found = run(attack_stragglers(BOX, 2, target, torpedoes=1, key="s"), dice=[(6,), (6,), (die,)])
    assert (len(found.attacks), found.expended) == (2, expended)


@rule("pq17", "7.0e", "5.1.1", "5.1.1a")
@pytest.mark.parametrize(
    ("wrecks", "tugs", "floats"),
    [
        (("kent 0+dead",), ("dd_a_i 1",), ["kent"]), (("kent 0+dead", "norfolk 0+dead"), ("dd_a_i 1",), ["kent"]),
        (("kent 0+dead", "norfolk 0+dead"), ("dd_a_i 2",), ["kent", "norfolk"]), (("kent 0+dead",), ("tb_hunt 4",), []),
        (("duke_of_york 0+dead",), ("dd_a_i 4",), []), (("duke_of_york 0+dead",), ("kent 1",), ["duke_of_york"]),
        (("kent 0+dead",), ("dd_a_i 1+crippled",), []), (("aldersdale 0+dead",), ("dd_a_i 1",), ["aldersdale"]),
    ],
)  # fmt: skip
def test_pp644_who_is_towed_at_the_end_of_a_combine_segment(
    wrecks: tuple[str, ...], tugs: tuple[str, ...], floats: list[str]
) -> None:
    one = force("t", "allied", "task_force", OPEN)
    one.counters = read_counters(*wrecks, *tugs)
    board = phase(arctic(one), "axis")
    tow_or_sink(board)
    assert [ship.ship for ship in one.counters if ship.towed] == floats
    assert len(board.state.losses) == len(wrecks) - len(floats)


@rule("pq17", "7.1.1", "7.1.1a", "6.8.1")
def test_pp645_by_what_a_task_force_finds_stragglers_in_the_next_hex() -> None:
    """Two cards, and the row of forces: the first card fails, the second shows 3, which their ID is."""
    prey = force("c", "allied", "convoy", OPEN, "mv 3")
    assert prey.convoy is not None
    prey.convoy.scattered = True
    board = attacked(prey, force("h", "axis", "task_force", "0309", "admiral_hipper"), level=3, sky=Sky("fair"))
    play(surface_combat(board), cards=[*cards_with("force", "-", 1), *cards_with("force", "3", 1)])
    assert left(prey.counters) == ["mv 2"]
    assert told(board, "axis", Scrambled) == []


@rule("pq17", "7.9a", "10.2.6", "9.3.1c")
@pytest.mark.parametrize(
    ("ships", "lost", "after"),
    [
        (("dd_a_i 0+crippled",), [], ["dd_a_i 0+crippled"]),
        (("dd_a_i 0+crippled", "dd_a_i 2"), ["dd_a_i"], ["dd_a_i 0+crippled", "dd_a_i 1"]),
        (("kent 0+dead",), ["kent"], []),
    ],
)
def test_pp657_ice_and_weather_take_no_step_of_a_destroyer_that_has_none(
    ships: tuple[str, ...], lost: list[str], after: list[str]
) -> None:
    """A wreck of the option had one step less than none, and lay on in her force so."""
    counters = read_counters(*ships)
    damage = Damage(heavy=1, light=1, light_more=0, convoy=0, convoy_more=0)
    assert run(remove_damaged(BOX, counters, damage, whole=False, key="k")) == lost
    assert left(counters) == after
