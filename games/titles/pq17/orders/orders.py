"""All orders of a phase, as they are kept until the segment that carries them out."""

from games.kernel.orders import Order
from games.titles.pq17.orders import formations, missions, moves, special

AnyOrder = moves.MoveOrder | missions.MissionOrder | special.SpecialOrder | formations.Formation
"""What `Phase.orders` holds; a chapter adds its orders with ` | `."""
ORDERS: tuple[type[Order], ...] = (*moves.ORDERS, *missions.ORDERS, *special.ORDERS, formations.Formation)
"""The orders that the form of a phase takes."""
