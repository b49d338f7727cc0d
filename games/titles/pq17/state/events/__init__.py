"""The events, in a module for each part of the rulebook, which ends with the union of its events.

Events carry ids and numbers, no words. The form for other seats leaves the owner's secret fields empty.
"""

from games.titles.pq17.state.events import (
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
