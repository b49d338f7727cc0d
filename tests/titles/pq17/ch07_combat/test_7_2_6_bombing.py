"""7.2.6, 7.2.7: bombs and torpedoes of aircraft, whom they hit, and what a Ju 88 counts as."""

import re
from typing import Any

import pytest

from games.kernel.requests import Draw, Roll
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air.airfield import target_now as field_target_now
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.bombing import bomb_base, bomb_column, drop_bombs
from games.titles.pq17.rules.air.raid import attack_event
from games.titles.pq17.rules.air.row import Sortie, target_now
from games.titles.pq17.rules.air.strike import Attack as AirAttack
from games.titles.pq17.rules.air.strike import Place, strike
from games.titles.pq17.rules.forces.battle_display import ship_count
from games.titles.pq17.rules.forces.torpedoes import Salvo, Torpedoed
from games.titles.pq17.rules.special import raids
from games.titles.pq17.rules.surface.gunnery import Aim, fire_guns
from games.titles.pq17.rules.surface.layout import lay_out_force
from games.titles.pq17.state.battle import Battle
from games.titles.pq17.state.counters import Squadron
from games.titles.pq17.state.state import AirUnit
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17
from tests.titles.pq17.ch07_combat.air_attacks import BY_DAY, squadrons
from tests.titles.pq17.ch07_combat.raids import BOMBERS, air_unit, field_attacked, field_raided
from tests.titles.pq17.ch07_combat.surface_battles import SAME, bombed, bombs_told
from tests.titles.pq17.displays import lies
from tests.titles.pq17.playing import a_card, play
from tests.titles.pq17.procedures import by_default
from tests.titles.pq17.strikes import air, raiders
from tests.titles.pq17.trial import left, read_counters, run

rule = pytest.mark.rule


@rule("pq17", "7.2.6", positions=("PP92", "PP93"))
@pytest.mark.parametrize(
    ("aircraft", "ship", "misses", "hits"),
    [
        ("ju_87", "duke_of_york 4", 7, 8),
        ("ju_88", "dd_a_i 3", 8, 9),
        ("he_111", "aldersdale 2", 8, 9),
        ("ju_88", "mv 3", 7, 8),
        ("ju_88", "aldersdale 2+dead", 5, 6),
    ],
)
def test_7_2_6_bombs(aircraft: str, ship: str, misses: int, hits: int) -> None:
    for die, count in ((misses, 0), (hits, 1)):
        stack = read_counters(ship)
        found = run(drop_bombs(BOX, stack, Squadron(aircraft, 1), in_port=False, day=True, key="b"), dice=[(die,)])
        assert sum(one.hits for one in found.bombed) == count


@rule("pq17", "7.2.6", position="PP92")
def test_7_2_6_level_bombers_never_hit_a_cruiser_at_sea() -> None:
    ship = read_counters("jamaica 4")
    run(drop_bombs(BOX, ship, Squadron("he_111", 1), in_port=False, day=True, key="b"), dice=[(9,)])
    assert left(ship) == ["jamaica 4"]
    run(drop_bombs(BOX, ship, Squadron("he_111", 1), in_port=True, day=True, key="b"), dice=[(9,)])
    assert left(ship) == ["jamaica 3"]


@rule("pq17", "7.2.6", "7.0g", position="PP93")
def test_7_2_6_eleven_hits_twice() -> None:
    stack = read_counters("palomares 1+dead")
    found = run(drop_bombs(BOX, stack, Squadron("ju_88", 1), in_port=False, day=True, key="b"), dice=[(9,)])
    assert [one.hits for one in found.bombed] == [2]
    assert stack == []


@rule("pq17", "7.2.6")
def test_7_2_6_aircraft_without_bombs_drop_none() -> None:
    assert (
        run(drop_bombs(BOX, read_counters("mv 1"), Squadron("bf_109", 2), in_port=False, day=True, key="b")).dice == ()
    )


@rule("pq17", "7.2.6", "7.0c", "2.1.1")
def test_7_2_6_merchants_that_are_bombed_score() -> None:
    board = raiders(level=1)
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,), (9, 9)])
    assert sum(one.strength for one in board.force("pq").counters) == 3
    assert [(one.unit, one.strength, one.how) for one in board.state.losses] == [("mv", 2, "sunk")]


@rule("pq17", "7.2.6", "7.2.6b")
def test_7_2_6_a_stack_that_is_gone_in_a_wave_is_attacked_no_more_in_it() -> None:
    """Two units at one merchant: the first sinks it, and the second rolls nothing."""
    row = [read_counters("mv 1")]
    units = {"a": air("ju_88", "a", "banak"), "b": air("ju_88", "b", "banak")}
    place = Place(day=True, weather="fair", cam_from=0)
    thrown = by_default(strike(BOX, row, units, [Sortie("a", 0), Sortie("b", 0)], place, key="k"),
                        lambda key: 9 if ".a" in key and "flak" not in key else 0).rolled  # fmt: skip
    attacks = [key for key in thrown if "flak" not in key]
    assert attacks
    assert all(".a" in key for key in attacks)


@rule("pq17", "7.2.6", "7.1.3")
def test_7_2_6_what_was_sunk_and_what_was_hit_in_a_port() -> None:
    board = arctic(force("t", "allied", "task_force", "0817", "london", "kent", "dd_a_i 3", port="murmansk"))
    lying = board.force("t")
    before = {"t": {"london": 3, "kent": 2, "dd_a_i": 3}}
    lying.counters = read_counters("london 2", "dd_a_i 1")
    assert play(raids._told(board, [lying], before, {}, key="k")).result == (
        ("kent", "kent", "dd_a_i", "dd_a_i"),
        ("london",),
    )


@rule("pq17", "7.2.6", "7.0g", position="PP239")
@pytest.mark.parametrize(
    ("aircraft", "ship", "in_port", "once", "twice"),
    [
        ("ju_88", "mv 5", True, 7, 10), ("ju_88", "mv 5+crippled", True, 6, 9),
        ("ju_87", "norfolk 3+dead", False, 6, 9),
        ("he_111", "duke_of_york 4+crippled", False, 9, 10),
    ],
)  # fmt: skip
def test_7_2_6_what_bombs_hit_in_port_and_who_is_hurt(
    aircraft: str, ship: str, in_port: bool, once: int, twice: int
) -> None:
    for die in range(10):
        target, unit = read_counters(ship), Squadron(aircraft, 1)
        found = run(drop_bombs(BOX, target, unit, in_port=in_port, day=True, key="b"), dice=[(die,)])
        assert sum(one.hits for one in found.bombed) == (die >= once) + (die >= twice)


@rule("pq17", "7.2.6a")
def test_7_2_6a_a_hit_falls_on_a_ship_of_the_stack() -> None:
    stack = read_counters("mv 5", "palomares 1", "aldersdale 2")
    run(drop_bombs(BOX, stack, Squadron("ju_88", 2), in_port=False, day=True, key="b"), dice=[(8, 9)], lots=[6, 4])
    assert left(stack) == ["mv 4", "palomares 1", "aldersdale 1"]


@rule("pq17", "7.2.6a", position="PP95")
def test_7_2_6a_ships_of_a_stack_weigh_alike() -> None:
    assert [ship_count(BOX, one) for one in read_counters("mv 5", "palomares 1", "aldersdale 2")] == [5, 1, 1]


@rule("pq17", "7.2.6a", "7.5.2i")
@pytest.mark.parametrize(("lots", "left"), [([0, 0], ["dd_j_r 1"]), ([1, 1], ["dd_a_i 1"]), ([0, 1], [])])
def test_7_2_6a_two_hits_may_fall_on_one_ship_and_the_second_is_lost(lots: list[int], left: list[str]) -> None:
    fight = Battle("axis", [], day=True)
    lay_out_force(fight, "allied", [read_counters("dd_a_i 1", "dd_j_r 1")])
    lay_out_force(fight, "axis", [read_counters("lutzow 4")])
    (name,) = [one.name for one in fight.units if one.side == "allied"]
    run(fire_guns(BOX, fight, [Aim("lutzow", name)], key="g"), dice=[(9, 9, 0, 0)], lots=lots)
    assert (lies(fight, name) if any(one.name == name for one in fight.units) else []) == left


@rule("pq17", "7.2.6a")
def test_7_2_6a_gunfire_falls_on_a_ship_of_the_stack() -> None:
    fight = Battle("axis", [], day=True)
    lay_out_force(fight, "allied", [read_counters("mv 5", "aldersdale 2")])
    lay_out_force(fight, "axis", [read_counters("lutzow 4")])
    run(fire_guns(BOX, fight, [Aim("lutzow", "mv")], key="g"), dice=[(6, 6, 0, 0)], lots=[0, 5])
    assert lies(fight, "mv") == ["mv 4", "aldersdale 1"]


@rule("pq17", "7.2.6a", "7.3.1b", "1.8.1")
@pytest.mark.parametrize(("ship", "strength", "hits", "ends", "words"), SAME)
def test_7_2_6a_what_bombs_sink_out_of_a_stack_is_told_as_what_torpedoes_sink(
    ship: str, strength: int, hits: int, ends: tuple[int, bool], words: str
) -> None:
    by_bombs = bombs_told(bombed(ship, strength, hits))
    assert (by_bombs.lost, by_bombs.sunk) == ((ends[0],), (ends[1],))
    salvo_ = Salvo((9,), (Torpedoed(ship, 8, lost=ends[0], sunk=ends[0] * ends[1]),))
    by_torpedo = attack_event(BOX, "axis", "ju_88", AirAttack("kg30", 0, salvo=salvo_))
    assert (by_torpedo.lost, by_torpedo.sunk) == (by_bombs.lost, by_bombs.sunk)
    for language in ("en", "ja"):
        told = [PQ17.presentation.describe_event(one, language) for one in (by_bombs, by_torpedo)]
        ends_ = [re.split(": |：", one)[-1] for one in told]
        assert ends_[0] == ends_[1]
    assert PQ17.presentation.describe_event(by_bombs, "en").endswith(f"{words}.")


@rule("pq17", "7.2.6a", "7.2.6")
@pytest.mark.parametrize(("dice", "drawn"), [((0, 0), 0), ((9, 0), 1), ((9, 9), 2)])
def test_7_2_6a_whom_a_bomb_hits_is_drawn_only_if_it_can_hit_anybody(dice: tuple[int, int], drawn: int) -> None:
    row, lots = read_counters("mv 3", "mo 3"), 0
    bombing = drop_bombs(BOX, row, air("ju_88", "u", "banak", 2), in_port=False, day=True, key="k")
    request = bombing.send(None)
    assert isinstance(request, Roll)
    try:
        request = bombing.send(tuple(die or 10 for die in dice))
        while True:
            assert isinstance(request, Draw)
            lots += 1
            request = bombing.send((0,))
    except StopIteration:
        assert lots == drawn


@rule("pq17", "7.2.6a")
@pytest.mark.parametrize(
    ("words", "ships"),
    [("mv 5", 5), ("mv 0+dead", 1), ("dd_a_i 3", 3), ("tb_hunt 2", 2), ("es_british 4", 4), ("london 3", 1),
     ("aldersdale 2", 1), ("victorious 4", 1)],
)  # fmt: skip
def test_7_2_6a_how_many_ships_a_counter_stands_for(words: str, ships: int) -> None:
    assert ship_count(BOX, read_counters(words)[0]) == ships


@rule("pq17", "7.2.6b", position="PP96")
def test_7_2_6b_a_target_that_is_gone() -> None:
    row = [read_counters("dd_a_i 2"), [], read_counters("mv 3")]
    chosen = [target_now(BOX, row, Sortie("a", 1, instead=one), []) for one in ("left", "right", "transports", "home")]
    assert chosen == [0, 2, 2, None]
    assert target_now(BOX, row, Sortie("a", 2, instead="home"), []) == 2
    assert target_now(BOX, row, Sortie("a", 1), [2, 2]) is None, "two attack it already"
    assert target_now(BOX, [read_counters("dd_a_i 2"), []], Sortie("a", 1), []) is None


@rule("pq17", "7.2.6b", "7.2.6c", position="PP96")
def test_7_2_6b_who_breaks_off_is_not_fired_at() -> None:
    row = [read_counters("dd_j_r 1"), read_counters("mv 1")]
    raid = squadrons(ju_88__a=1, ju_88__b=1)
    sorties = [Sortie("ju_88__a", 1), Sortie("ju_88__b", 1, wave=2, instead="home")]
    first, second = run(strike(BOX, row, raid, sorties, BY_DAY, key="s"), dice=[(0,), (0,), (9,)])
    assert first.attacks[0].bombs is not None
    assert second.flak == ()
    assert [one.target for one in second.attacks] == [None]


@rule("pq17", "7.2.6b", "7.2.4f")
@pytest.mark.parametrize(
    ("left", "instead", "taken", "goes"),
    [
        ((2, 1, 1), "transports", (), 1),
        ((2, 0, 1), "transports", (), 0),
        ((2, 0, 1), "transports", (0,), 0),
        ((2, 0, 1), "transports", (0, 0), 2),
        ((0, 0, 1), "transports", (), 2),
        ((2, 0, 1), "left", (), 0),
        ((2, 0, 1), "left", (0, 0), None),
        ((2, 0, 1), "right", (), 2),
        ((2, 0, 0), "right", (), None),
        ((2, 0, 1), "home", (), None),
    ],
)
def test_7_2_6b_whose_target_is_gone_takes_a_neighbour_as_ordered_or_goes_home(
    left: tuple[int, ...], instead: Any, taken: tuple[int, ...], goes: int | None
) -> None:
    row = [AirUnit("pe_2", 2, damaged=2 - held, id=str(n), base="vaenga") for n, held in enumerate(left)]
    assert field_target_now(row, Sortie("kg", 1, instead=instead), taken) == goes


@rule("pq17", "7.2.6b", "7.2.5b")
def test_7_2_6b_a_later_wave_whose_only_target_is_gone_is_not_fired_at() -> None:
    """The Pe-2 is damaged by the first unit; the second of its wave bombs nobody, the third turns back."""
    board = field_attacked(BOMBERS)
    board.state.air.append(AirUnit("ju_88", 1, id="kg54", base="banak"))
    field_raided(board, Raid("vaenga", ("kg30", "kg26", "kg54")), dice=[(0,), (0,), (7, 0)])
    assert air_unit(board, "bap").flying == 0


@rule("pq17", "7.2.6b", "7.2.6c")
@pytest.mark.parametrize(
    ("row", "target", "instead", "taken", "goes"),
    [
        (("mv", "mv", "mv"), 1, "home", (), 1),
        (("mv", "", "mo"), 1, "left", (), 0),
        (("mv", "", "mo"), 1, "right", (), 2),
        (("mv", "", "mo"), 1, "home", (), None),
        (("mv", "", "mo"), 1, "transports", (), 0),
        (("dd_a_i", "", "mo"), 1, "transports", (), 2),
        (("dd_a_i", "", "es_british"), 1, "transports", (), None),
        (("dd_a_i", "", "mo"), 1, "left", (), 0),
        (("mv", "", "mo"), 1, "left", (0,), 0),
        (("mv", "", "mo"), 1, "left", (0, 0), None),
        (("mv", "", "mo"), 1, "transports", (0, 0), 2),
        (("mv", "", ""), 1, "right", (), None),
        (("", "", "mo"), 1, "left", (), None),
        (("mv", "", "", "mo"), 2, "left", (), 0),
        (("mv", "", "", "mo"), 1, "right", (), 3),
        (("mv", "mv"), 1, "home", (1, 1), 1),
    ],
)
def test_7_2_6b_whom_a_unit_attacks_when_its_wave_comes(
    row: Any, target: int, instead: Any, taken: Any, goes: Any
) -> None:
    stacks = [read_counters(f"{ship} 1") if ship else [] for ship in row]
    assert target_now(BOX, stacks, Sortie("u", target, 1, instead=instead), taken) == goes


@rule("pq17", "7.2.6b", "7.2.6c")
@pytest.mark.parametrize(
    ("row", "target", "instead", "taken", "found"),
    [
        (("mv 1", "", "mv 2"), 0, "left", (), 0),
        (("mv 1", "", "mv 2"), 1, "left", (), 0),
        (("mv 1", "", "mv 2"), 1, "right", (), 2),
        (("mv 1", "", "mv 2"), 1, "home", (), None),
        (("mv 1", "", "mv 2"), 1, "transports", (), 0),
        (("london 3", "", "mv 2"), 1, "transports", (), 2),
        (("london 3", "", "kent 2"), 1, "transports", (), None),
        (("mv 1", "", "mv 2"), 1, "left", (0,), 0),
        (("mv 1", "", "mv 2"), 1, "left", (0, 0), None),
        (("mv 1", "", "mv 2"), 1, "transports", (0, 0), 2),
        (("", "mv 2"), 0, "left", (), None),
        (("mv 2", ""), 1, "right", (), None),
        (("mv 3", "mv 1", "", ""), 3, "left", (), 1),
        (("", "", "mv 1", "mv 3"), 0, "right", (), 2),
    ],
)
def test_7_2_6b_what_a_unit_attacks_whose_target_is_gone(
    row: tuple[str, ...], target: int, instead: Any, taken: tuple[int, ...], found: int | None
) -> None:
    stacks = [read_counters(one) if one else [] for one in row]
    assert target_now(BOX, stacks, Sortie("u", target, instead=instead), taken) == found


@rule("pq17", "7.2.6d", "7.2.4f")
def test_7_2_6d_bombs_on_a_base() -> None:
    grounded = Squadron("bf_109", 2)
    assert run(bomb_base(BOX, grounded, Squadron("ju_87", 2), key="b"), dice=[(6, 7)]).results == ("-", "damaged")
    assert (grounded.strength, grounded.damaged) == (2, 1)


@rule("pq17", "7.2.7", position="PP94")
@pytest.mark.parametrize(
    ("in_port", "day", "chart"), [(False, True, "lb"), (False, False, "lb"), (True, True, "lb"), (True, False, "mb")]
)
def test_7_2_7_the_column_of_the_ju_88(in_port: bool, day: bool, chart: str) -> None:
    assert bomb_column(BOX.aircraft["ju_88"], in_port=in_port, day=day) == chart
    assert bomb_column(BOX.aircraft["he_111"], in_port=in_port, day=day) == "mb"
