"""The events of a game.

There is a module for each chapter of the rulebook. Each module ends with the union of its events. Events carry ids and
numbers, no words. Common fields: `side` is the side that acts or owns the unit, `at` the hex, `block` the public number
of a block, `force` the id of a force. Only the owner of the force reads the id; in the events for other seats, the
owner's secret fields are empty.
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
"""The union of all events, with which stored events are decoded."""
