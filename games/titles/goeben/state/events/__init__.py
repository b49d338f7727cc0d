"""The events. Each part of the rulebook has a module, which ends with the union of its events.

Events carry ids and numbers, never text. In the reduced form of an event, the fields that only some seats may know are
empty.
"""

from games.kernel.events import Event
from games.titles.goeben.state.events import battle, campaign, day, incidents, setup

Happening = setup.Events | day.Events | incidents.Events | battle.Events | campaign.Events
"""All events."""


class News(Event, frozen=True, tag="news"):
    """25.2 An event that a captain sees or is notified of, while captains sail on their own.

    Facts in other spaces decide whether an event is announced at all. `visibility/hearing.py` says who may receive it.
    """

    news: Happening


AnyEvent = Happening | News
"""All events, for reading stored ones."""
