"""14.0 Historical forces: what a player buys before the game, and how it comes into play."""

from collections.abc import Iterator

from games.kernel.requests import Ask, all_of
from games.kernel.text import Text
from games.titles.pq17.box.pieces import SIDES, Side
from games.titles.pq17.orders.situations import Buy, PurchaseForm, price
from games.titles.pq17.rules.forces.points import against, book
from games.titles.pq17.table.events.special import ForcesBought
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Purchase


async def options(sea: Sea) -> str:
    """14.0, 14.0b Both buy at once and sealed; each hears what the other paid."""
    if sea.state.options.historical_forces and sea.state.roster is None:
        answers = await all_of({side: _question(sea, side) for side in SIDES})
        for side in SIDES:
            _buy(sea, side, answers[side])
    return "draw" if sea.state.roster is None else "fortnight"


def _question(sea: Sea, side: Side) -> Ask[tuple[Buy, ...]]:
    return Ask(
        key="options",
        kind="options",
        seat=side,
        rule="14.0",
        prompt=Text("Which historical forces do you buy?", "購入する歴史上の部隊を選んでください。"),
        form=purchase_form(sea, side),
    )


def purchase_form(sea: Sea, side: Side) -> PurchaseForm:
    """14.0 What the scenario lists for a side."""
    costs = {one.ship: one.cost for one in sea.operation.historical if one.side == side}
    groups = sum(one.side == side for one in sea.operation.reinforcements)
    return PurchaseForm(costs=costs, groups=tuple(f"group_{number}" for number in range(1, groups + 1)))


def _buy(sea: Sea, side: Side, orders: tuple[Buy, ...]) -> None:
    """14.0, 14.0a The cost is booked openly against the buyer, halves kept."""
    costs = {one.ship: one.cost for one in sea.operation.historical if one.side == side}
    bought = [Purchase(one.ship, int(one.group.removeprefix("group_") or 0)) for one in orders]
    cost = sum(price(costs[one.ship], group=bool(one.group)) for one in bought)
    sea.state.bought[side] = bought
    own = ForcesBought(side, cost, tuple(one.ship for one in bought), tuple(one.group for one in bought))
    sea.tell_of(side, own, ForcesBought(side, cost))
    book(sea, against(side, cost), "bought")


def bought_for_the_map(sea: Sea, side: Side) -> Iterator[tuple[str, tuple[str, ...]]]:
    """14.0 The ships that are set up with the rest, and the ports in which they may be: any that the scenario gives to
    forces of their side.
    """
    ports = dict.fromkeys(port for group in sea.operation.forces if group.side == side for port in group.ports)
    for one in sea.state.bought.get(side, []):
        if not one.group:
            yield one.ship, tuple(ports)


def bought_with(sea: Sea, side: Side, group: int) -> tuple[str, ...]:
    """14.0a The ships that come with a group of reinforcements."""
    return tuple(one.ship for one in sea.state.bought.get(side, []) if one.group == group)
