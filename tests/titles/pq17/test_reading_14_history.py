"""Chapter 14 read sentence by sentence: what historical forces cost, and who hears of it."""

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.situations import price
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.special.history import options
from games.titles.pq17.state.events.special import ForcesBought
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.procedures import events_for, perform

rule = pytest.mark.rule


@rule("pq17", "14.0", "14.0a")
@pytest.mark.parametrize(
    ("cost", "group", "paid"), [(1, 0, 1), (1, 1, 1), (2, 1, 1), (3, 1, 2), (30, 0, 30), (30, 2, 15), (36, 3, 18)]
)
def test_half_for_who_comes_with_a_group(cost: int, group: int, paid: int) -> None:
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
def test_the_cost_is_open_and_the_ship_is_not(seat: str, order: str, halves: int) -> None:
    board = arctic(options=Options(historical_forces=True), turn=1)
    perform(board, options(board), says={f"options@{seat}": order})
    assert score(board.state) == halves
    for other in {"allied", "axis", "public"} - {seat}:
        told = [one for one in events_for(board, other) if isinstance(one, ForcesBought) and one.side == seat]
        assert [(one.cost, one.ships, one.groups) for one in told] == [(abs(halves), (), ())]
