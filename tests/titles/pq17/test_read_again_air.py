"""7.0 to 7.3 read by somebody who had not seen the code: `positions/07_read_again.toml`, each as a test."""

from typing import Any

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import Result, Searching, Side, WeatherKind
from games.titles.pq17.orders.attacks import Attack, Strike
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.orders.special import Specials
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.bombing import drop_bombs
from games.titles.pq17.rules.air.combat import Fire, dogfight, unmatched_strength
from games.titles.pq17.rules.air.flak import fire_flak, supporting_stacks
from games.titles.pq17.rules.air.row import Sortie
from games.titles.pq17.rules.air.strike import Place, strike
from games.titles.pq17.rules.forces.hits import wound
from games.titles.pq17.rules.forces.torpedoes import fire_salvo, reload_torpedoes, torpedo_modifier
from games.titles.pq17.rules.search.cards import card_finds
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.search.legal_attacks import may_strike
from games.titles.pq17.rules.search.location import most_cards
from games.titles.pq17.rules.search.searchers import is_soviet, search_conditions
from games.titles.pq17.rules.special.carrier_raids import carrier_raids, raidable, raiders
from games.titles.pq17.rules.special.raids import units_in_reach
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.rules.surface.areas import Manoeuvre, order_fault
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.gunnery import gun_modifier
from games.titles.pq17.state.counters import Squadron
from games.titles.pq17.state.events.air import Laid as RowLaid
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Convoy, Phase, Shadow, Sky
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import BY_DAY, groups
from tests.titles.pq17.displays import battle
from tests.titles.pq17.playing import a_card, cards_with, heard, play
from tests.titles.pq17.strikes import OPEN, air, bombers, facing
from tests.titles.pq17.trial import counter, left, read_counters, run

rule = pytest.mark.rule


@rule("pq17", "7.0d")
@pytest.mark.parametrize(
    ("ship", "salvos", "after"),
    [
        ("aldersdale 2", (2,), ["dead"]),
        ("aldersdale 2", (3,), ["sunk"]),
        ("aldersdale 2", (1, 1, 1), ["1", "dead", "sunk"]),
        ("duke_of_york 1", (1, 1), ["dead", "sunk"]),
    ],
)
def test_pp223_the_hit_beyond_the_last_step_sinks(ship: str, salvos: tuple[int, ...], after: list[str]) -> None:
    one, found = counter(ship), []
    for hits in salvos:
        suffered = wound(one, BOX.ships[one.ship], hits)
        found.append("sunk" if suffered.sunk else "dead" if one.dead else str(one.strength))
    assert found == after


def card_of(row: Searching, shows: Result, *, star: bool = False) -> Any:
    """A card of the deck that shows this by day in fair weather, with the Soviet star or without."""
    return next(card for card in BOX.cards.values() if getattr(card.day, row)[0] == shows and card.star is star)


@rule("pq17", "7.1.1", "7.1.1d", "6.2b")
@pytest.mark.parametrize(
    ("side", "at", "followed", "found"),
    [("axis", "0516", False, False), ("axis", "0516", True, True), ("axis", "0714", False, True),
     ("allied", "0714", False, False)],
)  # fmt: skip
def test_pp224_s_finds_off_a_friendly_coast_or_what_is_shadowed(
    side: Side, at: str, followed: bool, found: bool
) -> None:
    prey = force("t", "allied" if side == "axis" else "axis", "task_force", at, "kent" if side == "axis" else "lutzow")
    board = facing(prey, side=side)
    board.state.shadows = [Shadow("t", "wolfpack", "x")] if followed else []
    assert card_finds(card_of("force", "S"), search_conditions(board, side, prey, "force", soviet=False)) is found


@rule("pq17", "7.1.1d", "6.2c")
@pytest.mark.parametrize(("at", "found"), [("0717", False), ("0617", True)])
def test_pp225_a_plus_finds_nobody_beside_interceptors(at: str, found: bool) -> None:
    prey = force("c", "allied", "convoy", at, "mv 9")
    assert card_finds(card_of("air", "+"), search_conditions(facing(prey), "axis", prey, "air", soviet=False)) is found


@rule("pq17", "7.1.1d", "6.2d")
@pytest.mark.parametrize(("holding", "found"), [(("dd_project_7 2",), False), (("dd_project_7 2", "kent"), True)])
def test_pp226_the_star_fails_soviet_ships_alone(holding: tuple[str, ...], found: bool) -> None:
    prey, hunter = force("t", "axis", "task_force", OPEN, "lutzow"), force("s", "allied", "task_force", OPEN, *holding)
    board = facing(prey, hunter, side="allied")
    seen = search_conditions(board, "allied", prey, "force", soviet=is_soviet(BOX, hunter))
    assert card_finds(card_of("force", "U", star=True), seen) is found


@rule("pq17", "7.1.1o", "7.4.2")
@pytest.mark.parametrize(("weather", "cards"), [("fair", 2), ("reduced", 1)])
def test_pp227_by_option_aircraft_after_boats_have_a_second_card_in_fair_weather(
    weather: WeatherKind, cards: int
) -> None:
    prey = force("p", "axis", "wolfpack", OPEN, "ss_german 2")
    board = facing(prey, side="allied", options=Options(second_card=True), sky=Sky(weather))
    assert most_cards(board, "air", prey) == cards


@rule("pq17", "7.1.1a", "7.1.1o")
@pytest.mark.parametrize(("option", "cards"), [(False, [2, 2, 2]), (True, [1, 1, 2])])
def test_pp228_by_option_a_pack_leads_packs_alone(option: bool, cards: list[int]) -> None:
    prey = force("c", "allied", "convoy", OPEN, "mv 9")
    board = facing(prey, options=Options(second_card=option), sky=Sky("reduced"))
    board.state.shadows = [Shadow("c", "wolfpack", "x")]
    assert [most_cards(board, by, prey) for by in ("air", "task_force", "wolfpack")] == cards


@rule("pq17", "7.1.2", "7.1.2a", "7.1.1o")
def test_pp229_each_group_draws_both_of_its_cards_and_u_goes_first() -> None:
    prey = force("c", "allied", "convoy", OPEN, "mv 9")
    board = groups(prey, 3, level=2, options=Options(air_groups=True, second_card=True))
    none = cards_with("air", "-", 3)
    cards = [none[0], a_card("air", "U", submarine=False), a_card("air", "2"), none[1], none[2]]
    play(air_combat(board), cards=cards, dice=[(0,), (0,), (0,), (0,)])
    assert sum(isinstance(one, RowLaid) for one in heard(board, "axis")) == 2, "two attacks, of one unit each"


@rule("pq17", "7.1.3", "7.1.3a")
def test_pp230_british_ports_and_what_britain_holds_are_never_attacked() -> None:
    board = facing(force("g", "axis", "task_force", OPEN, "graf_zeppelin"), side="axis")
    open_to_raids = set(raidable(board, "axis"))
    assert "murmansk" in open_to_raids
    assert not open_to_raids & {"scapa_flow", "loch_ewe", "lerwick", "wick", "reykjavik"}


@rule("pq17", "7.1.3", "7.2c")
@pytest.mark.parametrize(("light", "german", "british"), [("jul_1", ("s",), ("a",)), ("dec_1", (), ("a",))])
def test_pp312_by_night_of_carrier_aircraft_only_british_bombers_raid(
    light: str, german: tuple[str, ...], british: tuple[str, ...]
) -> None:
    board = arctic(
        force("g", "axis", "task_force", "0717", "graf_zeppelin"),
        force("v", "allied", "task_force", "0713", "victorious"), light=light,
        air=[AirUnit("ju_87c", 2, id="s", base="graf_zeppelin"), AirUnit("albacore", 2, id="a", base="victorious")],
    )  # fmt: skip
    assert (raiders(board, "axis"), raiders(board, "allied")) == (german, british)


@rule("pq17", "7.1a", "7.1.3")
def test_pp313_a_port_is_raided_once_in_a_segment() -> None:
    """By two orders for two carriers' units: the form refuses the second, and it would not be flown."""
    specials = Specials(raided=("narvik", "banak"), raiders=("a", "b"))
    twice, apart = (Raid("narvik", ("a",)), Raid("narvik", ("b",))), (Raid("narvik", ("a",)), Raid("banak", ("b",)))
    assert [one.rule for one in specials.conflicts(twice)] == ["7.1a"]
    assert not list(specials.conflicts(apart))
    board = arctic(
        force("v", "allied", "task_force", "0713", "victorious"),
        force("t", "axis", "task_force", "0813", "admiral_scheer", port="narvik"),
        air=[AirUnit("albacore", 1, id=name, base="victorious") for name in "ab"],
        instructions={"axis": Instructions(scramble="none")},
    )  # fmt: skip
    board.state.phase = Phase("allied", orders=twice)
    play(carrier_raids(board), dice=[(0,), (0,), (0,)])


@rule("pq17", "7.2a", "7.1.3")
def test_pp231_soviet_army_aircraft_may_raid_an_air_base_but_no_ships_at_sea() -> None:
    prey = force("t", "axis", "task_force", "0816", "lutzow")
    units = [AirUnit("pe_2", 2, id="pe", base="vaenga"), AirUnit("db_3f", 2, id="db", base="vaenga")]
    board = facing(prey, side="allied", air=units)
    assert units_in_reach(board, "allied", "kirkenes_field", units, day=True) == ("pe", "db")
    for unit in units:
        unit.mission, unit.at = "attack", "0816"
    assert [may_strike(board, "allied", unit, prey) for unit in units] == [False, True]


@rule("pq17", "7.1a", "7.1b")
def test_pp232_once_from_the_air_then_by_each_pack_then_by_a_task_force() -> None:
    prey = force("c", "allied", "convoy", OPEN, "mv 8")
    packs = [force(name, "axis", "wolfpack", OPEN, "ss_german 1") for name in ("p", "q")]
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper")
    board = bombers(prey, air("ju_88", "a", "banak", 1), air("ju_88", "b", "banak", 1))
    for one in (*packs, hipper):
        board.place(one)
    board.state.instructions["axis"] = Instructions(asks="never", torpedoes="no", stands="stay")
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay")
    both = Strike(("a",), contact_name(prey)), Strike(("b",), contact_name(prey))
    board.phase.attacks = (*both, *(Attack(one.id, contact_name(prey)) for one in (*packs, hipper)))
    air_cards, cards = cards_with("air", "0", 2), cards_with("force", "0", 3)
    play(air_combat(board), cards=air_cards, dice=[(0,), (0,), (0,), (0,)])
    assert sum(isinstance(one, RowLaid) for one in heard(board, "axis")) == 1, "what both found is one attack"
    play(submarine_combat(board), cards=cards[:2], dice=[(8,), (0,), (8,), (0,)])
    play(surface_combat(board), cards=cards[2:], dice=[(0,) * 4, (0,), (0,) * 4, (0,)])
    assert sorted(board.phase.fought) == ["c", "h"]


@rule("pq17", "7.2.3", "7.2.3e")
def test_pp233_the_mark_of_the_bf_110_counts_where_it_fires_at_bombers() -> None:
    attackers, up = {"pe": Squadron("pe_2", 9)}, {"me": Squadron("bf_110", 9)}
    fires = [Fire("me", "pe", 3), Fire("pe", "me", 2)]
    there, back = run(dogfight(BOX, attackers, up, fires, key="d"), dice=[(7, 8, 9), (8, 9)])
    assert there.results == ("-", "abort", "damaged")
    assert back.results == ("damaged", "hit")


@rule("pq17", "7.2.2a")
@pytest.mark.parametrize(
    ("fires", "right"),
    [
        ((("f2", 2), ("f1", 1), ("b", 1)), True),
        ((("f2", 3), ("b", 1)), False),
        ((("f2", 1), ("f1", 1), ("b", 2)), False),
    ],
)
def test_pp234_every_fighter_is_matched_before_a_bomber_is_fired_at(
    fires: tuple[tuple[str, int], ...], right: bool
) -> None:
    attackers = {"f2": Squadron("fulmar", 2), "f1": Squadron("fulmar", 1), "b": Squadron("albacore", 2)}
    up = {"me": Squadron("bf_109", 4)}
    assigned = [Fire("me", target, strength) for target, strength in fires]
    assert (unmatched_strength(BOX, attackers, up, assigned) == 0) is right


@rule("pq17", "7.2.5a")
def test_pp235_a_neighbour_of_two_targets_fires_once() -> None:
    row = [read_counters("mv 5"), read_counters("dd_j_r 2"), read_counters("mv 5")]
    assert supporting_stacks(BOX, row, {0, 2}) == {1: (0, 2)}
    units = {name: Squadron("ju_88", 1) for name in "abcd"}
    flown = [Sortie("a", 0), Sortie("b", 0), Sortie("c", 2), Sortie("d", 2)]
    (wave,) = run(strike(BOX, row, units, flown, BY_DAY, key="s"), dice=[(0,)] * 9)
    assert [one.value for one in wave.flak] == [0, 0, 0, 0, 1]


@rule("pq17", "7.2.5")
@pytest.mark.parametrize(
    ("worth", "results"), [(4, ["-", "abort", "damaged", "damaged"]), (5, ["abort", "abort", "damaged", "hit"])]
)
def test_pp236_four_and_five_are_different_columns(worth: int, results: list[str]) -> None:
    found = [
        run(fire_flak(BOX, "u", Squadron("he_111", 2), worth, torpedoes=False, day=True, key="f"), dice=[(die,)]).result
        for die in (6, 7, 8, 9)
    ]
    assert found == results


@rule("pq17", "7.2.5c", "1.4.3")
@pytest.mark.parametrize(
    ("weather", "die", "result", "spent"),
    [("fair", 6, "abort", True), ("fair", 7, "abort", True), ("fair", 5, "-", True), ("storm", 7, "-", False)],
)
def test_pp237_two_cam_ships_give_two(weather: WeatherKind, die: int, result: str, spent: bool) -> None:
    row = [read_counters("mv 3", "mc 2")]
    place = Place(day=True, weather=weather)
    rolls = [(die,), (0,) * (1 if result == "abort" else 2)]
    (wave,) = run(strike(BOX, row, {"ju": Squadron("ju_88", 2)}, [Sortie("ju", 0)], place, key="s"), dice=rolls)
    assert (wave.flak[0].result, row[0][1].used) == (result, spent)


@rule("pq17", "7.2.5", "7.2.5b")
def test_pp238_the_port_fires_besides() -> None:
    row, units = [read_counters("mv 5")], {name: Squadron("ju_88", 1) for name in "ab"}
    place = Place(day=True, weather="fair", in_port=True, port_guns=BOX.ports["murmansk"].anti_aircraft)
    dice = [(0,)] * 6
    (wave,) = run(strike(BOX, row, units, [Sortie("a", 0), Sortie("b", 0)], place, key="s"), dice=dice)
    assert [(one.unit, one.value) for one in wave.flak] == [("a", 0), ("b", 0), ("a", 4), ("b", 4)]


@rule("pq17", "7.2.6", "7.0g")
@pytest.mark.parametrize(
    ("aircraft", "ship", "in_port", "once", "twice"),
    [
        ("ju_88", "mv 5", True, 7, 10), ("ju_88", "mv 5+crippled", True, 6, 9),
        ("ju_87", "norfolk 3+dead", False, 6, 9),
        ("he_111", "duke_of_york 4+crippled", False, 9, 10),
    ],
)  # fmt: skip
def test_pp239_what_bombs_hit_in_port_and_who_is_hurt(
    aircraft: str, ship: str, in_port: bool, once: int, twice: int
) -> None:
    for die in range(10):
        target, unit = read_counters(ship), Squadron(aircraft, 1)
        found = run(drop_bombs(BOX, target, unit, in_port=in_port, day=True, key="b"), dice=[(die,)])
        assert sum(one.hits for one in found.bombed) == (die >= once) + (die >= twice)


@rule("pq17", "7.2b", "7.4.2", "6.7")
def test_pp240_a_pack_hunted_from_the_air_is_known_as_after_an_air_attack() -> None:
    prey = force("p", "axis", "wolfpack", OPEN, "ss_german 2")
    board = bombers(prey, air("swordfish", "sw", "avenger", 1), side="allied", level=0)
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,)])
    assert prey.level == 2


@rule("pq17", "7.2b", "7.1.2a", "11.1.3")
def test_pp241_each_attack_of_groups_costs_a_turn_of_fuel() -> None:
    prey = force("t", "allied", "task_force", OPEN, "kent", fuel=Fuel(30))
    board = groups(prey, 2, level=2, options=Options(air_groups=True))
    play(air_combat(board), cards=cards_with("air", "U", 2), dice=[(0,)] * 4)
    assert prey.spent == 2
    together = groups(
        force("t", "allied", "task_force", OPEN, "kent", fuel=Fuel(30)), 2, level=2, options=Options(air_groups=True)
    )
    play(air_combat(together), cards=[a_card("air", "0"), a_card("air", "2")], dice=[(0,)] * 4)
    assert together.force("t").spent == 1


@rule("pq17", "7.3a")
@pytest.mark.parametrize(("aircraft", "strength", "aborted", "dice"), [
    ("he_111", 2, 0, 4), ("he_111", 2, 1, 2), ("he_115", 1, 0, 1), ("albacore", 2, 0, 2),
])  # fmt: skip
def test_pp242_torpedoes_of_aircraft(aircraft: str, strength: int, aborted: int, dice: int) -> None:
    row, unit = [read_counters("jamaica 4")], Squadron(aircraft, strength, aborted=aborted)
    flown = [Sortie("u", 0, torpedoes=True)]
    (wave,) = run(strike(BOX, row, {"u": unit}, flown, BY_DAY, key="s"), dice=[(0,), (0,) * dice])
    assert wave.attacks[0].salvo is not None
    assert len(wave.attacks[0].salvo.dice) == dice


@rule("pq17", "7.3.1", "7.3.1c", "7.5.2c", "7.5.2f")
def test_pp243_a_crippled_ship_may_evade_and_nothing_else() -> None:
    fight = battle(("norfolk 3+crippled",), ("dd_36a 2",))
    assert order_fault(fight, Manoeuvre("norfolk", evades=True)) is None
    assert order_fault(fight, Manoeuvre("norfolk", "withdrawal")) == "unable"
    unit, target = fight.unit("norfolk"), fight.unit("dd_36a").counters[0]
    unit.evading = True
    assert BOX.charts.gunnery.hits_from("ca", "dd") == 8
    assert gun_modifier(BOX, unit, target) == -1
    assert torpedo_modifier(BOX, unit.counters[0], evading=True) == 0
    assert torpedo_modifier(BOX, counter("duke_of_york 4+crippled")) == 2


@rule("pq17", "7.3.1b", "7.0d")
@pytest.mark.parametrize(("before", "after"), [(4, ["jamaica 2+crippled"]), (2, ["jamaica 0+crippled+dead"]), (1, [])])
def test_pp244_two_hits_of_a_torpedo(before: int, after: list[str]) -> None:
    target = read_counters(f"jamaica {before}")
    run(fire_salvo(BOX, target, 1, key="s"), dice=[(9,), (5,)])
    assert left(target) == after


@rule("pq17", "7.3.2b")
@pytest.mark.parametrize(
    ("port", "boats", "again"),
    [
        ("kirkenes", "ss_german 2", False), ("tromso", "ss_german 2", False), ("bergen", "ss_german 2", True),
        ("murmansk", "ss_soviet 2", False), ("lerwick", "ss_british 2", True), ("scapa_flow", "ss_british 2", True),
    ],
)  # fmt: skip
def test_pp245_where_boats_have_torpedoes_again(port: str, boats: str, again: bool) -> None:
    side: Side = "axis" if "german" in boats else "allied"
    pack = force("p", side, "wolfpack", BOX.ports[port].hex, boats, port=port)
    pack.counters[0].used = True
    reload_torpedoes(BOX, pack)
    assert pack.counters[0].used is not again


@rule("pq17", "10.3", "7.2.4d")
def test_pp299_the_lane_to_arkhangelsk_serves_no_torpedo_aircraft_of_the_axis() -> None:
    """The die finds light drift in 1019: ships of the Allies go through it as through clear water (PP63), a He 111
    bombs.
    """
    expected = BOX.ice(arctic().operation, BOX.hexes["1019"].zone, arctic().now)
    assert not expected.certain
    board = bombers(
        force("c", "allied", "convoy", "1019", "mv 5", convoy=Convoy(destinations=("arkhangelsk",))),
        air("he_111", "he", "bardufoss"), level=2,
    )  # fmt: skip
    board.state.instructions["allied"] = Instructions(scramble="none")
    play(air_combat(board), cards=[a_card("air", "U", submarine=False)], dice=[(9,), (0,), (0, 0)])
    assert [one.ice for one in heard(board, "axis") if isinstance(one, RowLaid)] == [True]
    assert ships("mv 5")[0].strength == board.force("c").counters[0].strength
