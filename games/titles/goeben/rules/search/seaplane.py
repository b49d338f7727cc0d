"""20.1, 21.2 The seaplane of a battlecruiser."""

from games.kernel.requests import roll
from games.titles.goeben.orders.orders import Scout
from games.titles.goeben.rules.search.revealing import turn_up
from games.titles.goeben.rules.ships.cargo import stow_back
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.sea import Sea


async def reconnoitre(sea: Sea) -> None:
    """21.2, 21.2.1 Each seaplane may look at a space next to its ship: lost, blind, or all there is turned up."""
    numbers = sea.box.numbers.seaplane
    for order in sea.orders():
        if not isinstance(order, Scout) or "seaplane" not in sea.ship(order.ship).cargo:
            continue
        ship = sea.ship(order.ship)
        (die,) = await roll(6, key=sea.occasion("scout"), rule="21.2")
        lost = die <= numbers.lost
        sea.tell_at(ship.at, told.Scouted(ship.id, order.space, die, lost))
        sea.learns(sea.witnesses(ship.at))
        if lost:
            ship.cargo.remove("seaplane")
            stow_back(sea, "seaplane")
        elif die > numbers.blind:
            await turn_up(sea, ship, order.space, how="scouted")
