"""What happens, as it is told; a module for each part of the rulebook, which ends with the union of its events.

Events carry ids and numbers, never words. What only its owner may know of a force is empty in the form for others.
"""

from games.titles.pq17.table.events import (
    administration,
    air,
    campaign,
    convoy,
    forces,
    fuel,
    movement,
    operation,
    search,
    special,
    submarine,
    surface,
    victory,
)

AnyEvent = (
    air.Events
    | forces.Events
    | operation.Events
    | movement.Events
    | fuel.Events
    | search.Events
    | submarine.Events
    | surface.Events
    | convoy.Events
    | special.Events
    | victory.Events
    | administration.Events
    | campaign.Events
)
"""All events, for reading stored ones."""
