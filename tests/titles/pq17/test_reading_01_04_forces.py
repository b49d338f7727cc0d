"""Chapters 1 to 4 read sentence by sentence: what a force may hold, what scores, the end, and what sailing costs."""

import pytest

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.components.scenarios import Operation
from games.titles.pq17.rules.campaign.bids import Bid, resolve_bids
from games.titles.pq17.rules.forces.command import command_victory_points, pay, price, soviet_price
from games.titles.pq17.rules.forces.victory_points import record_ship_lost, record_steps_lost, score_convoy_arrival
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.operation.time import is_over
from games.titles.pq17.rules.operation.victory import (
    critical_value,
    missing_merchants,
    open_sheets,
    score,
    victory_point_phase,
)
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Convoy, Phase, Plan, Points, Tally
from tests.titles.pq17.arctic import arctic, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch01_components.fleets import fleet
from tests.titles.procedures import Run

rule = pytest.mark.rule


@rule("pq17", "2.1.2", "2.1.2a")
@pytest.mark.parametrize(
    ("began", "arrived", "excepted", "charged"),
    [
        (24, 18, 0, 0),
        (24, 17, 0, 7),
        (10, 8, 0, 0),
        (10, 7, 0, 3),
        (4, 3, 0, 0),
        (4, 2, 0, 2),
        (1, 0, 0, 1),
        (1, 1, 0, 0),
        (24, 15, 4, 0),
        (24, 14, 4, 6),
        (8, 0, 8, 0),
        (35, 27, 0, 0),
        (35, 26, 0, 9),
        (0, 0, 0, 0),
    ],
)
def test_three_quarters_of_a_convoy(began: int, arrived: int, excepted: int, charged: int) -> None:
    assert missing_merchants(Tally("c", laden=True, began=began, arrived=arrived, excepted=excepted)) == charged


@rule("pq17", "2.1.1", "2.1.1a", "2.1.1b")
@pytest.mark.parametrize(
    ("laden", "port", "halves"),
    [(True, "murmansk", 12), (True, "iokanka", 0), (False, "reykjavik", 0), (False, "murmansk", 0)],
)
def test_merchants_that_arrive(laden: bool, port: str, halves: int) -> None:
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
def test_merchants_sunk(laden: bool, open_: int, all_: int) -> None:
    one = fleet("c", "mv 4", convoy=Convoy(laden=laden))
    board = arctic(one)
    record_ship_lost(board, one, "mv", 3)
    assert score(board.state) == open_
    open_sheets(board)
    assert score(board.state) == all_


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
def test_ships_without_fuel(words: tuple[str, ...], halves: int) -> None:
    assert critical_value(BOX, ships(*words)) == halves


@rule("pq17", "2.3", "4.3.2")
@pytest.mark.parametrize(("spent", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (8, 4), (9, 4)])
def test_command_points_cost_half_as_many(spent: int, points: int) -> None:
    assert command_victory_points(BOX, [Points(spent=2 * spent)]) == 2 * points


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
def test_damaged_capital_ships(side: str, ship: str, steps: int, halves: int) -> None:
    one = fleet("t", ship, side=side)
    board = arctic(one)
    record_steps_lost(board, one, ship, steps)
    victory_point_phase(board)
    assert score(board.state) == halves


@rule("pq17", "3.4", "8.1")
@pytest.mark.parametrize(
    ("turn", "convoy", "allied", "axis", "over"),
    [
        (30, "murmansk", "", "", False),
        (31, "murmansk", "", "", True),
        (31, "", "scapa_flow", "narvik", False),
        (20, "murmansk", "scapa_flow", "", True),
        (20, "murmansk", "", "narvik", True),
        (20, "", "scapa_flow", "narvik", False),
        (20, "murmansk", "", "", False),
    ],
)
def test_when_an_operation_is_over(turn: int, convoy: str, allied: str, axis: str, over: bool) -> None:
    """After the fuel phase the marker of day 15 PM (30) stands on 31. Packs and dummies at sea hold nothing up."""
    board = arctic(
        fleet("c", "mv 9", at="0817", port=convoy),
        fleet("t", "kent", at="1206", port=allied),
        fleet("g", "lutzow", at="0813", side="axis", port=axis),
        fleet("d"),
        fleet("p", "ss_german 3", side="axis"),
        turn=turn,
    )
    assert is_over(board) is over


@rule("pq17", "3.4")
def test_a_convoy_that_has_not_sailed_yet_keeps_it_going() -> None:
    waiting = fleet("c", "mv 9", at="0504", port="reykjavik", plan=Plan(12, ("0404",), "murmansk"))
    assert not is_over(arctic(waiting, turn=10))


@rule("pq17", "4.1.2")
@pytest.mark.parametrize(
    ("allied", "axis", "side", "halves", "played"),
    [
        (Bid(5), Bid(4), "allied", -10, True),
        (Bid(4), Bid(5), "axis", 10, True),
        (Bid(0), Bid(0), "allied", 0, False),
        (Bid(4, asterisk=True), Bid(4), "allied", -8, True),
        (Bid(4), Bid(4, asterisk=True), "axis", 8, True),
        (Bid(0, asterisk=True), Bid(0), "allied", 0, False),
        (Bid(9), Bid(0), "allied", -18, True),
        (Bid(0), Bid(1), "axis", 2, True),
        (Bid(9), Bid(9, asterisk=True), "axis", 18, True),
        (Bid(5, asterisk=True), Bid(6), "allied", -10, True),
        (Bid(5, asterisk=True), Bid(5, asterisk=True), "allied", -10, True),
    ],
)
def test_bids(allied: Bid, axis: Bid, side: str, halves: int, played: bool) -> None:
    found = resolve_bids(allied, axis)
    assert (found.side, found.points, found.operation) == (side, halves, played)


@rule("pq17", "4.3", "4.3.2", "4.3.3")
@pytest.mark.parametrize(
    ("words", "port", "halves"),
    [
        (("anson",), "scapa_flow", 2),
        (("victorious",), "scapa_flow", 2),
        (("renown",), "scapa_flow", 2),
        (("avenger",), "clyde", 1),
        (("kent",), "reykjavik", 1),
        (("kent", "jamaica"), "clyde", 2),
        (("dd_a_i 4", "es_british 4", "palomares"), "clyde", 0),
        (("mv 9",), "reykjavik", 0),
        (("ss_british 2",), "lerwick", 0),
        (("duke_of_york", "victorious", "berwick", "dd_a_i 6"), "scapa_flow", 5),
        (("tirpitz", "admiral_hipper"), "trondheim", 3),
        (("tirpitz", "admiral_hipper"), "kiel", 0),
        (("lutzow",), "narvik", 1),
        (("dd_project_7 4",), "murmansk", 0),
    ],
)
def test_what_it_costs_to_sail(words: tuple[str, ...], port: str, halves: int) -> None:
    assert price(BOX, ships(*words), port=port) == halves


@rule("pq17", "4.3", "4.3.2", "1.4c")
@pytest.mark.parametrize(
    ("words", "halves"),
    [
        (("dd_project_7 1",), 2),
        (("es_soviet 2",), 2),
        (("tb_novik 1", "dd_project_7 3"), 2),
        (("es_kola 1",), 2),
        (("es_kola 1", "es_british 2"), 2),
        (("ss_soviet 2",), 0),
        (("es_british 2",), 0),
        (("kent",), 0),
    ],
)
def test_soviet_ships_together_cost_a_point(words: tuple[str, ...], halves: int) -> None:
    assert soviet_price(BOX, ships(*words)) == halves


@rule("pq17", "4.3.2")
@pytest.mark.parametrize(
    ("costs", "spent"),
    [
        ({9: [1]}, 2),
        ({9: [1, 1]}, 2),
        ({9: [1], 10: [1]}, 2),
        ({9: [1], 11: [1]}, 4),
        ({9: [1], 10: [2]}, 4),
        ({9: [1], 10: [3]}, 4),
        ({9: [2], 10: [1], 11: [1]}, 4),
        ({9: [1, 2], 10: [1]}, 4),
        ({9: [5], 10: [1]}, 6),
        ({9: [1], 10: [2], 11: [1]}, 4),
        ({9: [0], 10: [1]}, 2),
    ],
)
def test_half_a_point_serves_until_the_next_turn_is_over(costs: dict[int, list[int]], spent: int) -> None:
    points = Points(left=16)
    for turn, wanted in costs.items():
        for cost in wanted:
            pay(points, cost, turn)
    assert (points.spent, points.left) == (spent, 16 - spent)


@rule("pq17", "4.3.1")
def test_the_home_fleet_begins_every_operation_with_eight() -> None:
    given = {name: operation.command_points.home_fleet for name, operation in BOX.operations.items()}
    assert set(given.values()) == {8}
    assert all(isinstance(one, Operation) for one in BOX.operations.values())


@rule("pq17", "5.1.1a", "3.2d", "2.0")
@pytest.mark.parametrize(("side", "turn_of"), [("allied", "axis"), ("allied", "allied"), ("axis", "allied")])
def test_a_wreck_without_a_tug_goes_down_in_either_combine_segment(side: str, turn_of: Side) -> None:
    ship = "kent" if side == "allied" else "koln"
    one = fleet("t", ship, "es_british 1" if side == "allied" else "es_german 1", side=side)
    one.counters[0] = Counter(ship, 0, dead=True)
    board = arctic(one)
    board.state.phase = Phase(turn_of)
    Run().carry_out(combine_segment(board), board.state, dice=(), draws=(), says=None)
    assert [counter.ship for counter in one.counters] == ["es_british" if side == "allied" else "es_german"]
    assert score(board.state) == (-6 if side == "allied" else 10)
