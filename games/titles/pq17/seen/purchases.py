"""14.0 Ships bought before the game, dealt anew: both hear what was paid, and nobody but the buyer for what."""

from collections.abc import Iterator, Sequence
from itertools import product

from games.kernel.forms import Pick
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.box.scenarios import Historical
from games.titles.pq17.orders.situations import price
from games.titles.pq17.table.state import Purchase, State

NOT_BOUGHT = -1


def deal_purchases(box: Box, world: State, side: Side, pick: Pick) -> None:
    """Deal anew what a side has bought and nobody has seen come: for the same points, and as many ships for the map."""
    operation = box.operations.get(world.scenario)
    bought = world.bought.get(side, [])
    if operation is None or not bought:
        return
    come = world.groups_placed.get(side, 0)
    set_up = any(force.side == side for force in world.forces)
    kept = [one for one in bought if (set_up if not one.group else one.group <= come)]
    left = [one for one in bought if one not in kept]
    listed = [one for one in operation.historical if one.side == side and all(one.ship != had.ship for had in kept)]
    last = sum(one.side == side for one in operation.reinforcements)
    places = [*([] if set_up else [0]), *range(come + 1, last + 1)]
    others = [one for one in _sets(listed, places) if _alike(listed, one, left)]
    chosen = pick(len(others) + 1)
    if chosen:
        world.bought[side] = [*kept, *others[chosen - 1]]


def _sets(listed: Sequence[Historical], places: Sequence[int]) -> Iterator[list[Purchase]]:
    """Everything that could be bought of these ships, each once or not at all."""
    for chosen in product((NOT_BOUGHT, *places), repeat=len(listed)):
        yield [Purchase(one.ship, at) for one, at in zip(listed, chosen, strict=True) if at != NOT_BOUGHT]


def _alike(listed: Sequence[Historical], one: Sequence[Purchase], other: Sequence[Purchase]) -> bool:
    """Whether the enemy could not tell one from the other, and they are not the same."""
    if {(had.ship, had.group) for had in one} == {(had.ship, had.group) for had in other}:
        return False
    return _seen(listed, one) == _seen(listed, other)


def _seen(listed: Sequence[Historical], bought: Sequence[Purchase]) -> tuple[int, int]:
    """14.0a, 14.0b What was paid, and how many blocks more will stand as play starts."""
    costs = {one.ship: one.cost for one in listed}
    paid = sum(price(costs[one.ship], group=bool(one.group)) for one in bought)
    return paid, sum(not one.group for one in bought)
