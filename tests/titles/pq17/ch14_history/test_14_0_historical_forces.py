"""14.0: historical forces that are bought."""

from typing import Any

import pytest

from games.kernel.errors import Illegal
from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.situations import Buy, price
from games.titles.pq17.rules.forces.limits import Strength as ForceStrength
from games.titles.pq17.rules.forces.limits import actual_strength, attack_forbidden_by
from games.titles.pq17.rules.operation.setup import new_game
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.special.history import _buy, bought_for_the_map, options, purchase_form
from games.titles.pq17.rules.special.reinforcements import place_next_group
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import ForcesBought, Reinforced
from games.titles.pq17.state.state import Purchase
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.procedures import events_for, perform

rule = pytest.mark.rule
CHOSEN = Options(historical_forces=True)


def buying(**says: Any) -> Board:
    board = arctic(options=CHOSEN, turn=1)
    run = perform(board, options(board), says={f"options@{seat}": text for seat, text in says.items()})
    assert ([(one.kind, one.seat) for one in run.asked], run.following) == (
        [("options", "allied"), ("options", "axis")], "draw",
    )  # fmt: skip
    return board


@rule("pq17", "14.0", "14.0a", "14.0b", position="PP189")
def test_14_0_what_is_bought_is_paid_openly_and_named_to_nobody() -> None:
    board = buying(axis="buy prinz_eugen\nbuy graf_zeppelin group=group_1", allied="buy curacoa")
    assert score(board.state) == 10 + 15 - 2
    assert board.state.bought["axis"] == [Purchase("prinz_eugen"), Purchase("graf_zeppelin", 1)]
    assert ForcesBought("axis", 25) in events_for(board, "allied")
    assert ForcesBought("axis", 25, ("prinz_eugen", "graf_zeppelin"), (0, 1)) in events_for(board, "axis")
    assert ForcesBought("allied", 2) in events_for(board, "axis")
    assert [set(view(board, seat).bought) for seat in ("allied", "axis", "public")] == [{"allied"}, {"axis"}, set()]


@rule("pq17", "14.0")
def test_14_0_a_ship_is_bought_once_and_set_up_in_a_port_of_her_side() -> None:
    form = purchase_form(arctic(options=CHOSEN), "axis")
    with pytest.raises(Illegal, match="already"):
        form.accept(form.parse("buy prinz_eugen\nbuy prinz_eugen group=group_1"))
    board = buying(axis="buy prinz_eugen\nbuy scharnhorst group=group_2")
    assert list(bought_for_the_map(board, "axis")) == [("prinz_eugen", ("trondheim", "narvik"))]


@rule("pq17", "14.0", "14.0a", position="PP277")
@pytest.mark.parametrize(
    ("ship", "side", "group", "score"),
    [("scharnhorst", "axis", "", 36), ("dorsetshire", "allied", "group_1", -3), ("howe", "allied", "group_2", -15)],
)
def test_14_0_what_historical_forces_cost(ship: str, side: Side, group: str, score: int) -> None:
    scenario = "pq13" if ship == "dorsetshire" else "pq18"
    board = Board(new_game(BOX, scenario, Options(historical_forces=True)), BOX)
    costs = {one.ship: one.cost for one in board.operation.historical}
    assert price(costs[ship], group=bool(group)) == abs(score)
    _buy(board, side, (Buy(ship, group),))
    assert sum(one.points for one in board.state.bookings) == score


@rule("pq17", "14.0", "7.5.7", "7.5.7a", position="PP278")
def test_14_0_a_battle_cruiser_that_was_bought_is_one() -> None:
    two = ForceStrength(cruisers=2)
    assert attack_forbidden_by(actual_strength(BOX, ships("gneisenau")), two) == ""
    assert attack_forbidden_by(actual_strength(BOX, ships("admiral_hipper")), two) == "7.5.7a"


@rule("pq17", "14.0", "14.0a")
@pytest.mark.parametrize(
    ("cost", "group", "paid"), [(1, 0, 1), (1, 1, 1), (2, 1, 1), (3, 1, 2), (30, 0, 30), (30, 2, 15), (36, 3, 18)]
)
def test_14_0_half_for_who_comes_with_a_group(cost: int, group: int, paid: int) -> None:
    assert price(cost, group=group) == paid


@rule("pq17", "14.0", "14.0a", "14.0b")
@pytest.mark.parametrize(
    ("seat", "order", "halves"),
    [
        ("axis", "buy scharnhorst", 36),
        ("axis", "buy scharnhorst group=group_2", 18),
        ("axis", "buy graf_zeppelin", 30),
        ("axis", "buy prinz_eugen group=group_1", 5),
        ("allied", "buy curacoa", -2),
        ("allied", "buy curacoa group=group_1", -1),
    ],
)
def test_14_0_the_cost_is_open_and_the_ship_is_not(seat: str, order: str, halves: int) -> None:
    board = arctic(options=Options(historical_forces=True), turn=1)
    perform(board, options(board), says={f"options@{seat}": order})
    assert score(board.state) == halves
    for other in {"allied", "axis", "public"} - {seat}:
        told = [one for one in events_for(board, other) if isinstance(one, ForcesBought) and one.side == seat]
        assert [(one.cost, one.ships, one.groups) for one in told] == [(abs(halves), (), ())]


@rule("pq17", "14.0a")
def test_14_0a_half_of_an_odd_cost_is_rounded_up_to_a_half_point() -> None:
    assert [price(cost, group=1) for cost in (4, 15, 30)] == [2, 8, 15]
    assert price(15, group=0) == 15


@rule("pq17", "14.0a", "13.6")
def test_14_0a_she_comes_with_her_group() -> None:
    board = buying(axis="buy graf_zeppelin group=group_1")
    assert place_next_group(board, "axis")
    assert [(one.kind, one.port, [c.ship for c in one.counters]) for one in board.state.forces] == [
        ("task_force", "narvik", ["graf_zeppelin"]), ("wolfpack", "narvik", ["ss_german"]),
    ]  # fmt: skip
    assert [(one.aircraft, one.base) for one in board.state.air] == [
        ("bf_109t", "graf_zeppelin"), ("ju_87c", "graf_zeppelin")
    ]  # fmt: skip
    assert Reinforced("axis", "narvik", (), 2) in events_for(board, "allied")


@rule("pq17", "14.0a")
def test_14_0a_if_the_group_never_comes_the_cost_stays_and_nothing_more_is_lost() -> None:
    board = buying(axis="buy scharnhorst group=group_3")
    place_next_group(board, "axis")
    assert score(board.state) == 18
    assert not any(c.ship == "scharnhorst" for force in board.state.forces for c in force.counters)


@rule("pq17", "14.0b", "1.0")
def test_14_0b_without_the_option_nobody_is_asked() -> None:
    board = arctic()
    run = perform(board, options(board))
    assert (run.asked, run.following, board.state.bookings) == ([], "draw", [])
