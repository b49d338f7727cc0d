"""Writing what each audience sees at a stop: the views kept for good, and the newest one ready to serve."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from games.kernel.driver import NumberedEvent
from games.kernel.events import PUBLIC, UMPIRE
from games.models import Game, JournalSegment, Lookout, SeatView
from games.models.compress import KEYFRAME_EVERY, deflate
from games.models.statements import insert_values, replacing
from games.stored import chain
from games.stored.position import Glimpse, Stored, glimpses


def audiences(roles: Iterable[str]) -> tuple[str, ...]:
    """All who have a view of a game: its seats, the public and the umpire."""
    return (*roles, PUBLIC, UMPIRE)


class _Noted(NamedTuple):
    """A view that is to be written: its place in what the audience has seen, and the view before it, if that is its
    dictionary."""

    audience: str
    stop: int
    first_event: int
    told: int
    view: bytes
    before: bytes | None


_KEPT = ("game_id", "audience", "stop", "number", "first_event", "event_count", "view", "mark", "view_version", "at")
_NEWEST = ("game_id", "audience", "stop", "number", "events", "view", "mark", "view_version", "at")


class Views:
    """One stop's views. A stop is written for an audience whose view changed, or who is told or asked something."""

    def __init__(self, game: Game, before: dict[str, Glimpse], at: datetime) -> None:
        self._game, self._at = game, at
        self.glimpses = before
        """What each audience saw last; after `look`, with this stop."""
        self.before: dict[str, bytes] = {}
        """For each audience with a stop of its own, what it saw before."""
        self._noted: list[_Noted] = []
        self.chained: list[chain.Seen] = []
        """What was noted, as it enters the segment's digest."""
        self.marks: dict[str, bytes] = {}
        """For each audience that got a stop of its own, what stands in its letters for all that is stored."""

    @classmethod
    def of(cls, game: Game, at: datetime, found: Stored | None = None) -> "Views":
        """The views of a game whose segment is about to be written; `found` if it was read what all saw last."""
        return cls(game, glimpses(game, found), at)

    def look(self, views: Mapping[str, bytes], events: list[NumberedEvent], asked: set[str]) -> None:
        """Compare each audience's view with its last one and note the stops."""
        for audience, view in views.items():
            told = sum(event.told.for_seat(audience) is not None for event in events)
            old = self.glimpses.get(audience)
            if old is None or view != old.view or told or audience in asked:
                self._note(audience, view, old, told)

    def stop_of(self, audience: str) -> int:
        """The audience's own number for its newest stop."""
        glimpse = self.glimpses.get(audience)
        return glimpse.stop if glimpse else 0

    def write(self, segment: JournalSegment, held: chain.Parts) -> None:
        """Store what was noted, in two statements; the segment that it belongs to is chained by now."""
        kept, newest = [], []
        of_game, number, tail = self._game.pk, segment.number, (self._game.rules_version, self._at)
        for one in self._noted:
            mark = self.marks[one.audience] = chain.mark(segment, held, one.audience, one.stop)
            place, events = (of_game, one.audience, one.stop, number), one.first_event - 1 + one.told
            kept.append((*place, one.first_event, one.told, deflate(one.view, one.before), mark, *tail))
            newest.append((*place, events, deflate(one.view, level=1), mark, *tail))
        insert_values(SeatView, _KEPT, kept)
        insert_values(Lookout, _NEWEST, newest, conflict=replacing(Lookout, ("game", "audience")))

    def _note(self, audience: str, view: bytes, old: Glimpse | None, told: int) -> None:
        stop, seen = (old.stop + 1, old.events) if old else (1, 0)
        before = None if old is None or stop % KEYFRAME_EVERY == 1 else old.view
        self._noted.append(_Noted(audience, stop, seen + 1, told, view, before))
        self.chained.append(chain.seen_as(audience, stop, seen + 1, told, self._game.rules_version, view))
        self.before[audience] = old.view if old else b""
        self.glimpses[audience] = Glimpse(stop, seen + told, view)
