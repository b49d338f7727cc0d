"""All orders of a phase. `Phase.orders` stores them until the segment of the phase in which they are carried out."""

from games.orders.order_set import Order
from games.titles.pq17.orders import formations, missions, move_orders, special

AnyOrder = move_orders.MoveOrder | missions.MissionOrder | special.SpecialOrder | formations.Formation
"""The union of the order types in `Phase.orders`. Each part of the form adds its own types."""
ORDERS: tuple[type[Order], ...] = (*move_orders.ORDERS, *missions.ORDERS, *special.ORDERS, formations.Formation)
"""The types of orders that the form of a phase accepts."""
