"""Chapter 11 read sentence by sentence: marks on leaving port, what they lose, who refuels, and what ends it."""

from typing import Any

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.moves import Exchange
from games.titles.pq17.rules.air.raid import Raid as FlownRaid
from games.titles.pq17.rules.air.raid import raid
from games.titles.pq17.rules.joining import combine_forces
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.movement.speed import speed_of_force
from games.titles.pq17.rules.operation.start import start
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.search.detachment import split_force
from games.titles.pq17.rules.special.segment import leave_map
from games.titles.pq17.state.events.fuel import FuelFell
from games.titles.pq17.state.fuel import Fuel, FuelState
from games.titles.pq17.state.state import AirUnit, Chit, Convoy, Plan
from tests.titles.pq17.arctic import ships
from tests.titles.pq17.boards import WORDS
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch11_fuel.tanks import fuel_board, fuelled_fleet, phase_e
from tests.titles.pq17.playing import heard, phase, play
from tests.titles.procedures import Run

rule = pytest.mark.rule
PORTS = {"reykjavik": "0504", "scapa_flow": "1206", "tromso": "0814", "kiel": "1709", "murmansk": "0817"}


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
def test_the_mark_of_a_force_that_leaves_port(
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
def test_a_mark_on_the_turn_that_comes(mark: Fuel, burned: int, after: Fuel) -> None:
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
def test_the_owner_alone_hears_when_fuel_runs_low_and_when_it_is_critical(mark: Fuel, told: list[FuelFell]) -> None:
    board = phase_e(fuel_board(fuelled_fleet("t", "kent", "dd_a_i 1", fuel=mark)))
    assert heard(board, "allied") == told
    assert not heard(board, "axis")
    assert not heard(board, PUBLIC)


@rule("pq17", "11.1a")
def test_of_ships_whose_fuel_never_runs_low_nobody_hears() -> None:
    assert not heard(
        phase_e(fuel_board(fuelled_fleet("t", "palomares", "es_british 1", fuel=Fuel(10, "low")))), "allied"
    )


@rule("pq17", "11.2.2", "11.2.3")
@pytest.mark.parametrize(
    ("event", "english", "japanese"),
    [
        (FuelFell("axis", "task_force_1", "low", 13), "critical on day 7 AM without refuelling", "7日目午前に燃料微量"),
        (FuelFell("axis", "task_force_1", "critical"), "has Critical fuel: slow speed only", "燃料微量。低速のみ"),
    ],
)
def test_what_is_said_of_fuel_that_falls(event: FuelFell, english: str, japanese: str) -> None:
    assert english in WORDS.describe_event(event, "en")
    assert japanese in WORDS.describe_event(event, "ja")


@rule("pq17", "11.2.1", "11.2.2", "11.2.3")
@pytest.mark.parametrize(
    ("state", "pace"), [("full", "high"), ("low", "cruise"), ("training", "cruise"), ("critical", "slow")]
)
def test_how_fast_fuel_lets_a_force_go(state: FuelState, pace: str) -> None:
    assert speed_of_force(BOX, fuelled_fleet("t", "kent", fuel=Fuel(20, state)), "fair") == pace


@rule("pq17", "11.1.1", "11.1.3")
@pytest.mark.parametrize("first", [0, 1])
def test_what_a_force_burned_is_burned_whoever_it_joins(first: int) -> None:
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
def test_a_force_that_burned_nothing_keeps_its_earlier_mark() -> None:
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
def test_the_example_of_an_ocean_escort(swap: Any, convoy: Fuel, escort: Fuel) -> None:
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
def test_an_exchange_of_marks_takes_along_what_was_burned() -> None:
    one = fuelled_fleet("a", "kent", "dd_a_i 1", fuel=Fuel(20), spent=3)
    other = fuelled_fleet("b", "london", "dd_us 1", fuel=Fuel(15, "low"))
    board = phase(fuel_board(one, other), "allied")
    board.phase.orders = (Exchange("a", "b", ("dd_a_i",), ("dd_us",), fuel="swap"),)
    play(combine_segment(board))
    phase_e(board)
    assert (one.fuel, other.fuel) == (Fuel(15, "low"), Fuel(17))


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
def test_heavy_ships_that_leave_light_ones_behind(side: Side, words: tuple[str, ...], chit: str, mark: int) -> None:
    light = "dd_36a 2" if side == "axis" else "dd_a_i 2"
    whole = fuelled_fleet("t", *words, light, side=side, fuel=Fuel(21))
    chits = {"axis": Chit("e", chit)} if chit else {}
    board = fuel_board(whole, chits=chits)
    assert split_force(board, whole, ships(*words), "heavy").fuel == Fuel(mark)
    assert whole.fuel == Fuel(21)


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
def test_soviet_ships_that_leave_a_ballast_convoy(
    option: bool, laden: bool, leaves: tuple[str, ...], mark: int
) -> None:
    whole = fuelled_fleet("qp", "mv 9", "dd_project_7 2", "dd_a_i 2", fuel=Fuel(13), convoy=Convoy(laden=laden))
    board = fuel_board(whole, options=Options(soviet_fuel=option))
    new = split_force(board, whole, ships(*leaves), "away")
    assert (whole.fuel, new.fuel) == (Fuel(mark), Fuel(13))


@rule("pq17", "11.1.4", "8.3c")
@pytest.mark.parametrize(("option", "mark"), [(True, 11), (False, 17)])
def test_soviet_ships_that_sailed_before_play_started(option: bool, mark: int) -> None:
    way = next(hex_ for hex_ in BOX.waters.ways["0817"] if hex_ in BOX.hexes and BOX.hexes[hex_].is_sea)
    one = fuelled_fleet("t", "dd_project_7 1", at="0817", port="murmansk", plan=Plan(5, (way,)))
    board = fuel_board(one, options=Options(soviet_fuel=option), start=9)
    play(start(board))
    assert (one.port, one.fuel) == ("", Fuel(mark))


@rule("pq17", "12.2", "11.1.3")
@pytest.mark.parametrize(("burned", "halves"), [(0, -24), (1, 0)])
def test_seven_turns_are_left_after_what_the_last_turn_burned(burned: int, halves: int) -> None:
    raider = fuelled_fleet("r", "tirpitz", at="atlantic", side="axis", fuel=Fuel(16), spent=burned)
    board = fuel_board(raider, chits={"axis": Chit("e", "break_out")})
    leave_map(board, raider)
    assert score(board.state) == halves


@rule("pq17", "11.3.2", "11.3.2a")
def test_the_example_of_aldersdale() -> None:
    """Day 5 PM, mark to day 11 PM and fifteen left; a hit leaves ten; on day 7 AM the last ten go."""
    convoy = fuelled_fleet("c", "mv 5", "aldersdale", "dd_a_i 4", fuel=Fuel(12, "low"), refuelling=True)
    board = fuel_board(convoy, turn=10)
    oiler = convoy.counters[1]
    oiler.oil = 20
    phase_e(board)
    assert (convoy.fuel, oiler.oil, oiler.used, convoy.refuelling) == (Fuel(22), 15, False, False)
    assert board.state.turn == 11


@rule("pq17", "11.3.2")
def test_no_oiler_no_fuel() -> None:
    """The oiler is sunk between the movement segment and the fuel phase."""
    one = fuelled_fleet("t", "kent", "dd_a_i 2", fuel=Fuel(10), refuelling=True)
    phase_e(fuel_board(one))
    assert (one.fuel, one.refuelling) == (Fuel(13, "low"), False)


@rule("pq17", "11.3.2")
def test_who_is_attacked_from_the_air_does_not_refuel() -> None:
    target = fuelled_fleet("t", "kent", "aldersdale", "dd_a_i 2", fuel=Fuel(10), refuelling=True)
    unit = AirUnit("fw_200", 1, id="kg40", base="vaernes")
    board = phase(fuel_board(target, air=[unit]), "axis")
    Run().carry_out(raid(board, "axis", FlownRaid(target, ()), key="r"), board.state, dice=(), draws=(), says=None)
    assert not target.refuelling
    phase_e(board)
    assert target.fuel == Fuel(13, "low")


@rule("pq17", "11.3.2", "1.2.4")
@pytest.mark.parametrize(("both", "mark"), [(True, Fuel(21)), (False, Fuel(13, "low"))])
def test_who_joins_without_refuelling_ends_it(both: bool, mark: Fuel) -> None:
    one = fuelled_fleet("a", "aldersdale", "dd_a_i 2", fuel=Fuel(10), refuelling=True)
    other = fuelled_fleet("b", "gray_ranger", "dd_us 2", fuel=Fuel(10), refuelling=both)
    board = fuel_board(one, other)
    for counter in (one.counters[0], other.counters[0]):
        counter.oil = 10
    whole = combine_forces(board, (one, other))
    phase_e(board)
    assert whole.fuel == mark


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
def test_a_whole_turn_in_port_and_not_in_barentsburg(port: str, at: str, resting: int, mark: Fuel | None) -> None:
    """Who came in during the turn (0) was not there all of it."""
    one = fuelled_fleet("t", "kent", "dd_a_i 2", at=at, port=port, fuel=Fuel(20), resting=resting)
    phase_e(fuel_board(one))
    assert one.fuel == mark


@rule("pq17", "11.4a", "11.1.2", "5.7.1")
@pytest.mark.parametrize(
    ("words", "fields", "mark"),
    [
        (("tirpitz",), {}, 29),
        (("tirpitz", "dd_36a 1"), {}, 21),
        (("tirpitz",), {"fuel": Fuel(11)}, 11),
        (("ss_german 2",), {}, None),
    ],
)
def test_who_comes_out_of_the_german_box_has_the_fuel_of_who_sails(
    words: tuple[str, ...], fields: dict[str, Any], mark: int | None
) -> None:
    one = fuelled_fleet("t", *words, at="german", side="axis", plan=Plan(9, ("1708", "1707")), **fields)
    board = phase(fuel_board(one), "axis")
    play(movement(board))
    assert (one.at, one.fuel and one.fuel.turn) == ("1707", mark)


@rule("pq17", "11.3.1", "5.7.1")
@pytest.mark.parametrize(("resting", "mark"), [(0, Fuel(11)), (1, None)])
def test_a_whole_turn_in_the_german_box_is_one_in_port(resting: int, mark: Fuel | None) -> None:
    one = fuelled_fleet("t", "tirpitz", at="german", side="axis", fuel=Fuel(11), resting=resting)
    phase_e(fuel_board(one))
    assert (one.fuel, one.resting) == (mark, resting + 1)


@rule("pq17", "11.3.1", "5.7.1")
def test_who_has_left_the_box_rests_no_more() -> None:
    one = fuelled_fleet("t", "tirpitz", at="german", side="axis", plan=Plan(9, ("1708",)), resting=4)
    board = phase(fuel_board(one), "axis")
    play(movement(board))
    phase_e(board)
    assert (one.resting, one.fuel) == (0, Fuel(29, german=True))
