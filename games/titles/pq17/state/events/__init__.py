"""The events of a game, in one module for each part of the rulebook; each module ends with the union of its events.

Events carry ids and numbers, no words. In the form for other seats the owner's secret fields are empty.
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
