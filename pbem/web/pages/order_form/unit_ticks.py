"""Buttons in the list of the seat's own pieces that tick several pieces: all, all of a kind, all in a place."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.selectors.inspections import ThingCard

MAX_TICK_GROUPS = 10


@dataclass(frozen=True)
class TickGroup:
    """A button that ticks several pieces at once; `units` are their ids with commas between."""

    name: str
    units: str
    count: int


def list_tick_groups(cards: Sequence[ThingCard], actors: Collection[str]) -> tuple[TickGroup, ...]:
    """Return the groups of at least two pieces that can get orders: all, those of a kind, those in a place.

    The largest groups come first. Of groups with the same pieces only one is returned. `actors` are the ids of the
    pieces that can get orders.
    """
    able = [card for card in cards if card.id in actors]
    named = {_("All"): able}
    for card in able:
        for word in (card.known.kind, card.known.where):
            if word:
                named[word] = [one for one in able if word in (one.known.kind, one.known.where)]
    found: dict[tuple[str, ...], str] = {}
    for name, some in named.items():
        if len(some) > 1:
            found.setdefault(tuple(one.id for one in some), name)
    ordered = sorted(found.items(), key=lambda one: -len(one[0]))[:MAX_TICK_GROUPS]
    return tuple(TickGroup(name, ",".join(units), len(units)) for units, name in ordered)
