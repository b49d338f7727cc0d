"""Chapter 2: what scores, on whose sheet it stands, and the verdict."""

from typing import Any

import pytest
from msgspec import Raw

from games.kernel.codec import decode, encode
from games.titles.pq17.rules.forces.command import command_victory_points
from games.titles.pq17.rules.forces.victory_points import (
    charge_abandoned_patrol,
    loss_value,
    record_aircraft_lost,
    record_ship_lost,
    record_steps_lost,
    score_convoy_arrival,
)
from games.titles.pq17.rules.operation.victory import (
    confirm_command_points,
    critical_value,
    decide,
    missing_merchants,
    open_sheets,
    score,
    score_critical_fuel,
    standings,
    verdict_of,
    victory_point_phase,
)
from games.titles.pq17.rules.special import raids
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.victory import OperationEnded, Scored, SheetOpened, Unveiled
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Booking, Convoy, Force, Loss, Points, State, Tally, Track
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch01_components.fleets import fleet
from tests.titles.pq17.playing import heard
from tests.titles.pq17.under_way import table

rule = pytest.mark.rule


def convoy(merchants: int, *, laden: bool, name: str = "pq17", **fields: Any) -> Force:
    voyage = Convoy(laden=laden, destinations=("arkhangelsk",))
    return force(name, "allied", "convoy", "1119", f"mv {merchants}", convoy=voyage, **fields)


def at_end(board: Board) -> int:
    """The score after the confirmation and victory point phases."""
    open_sheets(board)
    confirm_command_points(board)
    victory_point_phase(board)
    return score(board.state)


def arrived(count: int, *, laden: bool, sunk: int = 0, ice: int = 0) -> Board:
    """A convoy of 12 that lost so many, and came in with the rest."""
    one = convoy(count, laden=laden, port="arkhangelsk")
    board = arctic(one, tallies=[Tally("pq17", laden=laden, began=12)])
    for _ in range(sunk):
        record_ship_lost(board, one, "mv", 1)
    for _ in range(ice):
        record_ship_lost(board, one, "mv", 1, "ice", known=False)
    score_convoy_arrival(board, one)
    return board


def test_the_state_survives_the_store() -> None:
    state = State(scenario="pq17", offensive={"axis": "m"}, struck=["victorious"], began={"victorious": "scapa_flow"})
    assert Board(state, BOX).state.offensive == {"axis": "m"}


def test_a_place_is_noted_once_a_turn_and_as_often_as_a_force_comes_back_to_it() -> None:
    track = Track("axis", "dummy")
    for turn, at in ((9, "0613"), (9, "0613"), (19, "0613"), (19, "0614"), (19, "0613"), (20, "0613")):
        track.come_to(turn, at)
    assert track.places == [(9, "0613"), (19, "0613"), (19, "0614"), (19, "0613"), (20, "0613")]
    assert decode(encode(track), Track) == track
    assert Track("axis", "dummy").places == []


def test_the_ways_of_all_forces_lie_open_at_the_end_and_not_before() -> None:
    board = arctic(force("lure", "axis", "dummy", "0613"))
    board.state.turn += 1
    board.step(board.force("lure"), "0614")
    assert view(board, "axis").tracks == view(board, "public").tracks == {}
    decide(board)
    assert view(board, "allied").tracks == {"lure": Track("axis", "dummy", Raw(b'[[9,"0613"],[10,"0614"]]'))}
    assert board.state.tracks["lure"].places == [(9, "0613"), (10, "0614")]
    assert heard(board, "allied")[-1] == Unveiled(board.state.tracks)
    assert heard(board, "allied")[-1].discloses("axis") == ("tracks",)


@rule("pq17", "2.0", "T.vp")
@pytest.mark.parametrize(
    ("ship", "strength", "halves"),
    [
        ("tirpitz", 5, 120), ("tirpitz", 0, 120), ("scharnhorst", 3, 70), ("duke_of_york", 4, 60), ("renown", 3, 50),
        ("victorious", 1, 60), ("avenger", 1, 12), ("lutzow", 4, 24), ("london", 3, 10), ("kent", 2, 6),
        ("wichita", 4, 12), ("jamaica", 4, 8), ("admiral_hipper", 4, 20), ("koln", 2, 10), ("dd_36a", 3, 12),
        ("dd_a_i", 3, 6), ("tb_35_37", 2, 4), ("tb_hunt", 1, 2), ("es_british", 2, 4), ("ss_german", 2, 4),
        ("ss_british", 1, 2), ("aldersdale", 2, 4), ("palomares", 1, 2), ("mv", 3, 6), ("mv_german", 2, 4),
    ],
)  # fmt: skip
def test_2_0_what_a_loss_is_worth(ship: str, strength: int, halves: int) -> None:
    assert loss_value(BOX, ship, strength) == halves


@rule("pq17", "2.0", "2.0b")
def test_2_0_what_both_see_scores_at_once_what_one_knows_on_its_sheet() -> None:
    raider = force("r", "axis", "task_force", "0613", "lutzow", "dd_36a 3")
    board = arctic(raider)
    record_ship_lost(board, raider, "dd_36a", 1)
    record_ship_lost(board, raider, "dd_36a", 1, "event", known=False)
    record_ship_lost(board, raider, "dd_36a", 1, "weather", known=False)
    record_steps_lost(board, raider, "lutzow", 1)
    assert score(board.state) == 4
    assert [(one.points, one.on) for one in board.state.bookings] == [(4, "both"), (4, "axis")]
    assert heard(board, "allied") == [Scored(4, "sunk", "dd_36a", 1)]
    assert heard(board, "axis") == [Scored(4, "sunk", "dd_36a", 1), Scored(4, "event", "dd_36a", 1, "axis")]
    assert [one.how for one in view(board, "allied").losses] == ["sunk"]
    assert [one.how for one in view(board, "axis").losses] == ["sunk", "event", "weather", "damaged"]


@rule("pq17", "2.0", "7.2.3d", "T.vp")
def test_2_0_aircraft_score_half_a_point_a_step() -> None:
    board = arctic()
    record_aircraft_lost(board, "axis", "ju_88", 3)
    record_aircraft_lost(board, "allied", "hurricane_soviet", 1, known=False)
    record_aircraft_lost(board, "allied", "halifax", 2, scores=False)
    assert score(board.state) == 3
    assert [(one.points, one.on) for one in board.state.bookings] == [(3, "both"), (-1, "allied")]


@rule("pq17", "2.0a", position="PP12")
@pytest.mark.parametrize(
    ("points", "found"), [(2, "allied"), (1, "draw"), (0, "draw"), (-1, "draw"), (-2, "axis"), (40, "allied")]
)
def test_2_0a_a_whole_point_decides(points: int, found: str) -> None:
    assert verdict_of(points) == found
    board = arctic(bookings=[Booking(9, points, "sunk"), Booking(9, 50, "arrived", "allied")])
    decide(board)
    assert (board.state.verdict, board.state.over) == (found, True)
    assert heard(board, "public") == [OperationEnded(points, found), Unveiled({})]


@rule("pq17", "2.0a")
def test_2_0a_standings() -> None:
    board = arctic(bookings=[Booking(9, -5, "sunk")], verdict="axis")
    assert [(one.seat, one.place, one.points, one.detail.en) for one in standings(board)] == [
        ("allied", 2, -2, "-2½ victory points; a lead of a whole point wins"),
        ("axis", 1, 2, "2½ victory points; a lead of a whole point wins"),
    ]
    board = arctic(bookings=[Booking(9, 1, "sunk")], verdict="draw")
    found = [(one.place, one.detail.en) for one in standings(board)]
    rest = "victory points; neither side leads by a whole point"
    assert found == [(1, f"½ {rest}"), (1, f"-½ {rest}")]


@rule("pq17", "2.0a", position="PP297")
def test_2_0a_half_a_point_is_no_victory() -> None:
    assert [verdict_of(halves) for halves in (2, 1, 0, -1, -2)] == ["allied", "draw", "draw", "draw", "axis"]


@rule("pq17", "2.1.1", "2.1.1a")
def test_2_1_1_a_laden_merchant_costs_twice_one_in_ballast_once() -> None:
    laden, ballast = convoy(8, laden=True), convoy(8, laden=False, name="qp13")
    board = arctic(laden, ballast)
    record_ship_lost(board, laden, "mv", 2)
    assert (score(board.state), sum(one.points for one in board.state.bookings)) == (-4, -8)
    record_ship_lost(board, ballast, "mv", 2)
    assert (score(board.state), sum(one.points for one in board.state.bookings)) == (-8, -12)


@rule("pq17", "2.1.1", "2.1.2", position="PP13")
@pytest.mark.parametrize(("count", "sunk", "halves"), [(9, 3, 6), (8, 4, -4)])
def test_2_1_1_three_quarters_of_a_laden_convoy(count: int, sunk: int, halves: int) -> None:
    assert at_end(arrived(count, laden=True, sunk=sunk)) == halves


@rule("pq17", "2.1.1", "2.1.1a", "2.1.1b")
@pytest.mark.parametrize(
    ("laden", "port", "halves"),
    [(True, "murmansk", 12), (True, "iokanka", 0), (False, "reykjavik", 0), (False, "murmansk", 0)],
)
def test_2_1_1_merchants_that_arrive(laden: bool, port: str, halves: int) -> None:
    """Four of cargo, a tanker and a CAM ship; the oiler is no merchant."""
    voyage = Convoy(laden=laden, destinations=("murmansk", "arkhangelsk") if laden else ("reykjavik",))
    one = fleet("c", "mv 4", "mo 1", "mc 1", "aldersdale", at=BOX.ports[port].hex, port=port, convoy=voyage)
    board = arctic(one)
    score_convoy_arrival(board, one)
    score_convoy_arrival(board, one)
    assert score(board.state) == 0, "nobody else knows yet"
    open_sheets(board)
    assert score(board.state) == halves


@rule("pq17", "2.1.1", "2.1.1a", "2.0b")
@pytest.mark.parametrize(("laden", "open_", "all_"), [(True, -6, -12), (False, -6, -6)])
def test_2_1_1_merchants_sunk(laden: bool, open_: int, all_: int) -> None:
    one = fleet("c", "mv 4", convoy=Convoy(laden=laden))
    board = arctic(one)
    record_ship_lost(board, one, "mv", 3)
    assert score(board.state) == open_
    open_sheets(board)
    assert score(board.state) == all_


@rule("pq17", "2.1.1a", "2.0b")
def test_2_1_1a_a_sinking_does_not_tell_the_axis_that_the_convoy_was_laden() -> None:
    said = []
    for laden in (True, False):
        one = convoy(8, laden=laden)
        board = arctic(one)
        record_ship_lost(board, one, "mv", 1)
        said.append((heard(board, "axis"), view(board, "axis")))
    assert said[0] == said[1]


@rule("pq17", "2.1.1a", "2.1.2", "2.1.2a", position="PP14")
@pytest.mark.parametrize(("count", "sunk", "halves"), [(8, 2, -4), (7, 3, -9)])
def test_2_1_1a_what_the_ice_took_does_not_count(count: int, sunk: int, halves: int) -> None:
    assert at_end(arrived(count, laden=False, sunk=sunk, ice=2)) == halves


@rule("pq17", "2.1.1b")
def test_2_1_1b_an_arrival_is_told_to_its_owner_and_opened_at_the_end() -> None:
    board = arrived(12, laden=True)
    assert (score(board.state), heard(board, "axis"), heard(board, "public")) == (0, [], [])
    assert heard(board, "allied") == [Scored(24, "arrived", "", 12, "allied")]
    board.told.clear()
    open_sheets(board)
    assert heard(board, "axis") == [SheetOpened("allied", 24, "arrived")]
    assert score(board.state) == 24


@rule("pq17", "2.1.1b")
def test_2_1_1b_the_crippled_and_the_towed_arrive_too_but_only_once_and_in_their_port() -> None:
    one = convoy(3, laden=True, port="arkhangelsk")
    one.counters[0].crippled = True
    board = arctic(one, tallies=[Tally("pq17", laden=True, began=3)])
    score_convoy_arrival(board, one)
    score_convoy_arrival(board, one)
    assert board.state.tallies[0].arrived == 3
    elsewhere = convoy(3, laden=True, port="murmansk")
    board = arctic(elsewhere, tallies=[Tally("pq17", laden=True, began=3)])
    score_convoy_arrival(board, elsewhere)
    assert (board.state.tallies[0].arrived, board.state.bookings) == (0, [])


@rule("pq17", "2.1.2")
def test_2_1_2_ships_that_are_still_at_sea_or_never_sailed_are_missing() -> None:
    assert missing_merchants(Tally("c", laden=True, began=12, arrived=8)) == 4
    assert missing_merchants(Tally("c", laden=True, began=12)) == 12
    assert missing_merchants(Tally("c", laden=True, began=4, arrived=3)) == 0


@rule("pq17", "2.1.2", "9.3.2a")
def test_2_1_2_a_dispersed_part_counts_with_its_convoy() -> None:
    part = convoy(4, laden=True, name="apart", port="arkhangelsk")
    assert part.convoy is not None
    part.convoy.part_of = "pq17"
    board = arctic(part, tallies=[Tally("pq17", laden=True, began=12, arrived=8)])
    record_ship_lost(board, part, "mv", 1, "weather", known=False)
    score_convoy_arrival(board, part)
    assert (board.state.tallies[0].arrived, board.state.tallies[0].excepted) == (12, 1)


@rule("pq17", "2.1.2", "2.1.2a", "15.2.1a", position="PP221")
@pytest.mark.parametrize(
    ("began", "arrived", "excepted", "charged"),
    [
        (24, 18, 0, 0), (24, 17, 0, 7), (10, 8, 0, 0), (10, 7, 0, 3), (4, 3, 0, 0), (4, 2, 0, 2), (1, 0, 0, 1),
        (1, 1, 0, 0), (24, 15, 4, 0), (24, 14, 4, 6), (8, 0, 8, 0), (35, 27, 0, 0), (35, 26, 0, 9), (0, 0, 0, 0),
        (12, 9, 0, 0), (12, 8, 0, 4), (12, 12, 0, 0),
    ],
)  # fmt: skip
def test_2_1_2_three_quarters_of_a_convoy(began: int, arrived: int, excepted: int, charged: int) -> None:
    assert missing_merchants(Tally("c", laden=True, began=began, arrived=arrived, excepted=excepted)) == charged


@rule("pq17", "2.2")
def test_2_2_each_cruiser_that_leaves_patrol_white_costs_two_points() -> None:
    board = arctic()
    charge_abandoned_patrol(board, ("kent", "berwick"))
    assert (score(board.state), heard(board, "axis")) == (0, [])
    assert at_end(board) == -8


@rule("pq17", "2.2a", "11.2.3", position="PP15")
def test_2_2a_ships_at_sea_in_critical_fuel() -> None:
    empty = Fuel(9, "critical")
    allied = force("a", "allied", "task_force", "0508", "anson", "jamaica", "dd_a_i 3", "es_british 2", fuel=empty)
    axis = force("x", "axis", "task_force", "0613", "admiral_hipper", "dd_36a 3", fuel=empty)
    assert at_end(arctic(allied)) == -9
    assert at_end(arctic(axis)) == 5
    carrier = force("e", "allied", "task_force", "0508", "avenger", fuel=empty)
    assert at_end(arctic(carrier)) == -2


@rule("pq17", "2.2a")
def test_2_2a_in_port_in_a_convoy_or_with_fuel_nothing_is_due() -> None:
    empty = Fuel(9, "critical")
    spared = [
        force("p", "allied", "task_force", "0504", "anson", port="reykjavik", fuel=empty),
        force("l", "allied", "task_force", "0508", "anson", fuel=Fuel(9, "low")),
        force("n", "allied", "task_force", "0508", "anson"),
        convoy(3, laden=False, fuel=empty),
    ]
    assert at_end(arctic(*spared)) == 0


@rule("pq17", "2.2a", "5.7.1", "5.7.2", "5.7.3")
@pytest.mark.parametrize(
    ("side", "at", "halves"),
    [("allied", "english_channel", 0), ("allied", "1706", -2), ("axis", "german", 0), ("axis", "kara_sea", 2)],
)
def test_2_2a_critical_fuel_counts_at_sea_alone(side: Any, at: str, halves: int) -> None:
    ship = "kent" if side == "allied" else "lutzow"
    board = table(force("t", side, "task_force", at, ship, fuel=Fuel(8, "critical")))
    score_critical_fuel(board)
    assert sum(one.points for one in board.state.bookings) == halves


@rule("pq17", "2.2a")
@pytest.mark.parametrize(
    ("words", "halves"),
    [
        (("anson",), 4),
        (("renown",), 4),
        (("victorious",), 4),
        (("avenger",), 2),
        (("kent",), 2),
        (("jamaica",), 2),
        (("scylla",), 2),
        (("adventure",), 2),
        (("lutzow",), 2),
        (("dd_a_i 3",), 3),
        (("tb_hunt 2",), 2),
        (("es_british 4",), 0),
        (("palomares",), 0),
        (("anson", "kent", "dd_a_i 4", "es_british 1"), 10),
    ],
)
def test_2_2a_ships_without_fuel(words: tuple[str, ...], halves: int) -> None:
    assert critical_value(BOX, ships(*words)) == halves


@rule("pq17", "2.3", "4.3.2", position="P3")
@pytest.mark.parametrize(
    ("spent", "halves"),
    [
        ([8], 4), ([10], 4), ([14], 6), ([2, 2], 2), ([6], 2), ([], 0), ([0], 0), ([2], 0), ([4], 2), ([16], 8),
        ([18], 8),
    ],
)  # fmt: skip
def test_2_3_what_points_cost_in_victory_points(spent: list[int], halves: int) -> None:
    """Four points cost two; both Allied commands are counted together."""
    assert command_victory_points(BOX, [Points(spent=one) for one in spent]) == halves


@rule("pq17", "2.3", position="PP16")
@pytest.mark.parametrize(
    ("home", "soviet", "nord", "halves"),
    [(5, 2, 1, -6), (4, 0, 3, -2), (1, 1, 0, -2), (0, 0, 2, 2), (3, 0, 0, -2)],
)
def test_2_3_command_points(home: int, soviet: int, nord: int, halves: int) -> None:
    """Spent points stand in halves in the state, so do victory points."""
    spent = {"home_fleet": home, "severny_flot": soviet, "gruppe_nord": nord}
    board = arctic(command={name: Points(spent=2 * count) for name, count in spent.items()})
    assert score(board.state) == 0
    assert at_end(board) == halves


@rule("pq17", "2.4", "2.4a", "2.4b", position="PP17")
def test_2_4_damaged_capital_ships() -> None:
    german = force("g", "axis", "task_force", "0613", "tirpitz", "scharnhorst", "lutzow")
    british = force("b", "allied", "task_force", "0508", "victorious", "norfolk")
    board = arctic(german, british)
    for owner, ship, steps in ((german, "tirpitz", 1), (british, "victorious", 2), (german, "scharnhorst", 1)):
        record_steps_lost(board, owner, ship, steps)
    record_steps_lost(board, german, "lutzow", 2)
    record_steps_lost(board, british, "norfolk", 1)
    record_steps_lost(board, german, "tirpitz", 2, "raided")
    record_ship_lost(board, german, "scharnhorst", 2)
    assert score(board.state) == 70
    assert heard(board, "allied") == [Scored(70, "sunk", "scharnhorst", 2)]
    assert at_end(board) == 70 + 20 - 20


@rule("pq17", "2.4")
@pytest.mark.parametrize(
    ("side", "ship", "steps", "halves"),
    [
        ("axis", "tirpitz", 1, 20),
        ("axis", "scharnhorst", 2, 40),
        ("axis", "lutzow", 2, 0),
        ("allied", "anson", 1, -10),
        ("allied", "renown", 2, -20),
        ("allied", "victorious", 3, -30),
        ("allied", "avenger", 1, 0),
        ("allied", "kent", 1, 0),
    ],
)
def test_2_4_steps_lost_of_capital_ships_score_at_the_end(side: str, ship: str, steps: int, halves: int) -> None:
    one = fleet("t", ship, side=side)
    board = arctic(one)
    record_steps_lost(board, one, ship, steps)
    victory_point_phase(board)
    assert score(board.state) == halves


@rule("pq17", "2.4b", "12.4a")
def test_2_4b_what_is_done_by_a_bombing_order_never_scores() -> None:
    board = arctic()
    losses = [Loss("axis", "tirpitz", 1, 3, "damaged"), Loss("axis", "tirpitz", 2, 9, "damaged"),
              Loss("allied", "halifax", 1, 9, "shot_down")]  # fmt: skip
    board.state.losses = list(losses)
    raids._unscored(board, 1)
    assert [(one.strength, one.how) for one in board.state.losses] == [(1, "damaged"), (2, "raided"), (1, "shot_down")]


@rule("pq17", "T.vp")
def test_t_vp_values_follow_from_the_classes() -> None:
    """A British or American CA is worth one and a half times her strength, rounded up, a CL her strength."""
    for ship in BOX.ships.values():
        if ship.side == "allied" and ship.type == "ca":
            assert ship.value == -(-ship.strength * 3 // 2), ship.id
        if ship.side == "allied" and ship.type in ("cl", "claa", "cm", "ax"):
            assert ship.value == ship.strength, ship.id
    assert BOX.numbers.points.air_step == 1
