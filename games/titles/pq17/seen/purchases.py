"""14.0 Ships bought before the game, dealt anew: both hear what was paid, and nobody but the buyer for what.

A block that stands on the map may hold another ship of the same price that is like it to the eye of the enemy.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import structs

from games.kernel.codec import encode
from games.kernel.forms import Pick
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.box.scenarios import Historical
from games.titles.pq17.orders.situations import price
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.state import Purchase, State

NOT_BOUGHT = -1


def deal_purchases(box: Box, world: State, side: Side, pick: Pick) -> None:
    """Deal anew what a side has bought: of what nobody has seen come, for the same points and as many ships for the
    map; of what has come, ships that nobody has seen a name of.
    """
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
    _deal_those_that_came(box, world, side, kept, pick)


def _deal_those_that_came(box: Box, world: State, side: Side, kept: Sequence[Purchase], pick: Pick) -> None:
    """14.0b, 1.2a A ship on the map may be another of her price that was not bought, if she is like her in all but the
    name, and the enemy has not been told that.
    """
    for one in kept:
        mine = _on_the_map(world, side, one.ship)
        bought = world.bought[side]
        fits = [name for name in _same_price(box, world, one.ship) if all(had.ship != name for had in bought)]
        chosen = pick(len(fits) + 1) if mine is not None else 0
        if mine is not None and chosen:
            mine.ship = name = fits[chosen - 1]
            world.bought[side] = [Purchase(name, had.group) if had == one else had for had in bought]
            world.began = {name if ship == one.ship else ship: port for ship, port in world.began.items()}


def _on_the_map(world: State, side: Side, ship: str) -> Counter | None:
    """The counter of a ship of which no name was told, and none is written in orders; None in a fight."""
    told = [entry.ship for report in world.reports for entry in report.names]
    told += [loss.unit for loss in world.losses]
    phase, formations = world.phase, [force.formation for force in world.forces]
    orders = (phase.orders, phase.attacks) if phase is not None else ()
    written = encode((orders, formations, world.instructed(side))).decode()
    if ship in told or world.battle is not None or world.air_attack is not None or f'"{ship}"' in written:
        return None
    return next((one for force in world.forces for one in force.counters if one.ship == ship), None)


def _same_price(box: Box, world: State, ship: str) -> list[str]:
    """The ships of the list that cost as much, and differ in nothing but their names; aircraft would tell carriers
    apart.
    """
    costs = {one.ship: one.cost for one in box.operations[world.scenario].historical}
    own = box.ships[ship]
    return [
        name
        for name, cost in costs.items()
        if name != ship and cost == costs.get(ship) and not own.embarked
        and structs.replace(box.ships[name], id=own.id, name=own.name) == own
    ]  # fmt: skip


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
