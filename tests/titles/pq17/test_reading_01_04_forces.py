"""Chapters 1 to 4 read sentence by sentence: what a force may hold, what scores, the end, and what sailing costs."""

import pytest

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.components.scenarios import Operation
from games.titles.pq17.rules.campaign.bids import Bid, resolve_bids
from games.titles.pq17.rules.forces.command import pay, price, soviet_price
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.operation.victory import (
    score,
)
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Phase, Points
from tests.titles.pq17.arctic import arctic, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch01_components.fleets import fleet
from tests.titles.procedures import Run

rule = pytest.mark.rule


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
