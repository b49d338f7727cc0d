"""7.3: torpedoes of ships, and when they are spent."""

from fractions import Fraction
from typing import Any

import pytest

from games.titles.pq17.components.combat_charts import TorpedoResult
from games.titles.pq17.components.pieces import ICE, Side, WeatherKind
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.draft_odds import HIGHEST
from games.titles.pq17.rules.air.row import Sortie
from games.titles.pq17.rules.air.strike import strike
from games.titles.pq17.rules.forces.stack_odds import torpedo_odds
from games.titles.pq17.rules.forces.submarine_combat import Encounter, escort_dice
from games.titles.pq17.rules.forces.torpedoes import (
    Salvo,
    Torpedoed,
    _strike_ship,
    fire_salvo,
    reload_torpedoes,
    torpedo_attacks,
    torpedo_modifier,
)
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.submarine.attack import submarine_combat as boats_attack
from games.titles.pq17.rules.surface.areas import Manoeuvre, order_fault
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.engagement import Engagement
from games.titles.pq17.rules.surface.gunnery import gun_modifier
from games.titles.pq17.rules.surface.layout import separate_counters
from games.titles.pq17.rules.surface.torpedo_step import Launch, Run
from games.titles.pq17.rules.weather.ice import allows_torpedoes
from games.titles.pq17.state.counters import Squadron
from games.titles.pq17.state.events.surface import TorpedoesRan
from games.titles.pq17.state.state import Phase, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.sailings import PORTS, named_task_force
from tests.titles.pq17.ch07_combat.air_attacks import BY_DAY
from tests.titles.pq17.ch07_combat.surface_battles import exchange_told
from tests.titles.pq17.displays import battle
from tests.titles.pq17.engaging import attacked, misses
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import counter, left, read_counters, run

rule = pytest.mark.rule


@rule("pq17", "7.3.1", position="PP102")
@pytest.mark.parametrize(("ship", "least"), [("duke_of_york 4", 7), ("jamaica 4", 8), ("mv 1", 7)])
def test_7_3_1_the_least_die_that_succeeds(ship: str, least: int) -> None:
    one, needed = counter(ship), BOX.charts.torpedo.succeeds
    assert needed - torpedo_modifier(BOX, one) == least
    assert needed - torpedo_modifier(BOX, one, evading=True) == least + 1
    one.dead = True
    assert needed - torpedo_modifier(BOX, one) == least - 2


@rule("pq17", "7.3.1")
def test_7_3_1_escorts_can_be_torpedoed() -> None:
    stack = read_counters("dd_a_i 2")
    found = run(fire_salvo(BOX, stack, 2, key="t"), dice=[(9, 8), (3,)])
    assert left(stack) == ["dd_a_i 1"]
    assert [one.sunk for one in found.hits] == [1]


@rule("pq17", "7.3.1", "7.4.6")
@pytest.mark.parametrize(("lot", "hits"), [(0, 1), (1, 0)])
def test_7_3_1_a_torpedo_that_runs_at_submarines_of_a_convoy_is_lost(lot: int, hits: int) -> None:
    stack = read_counters("suffolk 2", "ss_british 2")
    found = run(fire_salvo(BOX, stack, 1, key="t"), dice=[(9,), *[(2,)] * hits], lots=[lot])
    assert (len(found.hits), "ss_british 2" in left(stack)) == (hits, True)


@rule("pq17", "7.3.1", "7.4.6")
def test_7_3_1_at_submarines_alone_no_torpedo_is_drawn_for_and_their_odds_are_nothing() -> None:
    boats = read_counters("ss_british 2")
    assert run(fire_salvo(BOX, boats, 1, key="t"), dice=[(9,)]).hits == ()
    assert torpedo_odds(BOX, boats) == (HIGHEST + 1, Fraction(0))
    least, mean = torpedo_odds(BOX, read_counters("suffolk 2", "ss_british 2"))
    assert (least, mean) == (
        torpedo_odds(BOX, read_counters("suffolk 2"))[0],
        torpedo_odds(BOX, read_counters("suffolk 2"))[1] / 2,
    )


@rule("pq17", "7.3.1", position="P32")
def test_7_3_1_two_merchants_by_one_torpedo() -> None:
    stack = read_counters("mv 8", "mv 8", "palomares 1", "aldersdale 2")
    run(fire_salvo(BOX, stack, 1, key="t"), dice=[(7,), (8,)], lots=[0, 3])
    assert left(stack) == ["mv 6", "mv 8", "palomares 1", "aldersdale 2"]


@rule("pq17", "7.3.1", position="P22")
def test_7_3_1_one_merchant_from_the_air() -> None:
    stack = read_counters("mv 5", "aldersdale 2")
    found = run(fire_salvo(BOX, stack, 2, key="t", from_air=True), dice=[(5, 7), (6,)], lots=[0])
    assert left(stack) == ["mv 4", "aldersdale 2"]
    assert found.dice == (5, 7)


@rule("pq17", "7.3.1")
def test_7_3_1_torpedoes_that_find_nothing_left_are_lost() -> None:
    stack = read_counters("mv 1")
    found = run(fire_salvo(BOX, stack, 2, key="t"), dice=[(9, 9), (3,)])
    assert stack == []
    assert len(found.hits) == 1


@rule("pq17", "7.3.1", "7.3.1c", "7.5.2c", "7.5.2f", position="PP243")
def test_7_3_1_a_crippled_ship_may_evade_and_nothing_else() -> None:
    fight = battle(("norfolk 3+crippled",), ("dd_36a 2",))
    assert order_fault(fight, Manoeuvre("norfolk", evades=True)) is None
    assert order_fault(fight, Manoeuvre("norfolk", "withdrawal")) == "unable"
    unit, target = fight.unit("norfolk"), fight.unit("dd_36a").counters[0]
    unit.evading = True
    assert BOX.charts.gunnery.hits_from("ca", "dd") == 8
    assert gun_modifier(BOX, unit, target) == -1
    assert torpedo_modifier(BOX, unit.counters[0], evading=True) == 0
    assert torpedo_modifier(BOX, counter("duke_of_york 4+crippled")) == 2


@rule("pq17", "7.3.1a", "7.3.1b", "7.3.1d", "7.0d", positions=("PP103", "PP244"))
@pytest.mark.parametrize(
    ("ship", "damage", "from_air", "after"),
    [
        ("duke_of_york 4", 1, False, ["duke_of_york 4"]), ("duke_of_york 4", 2, False, ["duke_of_york 3"]),
        ("duke_of_york 4", 5, False, ["duke_of_york 3+crippled"]), ("duke_of_york 4", 9, False, ["duke_of_york 1"]),
        ("wichita 4", 0, False, ["wichita 3"]), ("wichita 4", 8, False, ["wichita 1"]), ("wichita 4", 9, False, []),
        ("suffolk 2", 5, False, ["suffolk 0+dead"]), ("suffolk 2", 8, False, []),
        ("mv 3", 0, False, ["mv 2", "mv 1+crippled"]), ("mv 3", 1, False, ["mv 2", "mv 1+dead"]),
        ("mv 3", 7, False, ["mv 2"]), ("mv 3", 8, False, ["mv 1"]), ("mv 3", 8, True, ["mv 2"]),
        ("mv 3", 9, True, ["mv 2"]), ("jamaica 4", 5, False, ["jamaica 2+crippled"]),
        ("jamaica 2", 5, False, ["jamaica 0+crippled+dead"]), ("jamaica 1", 5, False, []),
    ],
)  # fmt: skip
def test_7_3_1a_torpedo_damage(ship: str, damage: int, from_air: bool, after: list[str]) -> None:
    stack = read_counters(ship)
    run(fire_salvo(BOX, stack, 1, key="t", from_air=from_air), dice=[(9,), (damage,)])
    assert left(stack) == after


@rule("pq17", "7.3.1a", "7.3.1b", "7.0d")
@pytest.mark.parametrize(
    ("struck", "fell", "lost", "sunk"),
    [
        ("london 3", 2, 1, False),
        ("london 1", 0, 1, False),
        ("london 3", 9, 3, True),
        ("london 0+dead", 0, 0, True),
        ("palomares 1", 0, 1, False),
        ("mv 9", 0, 1, False),
        ("mv 9", 1, 1, False),
        ("mv 9", 8, 2, True),
    ],
)
def test_7_3_1a_what_a_torpedo_costs_is_told_in_strength(struck: str, fell: int, lost: int, sunk: bool) -> None:
    """Neither Crippled nor Dead in the Water is strength that a ship has lost besides."""
    hits = run(fire_salvo(BOX, read_counters(struck), 1, key="s"), dice=[(8,), (fell,)])
    board = exchange_told(Run(Launch("lutzow", "london"), hits), dark=False)
    (ran,) = heard(board, "allied")
    assert (ran.lost, ran.sunk) == ((lost,), (sunk,))


@rule("pq17", "7.3.1b", "7.5.2k", "7.5.9")
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    ("hit", "lost", "sunk"),
    [
        (Torpedoed("dd_a_i", 3, lost=2), 2, False),
        (Torpedoed("dd_a_i", 3, lost=1, crippled=1), 1, False),
        (Torpedoed("dd_a_i", 3, lost=1, dead=1), 1, False),
        (Torpedoed("dd_a_i", 3, lost=2, sunk=2), 2, True),
    ],
)
def test_7_3_1b_what_torpedoes_do_in_the_dark_who_is_hit_sees(
    hit: Torpedoed, lost: int, sunk: bool, dark: bool
) -> None:
    board = exchange_told(Run(Launch("lutzow", "dd_a_i"), Salvo((7, 8), (hit,))), dark=dark)
    whole = TorpedoesRan("axis", "lutzow", "dd_a_i", (7, 8), ("dd_a_i",), (lost,), (sunk,))
    assert heard(board, "allied") == [whole]
    assert heard(board, "axis") == [TorpedoesRan("axis", "lutzow", "dd_a_i", (7, 8)) if dark else whole]


@rule("pq17", "7.3.1b", "7.3.1d", "7.0d")
@pytest.mark.parametrize(
    ("state", "results", "after", "told"),
    [
        ("", [TorpedoResult(hits=1)], [(2, False, False)], (1, 0, 0, 0)),
        ("", [TorpedoResult(hits=1, crippled=1)], [(2, True, False)], (1, 1, 0, 0)),
        ("+crippled", [TorpedoResult(hits=1)], [(2, True, False)], (1, 0, 0, 0)),
        ("", [TorpedoResult(hits=1), TorpedoResult(hits=2)], [(0, False, True)], (3, 0, 1, 0)),
        ("", [TorpedoResult(hits=2), TorpedoResult(hits=2)], [], (3, 0, 0, 1)),
        ("", [TorpedoResult(sunk=1), TorpedoResult(hits=1, crippled=1)], [], (3, 0, 0, 1)),
        ("", [TorpedoResult()], [(3, False, False)], (0, 0, 0, 0)),
    ],
)
def test_7_3_1b_what_a_salvo_does_to_a_heavy_ship(state: str, results: Any, after: Any, told: Any) -> None:
    stack = read_counters(f"london 3{state}", "kent 2")
    london = stack[0]
    found = _strike_ship(BOX, stack, london, [(london, 5, result) for result in results])
    assert [(one.strength, one.crippled, one.dead) for one in stack if one.ship == "london"] == after
    assert (found.lost, found.crippled, found.dead, found.sunk) == told
    assert [one.ship for one in stack][-1] == "kent"


@rule("pq17", "7.3.1c")
def test_7_3_1c_a_merchant_dead_in_the_water_sinks_when_struck_dead_again() -> None:
    stack = read_counters("mv 1+dead")
    assert run(fire_salvo(BOX, stack, 1, key="t"), dice=[(5,), (1,)]).hits[0].sunk == 1
    assert stack == []


@rule("pq17", "7.3.1c")
def test_7_3_1c_ships_hurt_lie_apart_so_that_the_rest_may_manoeuvre() -> None:
    fight = battle(("mv 5",), ("lutzow 4",))
    unit = fight.unit("mv")
    unit.counters += read_counters("mv 1+crippled")
    separate_counters(fight)
    assert [(one.name, left(one.counters)) for one in fight.of("allied")] == [
        ("mv", ["mv 5"]),
        ("mv.2", ["mv 1+crippled"]),
    ]


@rule("pq17", "7.3.1d", position="PP104")
def test_7_3_1d_the_second_ship_is_drawn_from_the_same_target() -> None:
    stack = read_counters("mv 1", "aldersdale 2")
    found = run(fire_salvo(BOX, stack, 1, key="t"), dice=[(9,), (8,)], lots=[0])
    assert stack == []
    assert [(one.ship, one.lost, one.sunk) for one in found.hits] == [("mv", 1, 1), ("aldersdale", 2, 1)]


@rule("pq17", "7.3.1d", "1.8.1")
def test_7_3_1d_of_two_that_a_torpedo_sinks_each_is_told_by_her_own_name() -> None:
    """The second is drawn among all of the stack: here she is an oiler."""
    stack = read_counters("mv 3", "aldersdale 2")
    hits = run(fire_salvo(BOX, stack, 1, key="s"), dice=[(8,), (8,)], lots=[0, 2]).hits
    assert [(one.ship, one.lost, one.sunk) for one in hits] == [("mv", 1, 1), ("aldersdale", 2, 1)]
    assert [(one.ship, one.strength) for one in stack] == [("mv", 2)]


@rule("pq17", "7.3.2a", "7.4.2c")
def test_7_3_2a_boats_without_torpedoes_are_hunted_and_attack_nobody() -> None:
    target = read_counters("duke_of_york 4", "dd_a_i 3")
    combat = boats_attack(
        BOX, 3, target, escort_dice(BOX, target), ("heavy",), Encounter(day=True, weather="fair"), torpedoes=0, key="s"
    )
    found = run(combat, dice=[(9,), (0,)], secret=True)
    assert (found.before, found.after, found.expended) == ((), (), False)


@rule("pq17", "7.3.2b")
def test_7_3_2b_torpedoes_are_reloaded_in_a_whole_turn_in_port() -> None:
    board = arctic(
        force("pack", "axis", "wolfpack", "0813", "ss_german 2", port="narvik"),
        force("dds", "axis", "task_force", "0814", "dd_34_36 2", port="tromso"),
        force("boats", "allied", "wolfpack", "1107", "ss_british 2", port="lerwick"),
    )
    for one in board.state.forces:
        one.counters[0].used, one.counters[0].spent = True, 1
    play(fuel(board))
    assert [one.counters[0].used for one in board.state.forces] == [True, True, True], "not a complete turn yet"
    play(fuel(board))
    assert [one.counters[0].used for one in board.state.forces] == [False, True, False]
    assert [one.counters[0].spent for one in board.state.forces] == [0, 1, 0]
    ship = force("tf", "allied", "task_force", "1107", "dd_a_i 2", port="lerwick")
    ship.counters[0].spent = 1
    reload_torpedoes(board.box, ship)
    assert ship.counters[0].spent == 1, "in Lerwick submarines alone"


@rule("pq17", "7.3.2b", position="PP106")
@pytest.mark.parametrize(("resting", "spent"), [(1, 0), (0, 2)])
def test_7_3_2b_torpedoes_are_there_again_after_a_whole_turn_in_port(resting: int, spent: int) -> None:
    board = arctic(named_task_force("t", "axis", PORTS["narvik"], "dd_36a 2", port="narvik", resting=resting))
    board.state.phase = Phase(side="axis")
    board.force("t").counters[0].spent = 2
    play(fuel(board))
    assert board.force("t").counters[0].spent == spent


@rule("pq17", "7.3.2b", position="PP245")
@pytest.mark.parametrize(
    ("port", "boats", "again"),
    [
        ("kirkenes", "ss_german 2", False), ("tromso", "ss_german 2", False), ("bergen", "ss_german 2", True),
        ("murmansk", "ss_soviet 2", False), ("lerwick", "ss_british 2", True), ("scapa_flow", "ss_british 2", True),
    ],
)  # fmt: skip
def test_7_3_2b_where_boats_have_torpedoes_again(port: str, boats: str, again: bool) -> None:
    side: Side = "axis" if "german" in boats else "allied"
    pack = force("p", side, "wolfpack", BOX.ports[port].hex, boats, port=port)
    pack.counters[0].used = True
    reload_torpedoes(BOX, pack)
    assert pack.counters[0].used is not again


@rule("pq17", "7.3a", "7.3.2c", positions=("P29", "PP101"))
@pytest.mark.parametrize(
    ("ship", "symbols", "count"),
    [
        ("lutzow 4", 1, 1),
        ("lutzow 4", 2, 2),
        ("dd_a_i 3", 1, 3),
        ("dd_a_i 3", 2, 6),
        ("dd_a_i 3+spent=1", 2, 3),
        ("tb_35_37 1", 2, 2),
        ("tb_35_37 2", 1, 2),
        ("tb_35_37 2", 2, 4),
        ("tb_hunt 2", 1, 0),
    ],
)
def test_7_3a_the_dice_of_a_torpedo_attack(ship: str, symbols: int, count: int) -> None:
    assert torpedo_attacks(BOX, counter(ship), symbols) == count


@rule("pq17", "7.3a", position="PP242")
@pytest.mark.parametrize(("aircraft", "strength", "aborted", "dice"), [
    ("he_111", 2, 0, 4), ("he_111", 2, 1, 2), ("he_115", 1, 0, 1), ("albacore", 2, 0, 2),
])  # fmt: skip
def test_7_3a_torpedoes_of_aircraft(aircraft: str, strength: int, aborted: int, dice: int) -> None:
    row, unit = [read_counters("jamaica 4")], Squadron(aircraft, strength, aborted=aborted)
    flown = [Sortie("u", 0, torpedoes=True)]
    (wave,) = run(strike(BOX, row, {"u": unit}, flown, BY_DAY, key="s"), dice=[(0,), (0,) * dice])
    assert wave.attacks[0].salvo is not None
    assert len(wave.attacks[0].salvo.dice) == dice


@rule("pq17", "7.3b", position="PP105")
def test_7_3b_aircraft_drop_torpedoes_in_clear_water_alone() -> None:
    assert [allows_torpedoes(ice) for ice in ICE] == [True, False, False, False, False]


@rule("pq17", "7.3b", "9.2.5", "7.5.2k", position="PP308")
@pytest.mark.parametrize(("weather", "runs"), [("storm", True), ("gale", False)])
def test_7_3b_no_torpedo_runs_in_a_gale(weather: WeatherKind, runs: bool) -> None:
    """By day, not surprised (7.6: 0), destroyers close in round 2; in a gale nobody is offered torpedoes either."""
    board = attacked(
        force("d", "allied", "task_force", OPEN, "dd_a_i 2"), force("t", "axis", "task_force", OPEN, "tirpitz"),
        level=3, sky=Sky(weather),
    )  # fmt: skip
    board.state.instructions["allied"] = Instructions(asks="each_round", stands="stay", torpedo_round="2")
    column = {"storm": 2, "gale": 3}[weather]
    card = a_card("force", "3", weather=column)
    dice = [(0,), *misses(5), (9,), *misses(5), *([(0, 0)] if runs else []), (0,)]
    asked = play(surface_combat(board), cards=[card], dice=dice).asked
    offered = {way.verb for question in asked for way in question.form.templates()}
    assert ("launch" in offered) is runs


@rule("pq17", "7.3b", "9.2.5", "7.3.2", "7.5.9")
@pytest.mark.parametrize(("weather", "runs"), [("fair", True), ("storm", True), ("gale", False)])
def test_7_3b_in_a_gale_no_torpedoes_run_and_nothing_shows_of_who_lies_face_down(weather: Any, runs: bool) -> None:
    board = arctic(force("tf", "allied", "task_force", OPEN, "dd_j_r 2"),
                   force("r", "axis", "task_force", OPEN, "lutzow"), sky=Sky(weather))  # fmt: skip
    fight = Engagement(board, OPEN, "axis", None, "k")
    fight.lay_out(board.state.forces)
    own = fight.battle.of("allied")[0]
    symbols = own.counters[0].symbols(board.box.ships["dd_j_r"])
    assert symbols > 0
    assert fight._symbols(own) == (symbols if runs else 0)
    assert fight._shown(own, "axis") == fight._shown(own, "allied") == (("dd_j_r", 2),)
    fight.battle.dark = True
    assert fight._shown(own, "axis") == ()
    assert fight._shown(own, "allied") == (("dd_j_r", 2),)
