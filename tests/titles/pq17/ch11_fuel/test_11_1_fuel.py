"""11.0, 11.1: the fuel track, and what costs fuel."""

from typing import Any

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.move_orders import Exchange
from games.titles.pq17.rules.fuel import marks
from games.titles.pq17.rules.fuel.marks import (
    combined_fuel,
    extra_fuel,
    fuel_at_sailing,
    fuel_on_turn,
    fuel_without_soviets,
    needs_fuel,
    parted_fuel,
    spend_fuel,
)
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.joining import combine_forces
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.movement.passage import _note
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.operation.start import start
from games.titles.pq17.rules.search.detachment import split_force
from games.titles.pq17.state.events.fuel import FuelFell
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Chit, Convoy, Phase, Plan
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.sailings import carried_out, named_task_force
from tests.titles.pq17.ch11_fuel.tanks import fuel_board, fuelled_fleet, phase_e
from tests.titles.pq17.playing import heard, phase, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters
from tests.titles.pq17.under_way import table

rule = pytest.mark.rule
PORTS = {"reykjavik": "0504", "scapa_flow": "1206", "tromso": "0814", "kiel": "1709", "murmansk": "0817"}


@rule("pq17", "11.1", "11.1.2", "11.4a", position="PP161")
def test_11_1_leaving_port() -> None:
    mixed, british, german = (
        read_counters("norfolk 3", "dd_a_i 2"),
        read_counters("norfolk 3", "jamaica 4"),
        read_counters("admiral_hipper 4"),
    )
    assert fuel_at_sailing(BOX, 5, mixed) == Fuel(17)
    assert fuel_at_sailing(BOX, 5, british) == Fuel(25)
    assert fuel_at_sailing(BOX, 5, german, far=False) == Fuel(17)
    assert fuel_at_sailing(BOX, 5, german) == Fuel(25)


@rule("pq17", "11.1", "11.2.2", "11.2.3", position="PP162")
def test_11_1_warning_danger_critical() -> None:
    full = Fuel(17)
    assert fuel_on_turn(BOX, full, 16) == full
    low = fuel_on_turn(BOX, full, 17)
    assert low == Fuel(20, "low")
    assert fuel_on_turn(BOX, low, 19) == low
    assert fuel_on_turn(BOX, low, 20).state == "critical"
    assert fuel_on_turn(BOX, fuel_on_turn(BOX, low, 20), 21).state == "critical"


@rule("pq17", "11.1", "11.1.3", "11.2.3")
@pytest.mark.parametrize(
    ("mark", "turn", "after"),
    [
        (Fuel(20), 19, Fuel(20)),
        (Fuel(20), 20, Fuel(23, "low")),
        (Fuel(20), 22, Fuel(25, "low")),
        (Fuel(20, "low"), 19, Fuel(20, "low")),
        (Fuel(20, "low"), 20, Fuel(20, "critical")),
        (Fuel(20, "training"), 20, Fuel(20, "critical")),
        (Fuel(20, "critical"), 30, Fuel(20, "critical")),
    ],
)
def test_11_1_what_a_mark_says_when_it_is_reached(mark: Fuel, turn: int, after: Fuel) -> None:
    assert marks.fuel_on_turn(BOX, mark, turn) == after


@rule("pq17", "11.1", "11.1a", "11.1.2", "11.4a", "11.1.4")
@pytest.mark.parametrize(
    ("port", "out", "words", "fields", "mark"),
    [
        ("reykjavik", "0405", ("kent", "dd_a_i 1"), {}, 21),
        ("reykjavik", "0405", ("kent",), {}, 29),
        ("reykjavik", "0405", ("dd_a_i 1",), {}, 21),
        ("reykjavik", "0405", ("kent", "palomares"), {}, 21),
        ("reykjavik", "0405", ("es_british 1",), {}, None),
        ("tromso", "0713", ("tirpitz", "dd_36a 1"), {}, 21),
        ("tromso", "0713", ("tirpitz",), {}, 21),
        ("tromso", "0713", ("tirpitz",), {"chits": {"axis": Chit("e", "break_out")}}, 29),
        ("tromso", "0713", ("koln",), {"chits": {"axis": Chit("e", "break_out")}}, 21),
        ("kiel", "1608", ("tirpitz",), {}, 29),
        ("murmansk", "0717", ("dd_project_7 1",), {}, 21),
        ("murmansk", "0717", ("dd_project_7 1",), {"options": Options(soviet_fuel=True)}, 15),
        ("murmansk", "0717", ("dd_a_i 1",), {"options": Options(soviet_fuel=True)}, 21),
    ],
)
def test_11_1_the_mark_of_a_force_that_leaves_port(
    port: str, out: str, words: tuple[str, ...], fields: dict[str, Any], mark: int | None
) -> None:
    """Turn 9 is day 5 AM: six days on is 21, ten days 29, three days 15."""
    side: Side = "axis" if port in ("tromso", "kiel") else "allied"
    way = next(hex_ for hex_ in (out, *BOX.waters.ways[PORTS[port]]) if hex_ in BOX.waters.ways[PORTS[port]])
    one = fuelled_fleet("t", *words, at=PORTS[port], side=side, port=port, plan=Plan(0, (way,)))
    board = fuel_board(one, **fields)
    play(movement(phase(board, side)))
    assert not one.port
    assert one.fuel == (Fuel(mark, german=port == "kiel") if mark is not None else None)


@rule("pq17", "11.1", "11.1.3")
@pytest.mark.parametrize(
    ("mark", "burned", "after"),
    [
        (Fuel(11), 0, Fuel(11)),
        (Fuel(10), 0, Fuel(13, "low")),
        (Fuel(11), 1, Fuel(13, "low")),
        (Fuel(14), 3, Fuel(11)),
        (Fuel(13), 3, Fuel(13, "low")),
        (Fuel(11, "low"), 0, Fuel(11, "low")),
        (Fuel(10, "low"), 0, Fuel(10, "critical")),
        (Fuel(12, "low"), 2, Fuel(10, "critical")),
        (Fuel(10, "critical"), 3, Fuel(10, "critical")),
    ],
)
def test_11_1_a_mark_on_the_turn_that_comes(mark: Fuel, burned: int, after: Fuel) -> None:
    """Turn 9 ends and the marker stands on 10: a mark there, or before it, takes effect."""
    one = fuelled_fleet("t", "kent", "dd_a_i 1", fuel=mark, spent=burned)
    phase_e(fuel_board(one))
    assert (one.fuel, one.spent) == (after, 0)


@rule("pq17", "11.1", "11.2.2", "11.2.3")
@pytest.mark.parametrize(
    ("mark", "told"),
    [
        (Fuel(11), []),
        (Fuel(10), [FuelFell("allied", "t", "low", 13)]),
        (Fuel(11, "low"), []),
        (Fuel(10, "low"), [FuelFell("allied", "t", "critical")]),
        (Fuel(10, "training"), [FuelFell("allied", "t", "critical")]),
        (Fuel(10, "critical"), []),
    ],
)
def test_11_1_the_owner_alone_hears_when_fuel_runs_low_and_when_it_is_critical(
    mark: Fuel, told: list[FuelFell]
) -> None:
    board = phase_e(fuel_board(fuelled_fleet("t", "kent", "dd_a_i 1", fuel=mark)))
    assert heard(board, "allied") == told
    assert not heard(board, "axis")
    assert not heard(board, PUBLIC)


@rule("pq17", "11.1.1", position="PP164")
def test_11_1_1_combining_never_mends_a_state() -> None:
    assert combined_fuel(BOX, [Fuel(15), Fuel(14, "low")]) == Fuel(14, "low")
    assert combined_fuel(BOX, [Fuel(10), Fuel(12, "low")]) == Fuel(12, "low"), "12 comes before 10 + 3"
    assert combined_fuel(BOX, [Fuel(9), Fuel(12, "low")]) == Fuel(12, "low"), "of two that run out together the Danger"
    assert combined_fuel(BOX, [Fuel(8), Fuel(12, "low")]) == Fuel(8)
    assert combined_fuel(BOX, [Fuel(2), Fuel(30, "critical")]).state == "critical"
    assert combined_fuel(BOX, [Fuel(18), Fuel(14)]) == Fuel(14)


@rule("pq17", "11.1.1", "11.1.2")
@pytest.mark.parametrize(
    ("whole", "part", "far", "state", "on"),
    [
        (("london 3", "dd_a_i 2"), ("london 3",), True, "full", 8),
        (("london 3", "dd_a_i 2"), ("london 3",), True, "low", 8),
        (("london 3", "dd_a_i 2"), ("london 3",), True, "critical", 0),
        (("london 3", "dd_a_i 2"), ("london 3",), False, "full", 0),
        (("london 3", "dd_a_i 2"), ("dd_a_i 2",), True, "full", 0),
        (("london 3", "kent 2"), ("london 3",), True, "full", 0),
        (("london 3", "dd_a_i 2"), (), True, "full", 0),
    ],
)
def test_11_1_1_how_far_a_part_goes(whole: Any, part: Any, far: bool, state: Any, on: int) -> None:
    found = marks.parted_fuel(BOX, Fuel(20, state), read_counters(*whole), read_counters(*part), far=far)
    assert found == Fuel(20 + on, state)


@rule("pq17", "11.1.1", "1.2.5", position="P57")
def test_11_1_1_two_forces_exchange_their_fuel_marks() -> None:
    board = arctic(
        named_task_force("tf3", "allied", "0611", "london", "dd_a_i 2", fuel=Fuel(17)),
        force("c", "allied", "convoy", "0611", "mv 9", "dd_us 2", fuel=Fuel(13)),
    )  # fmt: skip
    carried_out(board, combine_segment, "allied", Exchange("tf3", "c", ("dd_a_i",), ("dd_us",), fuel="swap"))
    assert (board.force("tf3").fuel, board.force("c").fuel) == (Fuel(13), Fuel(17))


@rule("pq17", "11.1.1", "11.1a")
@pytest.mark.parametrize(("holding", "mark"), [(("mv 9", "es_british 2"), 20), (("mv 9", "dd_us 1"), 5)])
def test_11_1_1_a_mark_of_ships_that_are_always_full_is_no_mark(holding: tuple[str, ...], mark: int) -> None:
    convoy = force("c", "allied", "convoy", "0404", *holding, fuel=Fuel(5))
    other = force("t", "allied", "task_force", "0404", "dd_a_i 2", fuel=Fuel(20))
    board = table(convoy, other)
    board.state.phase = Phase("allied")
    assert combine_forces(board, [convoy, other]).fuel == Fuel(mark)


@rule("pq17", "11.1.1", "11.1.3")
@pytest.mark.parametrize("first", [0, 1])
def test_11_1_1_what_a_force_burned_is_burned_whoever_it_joins(first: int) -> None:
    """A went at high speed this turn, with its mark on 20; B, that stood still, has its own on 19."""
    pair = [
        fuelled_fleet("a", "kent", "dd_a_i 1", fuel=Fuel(20), spent=3),
        fuelled_fleet("b", "london", "dd_us 1", fuel=Fuel(19)),
    ]
    board = fuel_board(*pair)
    whole = combine_forces(board, [pair[first], pair[1 - first]])
    phase_e(board)
    assert whole.fuel == Fuel(17)


@rule("pq17", "11.1.1", "11.1.3")
def test_11_1_1_a_force_that_burned_nothing_keeps_its_earlier_mark() -> None:
    pair = (
        fuelled_fleet("a", "kent", "dd_a_i 1", fuel=Fuel(23), spent=3),
        fuelled_fleet("b", "london", "dd_us 1", fuel=Fuel(19)),
    )
    board = fuel_board(*pair)
    whole = combine_forces(board, pair)
    phase_e(board)
    assert whole.fuel == Fuel(19)


@rule("pq17", "11.1.1", "1.2.5")
@pytest.mark.parametrize(
    ("swap", "convoy", "escort"), [("swap", Fuel(18), Fuel(13)), ("", Fuel(13), Fuel(18))], ids=["marks too", "ships"]
)
def test_11_1_1_the_example_of_an_ocean_escort(swap: Any, convoy: Fuel, escort: Fuel) -> None:
    """Day 4 PM: TF 3 with its mark on day 9 PM comes to a convoy whose mark lies on day 7 AM."""
    one = fuelled_fleet("c1", "mv 9", "dd_a_i 2", "tb_hunt 1", fuel=Fuel(13))
    other = fuelled_fleet("tf3", "dd_us 2", "tb_old 1", fuel=Fuel(18))
    board = phase(fuel_board(one, other, turn=8), "allied")
    gives, takes = ("dd_a_i", "dd_a_i", "tb_hunt"), ("dd_us", "dd_us", "tb_old")
    board.phase.orders = (Exchange("c1", "tf3", gives, takes, fuel=swap),)
    play(combine_segment(board))
    assert (one.fuel, other.fuel) == (convoy, escort)
    assert [counter.ship for counter in other.counters] == ["dd_a_i", "tb_hunt"]


@rule("pq17", "11.1.1", "11.1.3")
def test_11_1_1_an_exchange_of_marks_takes_along_what_was_burned() -> None:
    one = fuelled_fleet("a", "kent", "dd_a_i 1", fuel=Fuel(20), spent=3)
    other = fuelled_fleet("b", "london", "dd_us 1", fuel=Fuel(15, "low"))
    board = phase(fuel_board(one, other), "allied")
    board.phase.orders = (Exchange("a", "b", ("dd_a_i",), ("dd_us",), fuel="swap"),)
    play(combine_segment(board))
    phase_e(board)
    assert (one.fuel, other.fuel) == (Fuel(15, "low"), Fuel(17))


@rule("pq17", "11.1.2")
def test_11_1_2_heavy_ships_that_leave_a_mixed_force_go_further() -> None:
    whole = force("t", "allied", "task_force", "0611", "duke_of_york", "dd_a_i 2", fuel=Fuel(21))
    board = arctic(whole)
    new = split_force(board, whole, ships("dd_a_i 2"), "destroyers")
    assert (whole.fuel, new.fuel) == (Fuel(29), Fuel(21))


@rule("pq17", "11.1.2", "11.1.1", position="PP163")
def test_11_1_2_heavy_ships_that_part_go_further() -> None:
    whole, cruisers, destroyers = (
        read_counters("norfolk 3", "dd_a_i 2"),
        read_counters("norfolk 3"),
        read_counters("dd_a_i 2"),
    )
    assert parted_fuel(BOX, Fuel(17), whole, cruisers, far=True) == Fuel(25)
    assert parted_fuel(BOX, Fuel(17), whole, destroyers, far=True) == Fuel(17)
    assert parted_fuel(BOX, Fuel(17), whole, cruisers, far=False) == Fuel(17)
    assert parted_fuel(BOX, Fuel(25), read_counters("norfolk 3", "kent 2"), cruisers, far=True) == Fuel(25)


@rule("pq17", "11.1.2", "11.4a")
@pytest.mark.parametrize(
    ("holding_", "far", "turns"),
    [
        (("anson", "london"), True, 20), (("anson", "dd_a_i 1"), True, 12), (("anson", "es_british 1"), True, 12),
        (("tirpitz", "admiral_hipper"), False, 12), (("tirpitz",), True, 20), (("anson", "aldersdale"), True, 12),
    ],
)  # fmt: skip
def test_11_1_2_heavy_ships_by_themselves_go_further(holding_: tuple[str, ...], far: bool, turns: int) -> None:
    assert marks.fuel_at_sailing(BOX, 5, ships(*holding_), far=far) == Fuel(5 + turns)


@rule("pq17", "11.1.2", "11.3.2")
@pytest.mark.parametrize("with_", [(), ("dd_a_i 2",)])
def test_11_1_2_who_refuels_at_sea_has_twelve_turns_heavy_ships_too(with_: tuple[str, ...]) -> None:
    """Only who has an oiler with him can, and he is no force of heavy ships alone."""
    one = force(
        "t", "allied", "task_force", "0310", "london", "kent", "aldersdale", *with_, fuel=Fuel(12), refuelling=True
    )
    for each in one.counters:
        each.oil = 20 if each.ship == "aldersdale" else 0
    board = arctic(one, turn=10)
    play(fuel(board))
    assert one.fuel == Fuel(10 + 12)


@rule("pq17", "11.1.2", "11.4a", "12.2a")
@pytest.mark.parametrize(
    ("side", "words", "chit", "mark"),
    [
        ("allied", ("kent",), "", 29),
        ("axis", ("tirpitz",), "", 21),
        ("axis", ("tirpitz",), "break_out", 29),
        ("axis", ("koln",), "break_out", 21),
    ],
)
def test_11_1_2_heavy_ships_that_leave_light_ones_behind(
    side: Side, words: tuple[str, ...], chit: str, mark: int
) -> None:
    light = "dd_36a 2" if side == "axis" else "dd_a_i 2"
    whole = fuelled_fleet("t", *words, light, side=side, fuel=Fuel(21))
    chits = {"axis": Chit("e", chit)} if chit else {}
    board = fuel_board(whole, chits=chits)
    assert split_force(board, whole, ships(*words), "heavy").fuel == Fuel(mark)
    assert whole.fuel == Fuel(21)


@rule("pq17", "11.1.3", position="PP165")
def test_11_1_3_what_takes_turns_off() -> None:
    turns = extra_fuel(BOX, high_speed=True, surface_combat=True, air_attack=True, hunted=True, convoy=False)
    assert turns == 7
    assert fuel_on_turn(BOX, spend_fuel(Fuel(17), turns), 13) == Fuel(16, "low")


@rule("pq17", "11.1.3", "7.5a", "7.2b", "7.4.2b", positions=("PP98", "PP116", "PP140"))
@pytest.mark.parametrize(
    ("what", "force_pays", "convoy_pays"),
    [("high_speed", 3, 3), ("surface_combat", 2, 2), ("air_attack", 1, 0), ("hunted", 1, 0)],
)
def test_11_1_3_each_cost(what: str, force_pays: int, convoy_pays: int) -> None:
    causes = dict.fromkeys(("high_speed", "surface_combat", "air_attack", "hunted"), False) | {what: True}
    assert extra_fuel(BOX, **causes, convoy=False) == force_pays
    assert extra_fuel(BOX, **causes, convoy=True) == convoy_pays


@rule("pq17", "11.1.3", "5.0")
@pytest.mark.parametrize(
    ("gone", "left", "plan", "spent", "after", "moved"),
    [
        (("a", "b", "c"), "", Plan(0, ("d",), pace="high"), 3, Plan(0, ("d",)), True),
        (("a", "b"), "", Plan(0, ("d",), pace="cruise"), 0, Plan(0, ("d",), pace="cruise"), True),
        (("a",), "", Plan(0, ()), 0, None, True),
        ((), "", Plan(0, (), "narvik"), 0, Plan(0, (), "narvik"), False),
        ((), "narvik", Plan(0, (), "tromso"), 0, Plan(0, (), "tromso"), True),
        ((), "", None, 0, None, False),
    ],
)
def test_11_1_3_what_a_turn_s_way_costs_and_what_is_left_of_the_plan(
    gone: Any, left: str, plan: Any, spent: int, after: Any, moved: bool
) -> None:
    one = force("t", "axis", "task_force", OPEN, "koln", plan=plan)
    board = arctic(one)
    board.state.phase = Phase("axis")
    _note(board, one, gone=gone, left=left, port="")
    assert (one.spent, one.plan) == (spent, after)
    assert board.phase.moved == ["t"] * moved


@rule("pq17", "11.1.3", "11.1")
@pytest.mark.parametrize(
    ("mark", "spent", "after"),
    [
        (Fuel(20), 7, Fuel(13)),
        (Fuel(17), 6, Fuel(14, "low")),
        (Fuel(17), 7, Fuel(14, "low")),
        (Fuel(12), 0, Fuel(12)),
        (Fuel(11), 0, Fuel(14, "low")),
        (Fuel(13, "low"), 2, Fuel(11, "critical")),
        (Fuel(13, "low"), 1, Fuel(12, "low")),
    ],
)
def test_11_1_3_all_that_a_turn_burned_is_taken_off_at_once(mark: Fuel, spent: int, after: Fuel) -> None:
    """High speed 3, a surface battle 2, an air attack 1, offensive ASW 1: seven. The new turn is 11."""
    one = force("t", "allied", "task_force", "0310", "dd_a_i 2", fuel=mark, spent=spent)
    board = arctic(one, turn=10)
    play(fuel(board))
    assert one.fuel == after


@rule("pq17", "11.1.3")
@pytest.mark.parametrize(("convoy", "burned"), [(False, 7), (True, 5)])
def test_11_1_3_convoys_pay_for_no_air_attack_and_no_hunt(convoy: bool, burned: int) -> None:
    assert (
        marks.extra_fuel(BOX, high_speed=True, surface_combat=True, air_attack=True, hunted=True, convoy=convoy)
        == burned
    )


@rule("pq17", "11.1.4", position="PP166")
def test_11_1_4_soviet_endurance() -> None:
    ships = read_counters("dd_project_7 3")
    assert fuel_at_sailing(BOX, 5, ships, soviet_endurance=True) == Fuel(11)
    assert fuel_at_sailing(BOX, 5, ships) == Fuel(17)
    assert fuel_at_sailing(BOX, 5, read_counters("dd_a_i 3"), soviet_endurance=True) == Fuel(17)
    assert fuel_without_soviets(BOX, Fuel(11)) == Fuel(17)


@rule("pq17", "11.1.4", "11.1.3", "7.5a", position="PP280")
@pytest.mark.parametrize(("holding", "turn"), [(("dd_project_7 2",), 13), (("dd_a_i 2",), 19)])
def test_11_1_4_soviet_fuel_and_a_battle(holding: tuple[str, ...], turn: int) -> None:
    sailed = marks.fuel_at_sailing(BOX, 9, ships(*holding), soviet_endurance=True)
    assert marks.spend_fuel(sailed, BOX.numbers.fuel.surface_combat).turn == turn


@rule("pq17", "11.1.4")
@pytest.mark.parametrize(
    ("option", "laden", "leaves", "mark"),
    [
        (True, False, ("dd_project_7 2",), 19),
        (True, False, ("dd_project_7 1",), 13),
        (True, False, ("dd_a_i 1",), 13),
        (True, True, ("dd_project_7 2",), 13),
        (False, False, ("dd_project_7 2",), 13),
    ],
)
def test_11_1_4_soviet_ships_that_leave_a_ballast_convoy(
    option: bool, laden: bool, leaves: tuple[str, ...], mark: int
) -> None:
    whole = fuelled_fleet("qp", "mv 9", "dd_project_7 2", "dd_a_i 2", fuel=Fuel(13), convoy=Convoy(laden=laden))
    board = fuel_board(whole, options=Options(soviet_fuel=option))
    new = split_force(board, whole, ships(*leaves), "away")
    assert (whole.fuel, new.fuel) == (Fuel(mark), Fuel(13))


@rule("pq17", "11.1.4", "8.3c")
@pytest.mark.parametrize(("option", "mark"), [(True, 11), (False, 17)])
def test_11_1_4_soviet_ships_that_sailed_before_play_started(option: bool, mark: int) -> None:
    way = next(hex_ for hex_ in BOX.waters.ways["0817"] if hex_ in BOX.hexes and BOX.hexes[hex_].is_sea)
    one = fuelled_fleet("t", "dd_project_7 1", at="0817", port="murmansk", plan=Plan(5, (way,)))
    board = fuel_board(one, options=Options(soviet_fuel=option), start=9)
    play(start(board))
    assert (one.port, one.fuel) == ("", Fuel(mark))


@rule("pq17", "11.1a")
def test_11_1a_who_burns_no_fuel() -> None:
    assert not needs_fuel(BOX, read_counters("mv 8", "aldersdale 2", "es_british 2", "ss_british 2"))
    assert needs_fuel(BOX, read_counters("mv 8", "dd_a_i 1"))


@rule("pq17", "11.1a")
def test_11_1a_of_ships_whose_fuel_never_runs_low_nobody_hears() -> None:
    assert not heard(
        phase_e(fuel_board(fuelled_fleet("t", "palomares", "es_british 1", fuel=Fuel(10, "low")))), "allied"
    )
