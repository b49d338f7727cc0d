"""14.0 Historical forces: the purchases before the game, and where the bought ships begin."""

from collections.abc import Iterator

from games.kernel.requests import Ask, ask_all
from games.kernel.text import Text
from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.orders.situations import Buy, PurchaseForm, price
from games.titles.pq17.rules.forces.victory_points import book_points, points_against
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import ForcesBought
from games.titles.pq17.state.state import Purchase


async def options(board: Board) -> str:
    """14.0, 14.0b Ask both sides at the same time for secret purchases. The enemy learns only the cost.

    Returns the name of the next step.
    """
    if board.state.options.historical_forces and board.state.roster is None:
        answers = await ask_all({side: _question(board, side) for side in SIDES})
        for side in SIDES:
            _buy(board, side, answers[side])
    return "draw" if board.state.roster is None else "fortnight"


def _question(board: Board, side: Side) -> Ask[tuple[Buy, ...]]:
    return Ask(
        key="options",
        kind="options",
        seat=side,
        rule="14.0",
        prompt=Text("Which historical forces do you buy?", "購入する歴史上の部隊を選んでください。"),
        form=purchase_form(board, side),
    )


def purchase_form(board: Board, side: Side) -> PurchaseForm:
    """14.0 Return the form with the ships that the scenario offers to a side."""
    costs = {one.ship: one.cost for one in board.operation.historical if one.side == side}
    groups = sum(one.side == side for one in board.operation.reinforcements)
    return PurchaseForm(costs=costs, groups=tuple(f"group_{number}" for number in range(1, groups + 1)))


def _buy(board: Board, side: Side, orders: tuple[Buy, ...]) -> None:
    """14.0, 14.0a Record the purchases of a side, and book their cost publicly against that side."""
    costs = {one.ship: one.cost for one in board.operation.historical if one.side == side}
    bought = [Purchase(one.ship, int(one.group.removeprefix("group_") or 0)) for one in orders]
    cost = sum(price(costs[one.ship], group=bool(one.group)) for one in bought)
    board.state.bought[side] = bought
    own = ForcesBought(side, cost, tuple(one.ship for one in bought), tuple(one.group for one in bought))
    board.tell_of(side, own, ForcesBought(side, cost))
    book_points(board, points_against(side, cost), "bought")


def bought_for_the_map(board: Board, side: Side) -> Iterator[tuple[str, tuple[str, ...]]]:
    """14.0 Yield the ships that a side bought for the set-up, each with the ports where she may begin.

    A ship may begin in any port that the scenario gives to forces of its side.
    """
    ports = dict.fromkeys(port for group in board.operation.forces if group.side == side for port in group.ports)
    for one in board.state.bought.get(side, []):
        if not one.group:
            yield one.ship, tuple(ports)


def bought_with(board: Board, side: Side, group: int) -> tuple[str, ...]:
    """14.0a Return the ships that a side bought to arrive with a group of reinforcements."""
    return tuple(one.ship for one in board.state.bought.get(side, []) if one.group == group)
