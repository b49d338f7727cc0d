"""14.0 Redeal the ships bought before the game: the total price is public, but only the buyer knows the ships.

A bought ship may become a ship of the same price that looks the same to the enemy.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import structs

from games.kernel.codec import encode
from games.kernel.forms import RandomSource
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.components.scenarios import Historical
from games.titles.pq17.orders.situations import price
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Purchase, State

NOT_BOUGHT = -1


def deal_purchases(box: Box, world: State, side: Side, pick: RandomSource) -> None:
    """Redeal a side's purchases.

    Purchases that have not arrived become other ships with the same total price and the same number of blocks at
    set-up. Purchases that have arrived become other ships if the enemy does not know their names.
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


def _deal_those_that_came(box: Box, world: State, side: Side, kept: Sequence[Purchase], pick: RandomSource) -> None:
    """14.0b, 1.2a Exchange bought ships on the map (`kept`) with ships of the same price that were not bought.

    The two ships must be equal in everything but their names, and the enemy must not know the name.
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
    """Return the counter of a ship if nothing has mentioned her name, else None.

    Reports, public or secret losses and orders may mention her. Always None during a fight.
    """
    told = [entry.ship for report in world.reports for entry in report.names]
    told += [loss.unit for loss in world.losses]
    phase, formations = world.phase, [force.formation for force in world.forces]
    orders = (phase.orders, phase.attacks) if phase is not None else ()
    written = encode((orders, formations, world.instructed(side))).decode()
    if ship in told or world.battle is not None or world.air_attack is not None or f'"{ship}"' in written:
        return None
    return next((one for force in world.forces for one in force.counters if one.ship == ship), None)


def _same_price(box: Box, world: State, ship: str) -> list[str]:
    """Return the ships that cost the same as `ship` and differ from her only by name; none for a carrier.

    A carrier's aircraft reveal her name.
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
    """Yield every possible set of purchases of the ships `listed`, each ship at one of `places` or not bought.

    `places`: 0 for the set-up, or the number of the group of reinforcements with which she arrives.
    """
    for chosen in product((NOT_BOUGHT, *places), repeat=len(listed)):
        yield [Purchase(one.ship, at) for one, at in zip(listed, chosen, strict=True) if at != NOT_BOUGHT]


def _alike(listed: Sequence[Historical], one: Sequence[Purchase], other: Sequence[Purchase]) -> bool:
    """Return True if two sets of purchases differ, but look the same to the enemy."""
    if {(had.ship, had.group) for had in one} == {(had.ship, had.group) for had in other}:
        return False
    return _seen(listed, one) == _seen(listed, other)


def _seen(listed: Sequence[Historical], bought: Sequence[Purchase]) -> tuple[int, int]:
    """14.0a, 14.0b Return the public facts about purchases: the total price, and the blocks added at set-up."""
    costs = {one.ship: one.cost for one in listed}
    paid = sum(price(costs[one.ship], group=bool(one.group)) for one in bought)
    return paid, sum(not one.group for one in bought)
