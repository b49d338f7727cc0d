"""1.2 to 1.4, 4.3: what forces may hold, how they come together and part, and Command Points."""

from typing import Any

import pytest

from games.titles.pq17.rules.forces.command import (
    can_pay,
    must_spend,
    needs_point,
    owed,
    pay,
    price,
    soviet_price,
)
from games.titles.pq17.state.state import Points
from tests.titles.pq17.arctic import ships
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule


@rule("pq17", "4.3", "4.3.2", "4.3.3")
@pytest.mark.parametrize(
    ("words", "port", "cost"),
    [
        (("nigeria", "cl_liverpool", "trinidad"), "reykjavik", 3), (("king_george_v", "victorious"), "scapa_flow", 4),
        (("avenger", "scylla", "dd_a_i 16"), "", 2), (("renown",), "", 2), (("dd_36a 5", "tb_35_37 2"), "narvik", 0),
        (("tirpitz",), "kiel", 0), (("admiral_hipper", "dd_36a 3"), "trondheim", 1), (("aldersdale", "mv 31"), "", 0),
    ],
)  # fmt: skip
def test_what_sailing_costs(words: tuple[str, ...], port: str, cost: int) -> None:
    assert price(BOX, ships(*words), port=port) == cost


@rule("pq17", "4.3", "4.3.2")
def test_soviet_ships_cost_a_point_together() -> None:
    assert soviet_price(BOX, ships("dd_project_7 3", "tb_novik 1", "es_soviet 2")) == 2
    assert soviet_price(BOX, ships("ss_soviet 4")) == soviet_price(BOX, ships("dd_a_i 4")) == 0


def spend(left: int, *costs: tuple[int, int]) -> tuple[list[int], Points]:
    """What was bought for each (turn, cost), and the points afterwards."""
    points = Points(left)
    return [pay(points, cost, turn) for turn, cost in costs], points


@rule("pq17", "4.3.2")
@pytest.mark.parametrize(
    ("costs", "bought"),
    [
        (((9, 3), (10, 5)), [4, 4]),  # P1, P2: three cruisers, then a BB, a CV and a CA
        (((9, 5), (10, 1), (11, 1)), [6, 0, 2]),  # PP21
        (((9, 1), (11, 1)), [2, 2]),  # PP22
        (((9, 1), (10, 2)), [2, 2]),
        (((9, 0), (10, 1), (11, 1)), [0, 2, 0]),
    ],
)
def test_points_are_bought_whole_and_a_half_lasts_one_more_turn(costs: Any, bought: list[int]) -> None:
    found, points = spend(16, *costs)
    assert found == bought
    assert (points.spent, points.left) == (sum(bought), 16 - sum(bought))


@rule("pq17", "4.3.2")
def test_no_more_than_there_is() -> None:
    points = Points(2, over=1, until=10)
    assert (owed(points, 3, 10), owed(points, 3, 11)) == (2, 4)
    assert can_pay(points, 3, 10)
    assert not can_pay(points, 3, 11)
    with pytest.raises(ValueError, match="4 half points"):
        pay(points, 3, 11)
    assert points == Points(2, over=1, until=10)


@rule("pq17", "4.3.2a")
def test_pp23_soviet_ships_beyond_their_aircraft() -> None:
    """PP23: 0617 lies in the sector, 0613 outside both."""
    soviet = ships("dd_project_7 2")
    assert not needs_point(BOX, soviet, "0617")
    assert needs_point(BOX, soviet, "0613")
    assert not needs_point(BOX, ships("dd_a_i 2"), "0613")
    points = Points(2)
    pay(points, BOX.numbers.command.soviet_hex, 9)
    assert not can_pay(points, BOX.numbers.command.soviet_hex, 9)


@rule("pq17", "4.3a")
def test_pp24_the_first_point() -> None:
    """PP24"""
    assert must_spend(Points(16), first=True, initiative=True)
    assert not must_spend(Points(16), first=False, initiative=True)
    assert not must_spend(Points(16), first=True, initiative=False)
    assert not must_spend(Points(12, spent=4), first=True, initiative=True)
    assert not must_spend(Points(1), first=True, initiative=True)
