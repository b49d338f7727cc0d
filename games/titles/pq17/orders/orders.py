"""All orders of a phase, kept until the segment that carries them out."""

from games.orders.order_set import Order
from games.titles.pq17.orders import formations, missions, moves, special

AnyOrder = moves.MoveOrder | missions.MissionOrder | special.SpecialOrder | formations.Formation
"""The types in `Phase.orders`; a chapter adds its orders with ` | `."""
ORDERS: tuple[type[Order], ...] = (*moves.ORDERS, *missions.ORDERS, *special.ORDERS, formations.Formation)
"""The orders that the form of a phase takes."""
