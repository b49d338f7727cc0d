"""What happens, as it is told; a module for each part of the rulebook, which ends with the union of its events.

Events carry ids and numbers, never words. What only some may know is empty in the reduced form.
"""

from games.kernel.events import Event
from games.titles.goeben.table.events import battle, campaign, day, incidents, setup

Happening = setup.Events | day.Events | incidents.Events | battle.Events | campaign.Events
"""All that can happen."""


class News(Event, frozen=True, tag="news"):
    """25.2 Something that a captain sees, or hears of from afar, while the captains sail on their own.

    That anything is told at all depends on what happens elsewhere. Who may hear of what: `seen/hearing.py`.
    """

    news: Happening


AnyEvent = Happening | News
"""All events, for reading stored ones."""
