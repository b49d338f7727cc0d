"""11.3: refuelling in port and at sea."""

from typing import Any

import pytest

from games.titles.pq17.orders.attacks import Attack, Strike
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.move_orders import Exchange
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.raid import Raid as FlownRaid
from games.titles.pq17.rules.air.raid import raid
from games.titles.pq17.rules.convoy.dispersal import disperse_convoys, rejoin_parts
from games.titles.pq17.rules.forces.composition import split_counter
from games.titles.pq17.rules.forces.hits import split_off
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.fuel.refuelling import (
    full_oil,
    limit_oil,
    may_refuel_at_sea,
    oil_taken,
    refill_oilers,
    refuel_at_sea,
    usable_oilers,
)
from games.titles.pq17.rules.joining import combine_forces
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.special.mishaps import breakdown
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Phase, Plan, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.sailings import PORTS, named_task_force
from tests.titles.pq17.ch05_movement.scattered import tankers
from tests.titles.pq17.ch07_combat.surface_battles import cruisers
from tests.titles.pq17.ch11_fuel.tanks import fuel_board, fuelled_fleet, phase_e
from tests.titles.pq17.engaging import misses
from tests.titles.pq17.playing import a_card, phase, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import left, read_counters
from tests.titles.pq17.under_way import table
from tests.titles.procedures import Run

rule = pytest.mark.rule
OIL = 115


def is_sound(board: Board) -> bool:
    """No tanker holds more than ten for each of strength, who has none is empty, and none was made or lost."""
    all_ = [one for there in board.state.forces for one in there.counters if one.ship == "mo"]
    return sum(one.oil for one in all_) == OIL and all(
        one.oil <= BOX.numbers.fuel.oiler * one.strength and one.used == (not one.oil) for one in all_
    )


def fought(procedure: Any, card: str, first: int = 0) -> None:
    """A fight whose first die falls so, and all others on nought."""
    faces, answer = [first], None
    try:
        while True:
            request: Any = procedure.send(answer)
            if hasattr(request, "sides"):
                answer = tuple((faces.pop() if faces else 0) or 10 for _ in request.sides)
            else:
                answer = (request.pool.index(card),) if card in request.pool else tuple(range(request.count))
    except StopIteration:
        return


@rule("pq17", "11.3.1", "11.3.2a")
def test_11_3_1_oilers_are_filled_in_permanent_ports() -> None:
    (oiler,) = read_counters("aldersdale 2+used")
    refill_oilers(BOX, [oiler], permanent=False)
    assert (oiler.oil, oiler.used) == (0, True)
    refill_oilers(BOX, [oiler], permanent=True)
    assert (oiler.oil, oiler.used) == (20, False)


@rule("pq17", "11.3.1", position="PP167")
@pytest.mark.parametrize(("port", "resting", "marked"), [
    ("reykjavik", 2, False), ("reykjavik", 1, True), ("barentsburg", 2, True),
])  # fmt: skip
def test_11_3_1_a_whole_turn_in_a_port_that_is_not_barentsburg(port: str, resting: int, marked: bool) -> None:
    board = arctic(
        named_task_force("t", "allied", PORTS[port], "london", port=port, fuel=Fuel(20), resting=resting - 1)
    )
    board.state.phase = Phase(side="axis")
    play(fuel(board))
    assert (board.force("t").fuel is not None) is marked


@rule("pq17", "11.3.1")
@pytest.mark.parametrize(
    ("port", "turns", "mark"),
    [("reykjavik", 1, Fuel(20)), ("reykjavik", 2, None), ("barentsburg", 2, Fuel(20)), ("barentsburg", 4, Fuel(20))],
)
def test_11_3_1_a_whole_turn_in_port_and_not_at_barentsburg(port: str, turns: int, mark: Fuel | None) -> None:
    one = force("t", "allied", "task_force", BOX.ports[port].hex, "dd_a_i 2", port=port, fuel=Fuel(20))
    board = arctic(one, turn=9)
    for _ in range(turns):
        play(fuel(board))
    assert one.fuel == mark


@rule("pq17", "11.3.1", "1.2.4", "7.3.2b")
@pytest.mark.parametrize(("rested", "mark"), [(0, Fuel(8, "critical")), (1, None)])
def test_11_3_1_who_came_into_port_last_counts_for_a_force_that_combines(rested: int, mark: Fuel | None) -> None:
    long = force("a", "allied", "task_force", "0504", "kent", port="reykjavik", resting=3)
    late = force("b", "allied", "task_force", "0504", "dd_a_i 2", port="reykjavik", resting=rested)
    late.fuel = Fuel(8, "critical")
    board = table(long, late)
    board.state.phase = Phase("allied")
    one = combine_forces(board, [long, late])
    play(fuel(board))
    assert (one.fuel, one.resting) == (mark, rested + 1)


@rule("pq17", "11.3.1", "1.2.5")
def test_11_3_1_who_takes_ships_that_just_came_in_is_not_refuelled_with_them() -> None:
    long = force("a", "allied", "task_force", "0504", "kent", "dd_us 1", port="reykjavik", resting=3, fuel=Fuel(20))
    late = force("b", "allied", "task_force", "0504", "berwick", "dd_a_i 2", port="reykjavik", fuel=Fuel(11))
    board = table(long, late)
    board.state.phase = Phase("allied", orders=(Exchange("a", "b", (), ("dd_a_i", "dd_a_i")),))
    play(combine_segment(board))
    assert sorted(left(long.counters)) == ["dd_a_i 2", "dd_us 1", "kent 2"]
    play(fuel(board))
    assert [(one.fuel, one.resting) for one in (long, late)] == [(Fuel(20), 1), (Fuel(11), 1)]


@rule("pq17", "11.3.1")
@pytest.mark.parametrize(
    ("port", "at", "resting", "mark"),
    [
        ("reykjavik", "0504", 0, Fuel(20)),
        ("reykjavik", "0504", 1, None),
        ("murmansk", "0817", 1, None),
        ("barentsburg", "0214", 5, Fuel(20)),
    ],
)
def test_11_3_1_a_whole_turn_in_port_and_not_in_barentsburg(
    port: str, at: str, resting: int, mark: Fuel | None
) -> None:
    """Who came in during the turn (0) was not there all of it."""
    one = fuelled_fleet("t", "kent", "dd_a_i 2", at=at, port=port, fuel=Fuel(20), resting=resting)
    phase_e(fuel_board(one))
    assert one.fuel == mark


@rule("pq17", "11.3.1", "5.7.1")
@pytest.mark.parametrize(("resting", "mark"), [(0, Fuel(11)), (1, None)])
def test_11_3_1_a_whole_turn_in_the_german_box_is_one_in_port(resting: int, mark: Fuel | None) -> None:
    one = fuelled_fleet("t", "tirpitz", at="german", side="axis", fuel=Fuel(11), resting=resting)
    phase_e(fuel_board(one))
    assert (one.fuel, one.resting) == (mark, resting + 1)


@rule("pq17", "11.3.1", "5.7.1")
def test_11_3_1_who_has_left_the_box_rests_no_more() -> None:
    one = fuelled_fleet("t", "tirpitz", at="german", side="axis", plan=Plan(9, ("1708",)), resting=4)
    board = phase(fuel_board(one), "axis")
    play(movement(board))
    phase_e(board)
    assert (one.resting, one.fuel) == (0, Fuel(29, german=True))


@rule("pq17", "11.3.2")
def test_11_3_2_who_fights_on_the_surface_does_not_refuel() -> None:
    """Either side, the attacker too; a force in the hex that takes no part goes on with it."""
    board = cruisers()
    board.place(force("apart", "allied", "task_force", OPEN, "aldersdale", "dd_us 1"))
    board.state.instructions["allied"] = Instructions(
        asks="never", stands="stay", torpedo_round="never", joins="never", intercepts="never"
    )
    for one in board.state.forces:
        one.refuelling = True
    play(surface_combat(board), cards=[a_card("force", "0")], dice=[*misses(3, 4), (1,), *misses(3, 4), (1,)])
    assert {one.id: one.refuelling for one in board.state.forces} == {"tf": False, "hipper": False, "apart": True}


@rule("pq17", "11.3.2", "7.1.1b")
def test_11_3_2_who_is_not_located_goes_on_refuelling() -> None:
    board = cruisers()
    board.force("tf").refuelling = True
    play(surface_combat(board), cards=[a_card("force", "-")])
    assert board.force("tf").refuelling


@rule("pq17", "11.3.2", position="PP168")
def test_11_3_2_ten_for_each_oiler() -> None:
    one = read_counters("mv 5", "aldersdale 2+oil=20", "norfolk 3", "dd_a_i 4", "tb_hunt 4", "es_british 4")
    assert not may_refuel_at_sea(BOX, one)
    assert may_refuel_at_sea(BOX, [*one, *read_counters("gray_ranger 1+oil=10")])
    assert may_refuel_at_sea(BOX, read_counters("mo 2+oil=20", "dd_a_i 4", "dd_j_r 4", "norfolk 3"))
    assert not may_refuel_at_sea(BOX, read_counters("aldersdale 2+oil=20", "mv 3")), "nobody there needs any"


@rule("pq17", "11.3.2", "1.4.2")
def test_11_3_2_an_oiler_turned_over_or_dead_refuels_nobody() -> None:
    assert usable_oilers(BOX, read_counters("aldersdale 2+used", "gray_ranger 0+dead", "mo 3")) == 3
    assert not may_refuel_at_sea(BOX, read_counters("aldersdale 2+oil=5", "dd_a_i 4", "dd_j_r 2"))


@rule("pq17", "11.3.2")
@pytest.mark.parametrize(("state", "gives"), [({}, True), ({"used": True}, False), ({"dead": True}, False)])
def test_11_3_2_an_oiler_that_has_given_or_lies_dead_fuels_nobody(state: dict[str, bool], gives: bool) -> None:
    """What she holds would be enough, beside another that holds nothing."""
    counters = force("t", "allied", "task_force", "0310", "norfolk", "aldersdale", "gray_ranger").counters
    oilers = [one for one in counters if BOX.ships[one.ship].is_oiler]
    for one in oilers:
        one.oil = 0
    oilers[0].oil = 20
    for name, value in state.items():
        setattr(oilers[0], name, value)
    assert may_refuel_at_sea(BOX, counters) is gives


@rule("pq17", "11.3.2", position="PP171")
@pytest.mark.parametrize(("die", "goes_on"), [(4, True), (5, False)])
def test_11_3_2_submarine_combat_may_cancel_refuelling(die: int, goes_on: bool) -> None:
    """By day and in fair weather the three destroyers alone take one off the die: it comes to 3, or to 4."""
    board = arctic(
        force("c", "allied", "convoy", OPEN, "mv 8", "aldersdale", "dd_a_i 3", fuel=Fuel(16), refuelling=True),
        force("pack", "axis", "wolfpack", OPEN, "ss_german 1", level=0),
        turn=10,
    )
    convoy = board.force("c")
    convoy.counters[1].oil = 20
    phase(board, "axis")
    board.identify(convoy, 1)
    board.phase.attacks = (Attack("pack", contact_name(convoy)),)
    fought(submarine_combat(board), a_card("force", "0"), die)
    assert convoy.refuelling is goes_on
    play(fuel(board))
    assert convoy.fuel == Fuel(22 if goes_on else 16)


@rule("pq17", "11.3.2", position="PP171")
def test_11_3_2_an_air_attack_always_does() -> None:
    board = arctic(
        force("c", "allied", "task_force", OPEN, "aldersdale", "dd_a_i 3", fuel=Fuel(16), refuelling=True),
        air=[AirUnit("he_111", 1, id="he", base="bardufoss", mission="attack", at=OPEN)],
        turn=10,
    )
    one = board.force("c")
    one.counters[0].oil = 20
    phase(board, "axis")
    board.identify(one, 1)
    board.phase.attacks = (Strike(("he",), contact_name(one)),)
    fought(air_combat(board), a_card("air", "0"))
    assert not one.refuelling
    play(fuel(board))
    assert one.fuel == Fuel(15)


@rule("pq17", "11.3.2", "11.3.2a")
def test_11_3_2_the_example_of_aldersdale() -> None:
    """Day 5 PM, mark to day 11 PM and fifteen left; a hit leaves ten; on day 7 AM the last ten go."""
    convoy = fuelled_fleet("c", "mv 5", "aldersdale", "dd_a_i 4", fuel=Fuel(12, "low"), refuelling=True)
    board = fuel_board(convoy, turn=10)
    oiler = convoy.counters[1]
    oiler.oil = 20
    phase_e(board)
    assert (convoy.fuel, oiler.oil, oiler.used, convoy.refuelling) == (Fuel(22), 15, False, False)
    assert board.state.turn == 11


@rule("pq17", "11.3.2")
def test_11_3_2_no_oiler_no_fuel() -> None:
    """The oiler is sunk between the movement segment and the fuel phase."""
    one = fuelled_fleet("t", "kent", "dd_a_i 2", fuel=Fuel(10), refuelling=True)
    phase_e(fuel_board(one))
    assert (one.fuel, one.refuelling) == (Fuel(13, "low"), False)


@rule("pq17", "11.3.2")
def test_11_3_2_who_is_attacked_from_the_air_does_not_refuel() -> None:
    target = fuelled_fleet("t", "kent", "aldersdale", "dd_a_i 2", fuel=Fuel(10), refuelling=True)
    unit = AirUnit("fw_200", 1, id="kg40", base="vaernes")
    board = phase(fuel_board(target, air=[unit]), "axis")
    Run().carry_out(raid(board, "axis", FlownRaid(target, ()), key="r"), board.state, dice=(), draws=(), says=None)
    assert not target.refuelling
    phase_e(board)
    assert target.fuel == Fuel(13, "low")


@rule("pq17", "11.3.2", "1.2.4")
@pytest.mark.parametrize(("both", "mark"), [(True, Fuel(21)), (False, Fuel(13, "low"))])
def test_11_3_2_who_joins_without_refuelling_ends_it(both: bool, mark: Fuel) -> None:
    one = fuelled_fleet("a", "aldersdale", "dd_a_i 2", fuel=Fuel(10), refuelling=True)
    other = fuelled_fleet("b", "gray_ranger", "dd_us 2", fuel=Fuel(10), refuelling=both)
    board = fuel_board(one, other)
    for counter in (one.counters[0], other.counters[0]):
        counter.oil = 10
    whole = combine_forces(board, (one, other))
    phase_e(board)
    assert whole.fuel == mark


@rule("pq17", "11.3.2a")
@pytest.mark.parametrize(
    ("ships", "cost"),
    [(("dd_a_i 1",), 5), (("dd_a_i 4", "dd_j_r 1"), 5), (("dd_a_i 4", "dd_j_r 2"), 10), (("es_british 4", "mv 8"), 0)],
)
def test_11_3_2a_used_in_fives(ships: tuple[str, ...], cost: int) -> None:
    assert oil_taken(BOX, read_counters(*ships)) == cost


@rule("pq17", "11.3.2a", "11.3.2", position="PP169")
def test_11_3_2a_an_oiler_gives_until_she_is_empty() -> None:
    oiler = read_counters("aldersdale 2")[0]
    oiler.oil = full_oil(BOX, oiler)
    assert oiler.oil == 20
    fleets = read_counters("dd_a_i 1"), read_counters("dd_a_i 4", "dd_j_r 2"), read_counters("dd_a_i 4", "dd_j_r 1")
    left = []
    for fleet in fleets:
        assert refuel_at_sea(BOX, [oiler, *fleet], 10) == Fuel(22)
        left.append(oiler.oil)
    assert left == [15, 5, 0]
    assert oiler.used


@rule("pq17", "11.3.2a", positions=("P58", "P59", "P60"))
def test_11_3_2a_aldersdale() -> None:
    oiler, destroyers, others = (
        read_counters("aldersdale 2+oil=20")[0],
        read_counters("dd_a_i 4"),
        read_counters("norfolk 3", "dd_a_i 4"),
    )
    assert refuel_at_sea(BOX, [oiler, *destroyers], 10) == Fuel(22), "day 5 PM and day 11 PM"
    assert oiler.oil == 15
    oiler.strength = 1
    limit_oil(BOX, oiler)
    assert oiler.oil == 10
    refuel_at_sea(BOX, [oiler, *others], 13)
    assert (oiler.oil, oiler.used) == (0, True)


@rule("pq17", "11.3.2a", position="PP170")
def test_11_3_2a_a_hit_lowers_what_is_left() -> None:
    full, half = read_counters("aldersdale 1+oil=20", "aldersdale 1+oil=10")
    limit_oil(BOX, full)
    limit_oil(BOX, half)
    assert (full.oil, half.oil) == (10, 10)


@rule("pq17", "11.3.2a", "1.4.2")
@pytest.mark.parametrize(
    ("ship", "strength", "oil", "left", "used"),
    [("aldersdale", 1, 20, 10, False), ("aldersdale", 1, 5, 5, False), ("aldersdale", 0, 20, 0, True),
     ("aldersdale", 2, 0, 0, True), ("london", 2, 0, 0, False)],
)  # fmt: skip
def test_11_3_2a_an_oiler_that_lost_strength_holds_ten_for_each_that_is_left(
    ship: str, strength: int, oil: int, left: int, used: bool
) -> None:
    one = Counter(ship, strength, oil=oil)
    limit_oil(BOX, one)
    assert (one.oil, one.used) == (left, used)


@rule("pq17", "11.3.2a", "9.3.2")
@pytest.mark.parametrize("blocks", [0, 3])
def test_11_3_2a_tankers_that_a_gale_takes_along_take_their_oil_along(blocks: int) -> None:
    others = [tankers(Counter("mv", 1), name=f"other{number}") for number in range(blocks)]
    one = tankers(Counter("mo", 12, oil=OIL))
    board = phase(arctic(one, *others, sky=Sky("gale", dispersing=["pq"])), "allied")
    play(disperse_convoys(board), dice=[(9,)])
    assert sum(lost.strength for lost in one.counters if not lost.dispersed) < 12
    assert is_sound(board)


@rule("pq17", "11.3.2a", "9.3.3")
def test_11_3_2a_tankers_that_come_back_bring_theirs() -> None:
    one, away = tankers(Counter("mo", 6, oil=60)), tankers(Counter("mo", 6, oil=55), name="away", part_of="pq")
    board = phase(arctic(one, away), "allied")
    play(rejoin_parts(board), dice=[(1,)])
    assert 0 < sum(part.strength for part in away.counters) < 6
    assert is_sound(board)


@rule("pq17", "11.3.2a", "9.3.3")
def test_11_3_2a_those_that_were_only_marked_too() -> None:
    one = tankers(Counter("mo", 6, oil=60), Counter("mo", 6, oil=55, dispersed=True))
    board = phase(arctic(one), "allied")
    play(rejoin_parts(board), dice=[(1,)])
    assert 0 < sum(part.strength for part in one.counters if part.dispersed) < 6
    assert is_sound(board)


@rule("pq17", "11.3.2a", "13.0b")
def test_11_3_2a_a_tanker_that_breaks_down_keeps_her_own_oil() -> None:
    one = tankers(Counter("mo", 12, oil=OIL))
    board = phase(arctic(one), "allied")
    play(breakdown(board, "allied"))
    assert [lost.inoperative for lost in one.counters] == [False, True]
    assert is_sound(board)


@rule("pq17", "11.3.2a", "7.3.1c")
def test_11_3_2a_a_crippled_tanker_still_has_oil_and_is_as_dispersed_as_before() -> None:
    counters = [Counter("mo", 2, oil=15, dispersed=True)]
    hurt = split_off(BOX, counters, counters[0], 1)
    assert (hurt.oil, counters[0].oil) == (10, 5)
    assert hurt.dispersed


@rule("pq17", "11.3.2a")
def test_11_3_2a_the_last_five_are_in_one_ship() -> None:
    one = Counter("mo", 2, oil=5)
    gone = split_counter(BOX, one, 1)
    assert [(ship.oil, ship.used) for ship in (gone, one)] == [(5, False), (0, True)]
