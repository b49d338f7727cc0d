"""The events. There is a module for each part of the rulebook. Each module ends with the union of its events.

Events contain ids, keys and numbers, never text. The keys of reasons (`why`) and of fates (`how`) have their words in
`presentation.labels`. Seats that may not know everything receive an event with empty fields.
"""

from games.kernel.events import Event
from games.titles.goeben.state.events import battle, campaign, day, incidents, setup

Happening = setup.Events | day.Events | incidents.Events | battle.Events | campaign.Events
"""All events except News."""


class News(Event, frozen=True, tag="news"):
    """25.2 An event in the mode "captains", in which a captain learns only what own ships see or hear.

    `news` is an event of the other modules. The module `visibility.hearing` determines the seats that may receive it.
    """

    news: Happening


AnyEvent = Happening | News
"""All events, for decoding stored ones."""
