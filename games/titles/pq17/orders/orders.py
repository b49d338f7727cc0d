"""All orders of a phase, as they are kept until the segment that carries them out."""

from games.titles.pq17.orders import missions, moves, special

AnyOrder = moves.MoveOrder | missions.MissionOrder | special.SpecialOrder
"""What `Phase.orders` holds; a chapter adds its orders with ` | `."""
ORDERS = (*moves.ORDERS, *missions.ORDERS, *special.ORDERS)
"""The orders that the form of a phase takes."""
