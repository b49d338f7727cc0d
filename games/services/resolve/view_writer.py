"""Store each audience's view of a stop: the permanent views and the current one."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from games.database.batch import insert_values, replacing
from games.kernel.driver import NumberedEvent
from games.kernel.events import PUBLIC, UMPIRE
from games.models import CurrentView, Game, JournalSegment, SeatView
from games.models.compression import KEYFRAME_EVERY, deflate
from games.persistence import hash_chain
from games.persistence.position import LastView, PositionRows, load_last_views


def list_audiences(roles: Iterable[str]) -> tuple[str, ...]:
    """Return all audiences of a game: the `roles` of its seats, the public and the umpire."""
    return (*roles, PUBLIC, UMPIRE)


class _Noted(NamedTuple):
    """A view to be stored: the audience, its own stop number, and the events that it can read.

    `first_event` is the audience's own number of the first event, `told` how many events there are. `before` is the
    previous view if it serves as the compression dictionary, else None.
    """

    audience: str
    stop: int
    first_event: int
    told: int
    view: bytes
    before: bytes | None


_KEPT = ("game_id", "audience", "stop", "number", "first_event", "event_count", "view", "mark", "view_version", "at")
_NEWEST = ("game_id", "audience", "stop", "number", "events", "view", "mark", "view_version", "at")


class ViewWriter:
    """The writer of the views of one stop, for the audiences that get a new stop of their own.

    These are the audiences whose view changed, and those with new events or a new question. For all other audiences the
    position is no stop.
    """

    def __init__(self, game: Game, before: dict[str, LastView], at: datetime) -> None:
        self._game, self._at = game, at
        self.glimpses = before
        """Each audience's newest view: that before the run or, after `compare`, that of this stop."""
        self.before: dict[str, bytes] = {}
        """The previous view of each audience for which this is a stop; b"" if there was none."""
        self._noted: list[_Noted] = []
        self.chained: list[hash_chain.ViewDigest] = []
        """The digests of the noted views, which the segment's digest covers."""
        self.marks: dict[str, bytes] = {}
        """The mark of each audience for which this is a stop; `write` sets it."""

    @classmethod
    def load(cls, game: Game, at: datetime, rows: PositionRows | None = None) -> "ViewWriter":
        """Return a writer for the next stop of a game. `rows` contains the last views if the caller has read them."""
        return cls(game, load_last_views(game, rows), at)

    def compare(self, views: Mapping[str, bytes], events: list[NumberedEvent], asked: set[str]) -> None:
        """Remember, for `write`, the view of each audience that gets a new stop.

        An audience gets a new stop if its view changed, if it can read any of the `events`, or if it is in `asked`, the
        roles with a new question. `views` are the present views as JSON, by audience.
        """
        for audience, view in views.items():
            told = sum(event.event.for_seat(audience) is not None for event in events)
            old = self.glimpses.get(audience)
            if old is None or view != old.view or told or audience in asked:
                self._note(audience, view, old, told)

    def stop_of(self, audience: str) -> int:
        """Return the audience's own number of its newest stop; 0 before the first."""
        glimpse = self.glimpses.get(audience)
        return glimpse.stop if glimpse else 0

    def write(self, segment: JournalSegment, held: hash_chain.SegmentDigests) -> None:
        """Store the noted views with their marks, as permanent views and as the current ones.

        `segment` is the stored segment with its hashes, `held` are the digests of its contents.
        """
        kept, newest = [], []
        of_game, number, tail = self._game.pk, segment.number, (self._game.rules_version, self._at)
        for one in self._noted:
            mark = self.marks[one.audience] = hash_chain.make_mark(segment, held, one.audience, one.stop)
            place, events = (of_game, one.audience, one.stop, number), one.first_event - 1 + one.told
            kept.append((*place, one.first_event, one.told, deflate(one.view, one.before), mark, *tail))
            newest.append((*place, events, deflate(one.view, level=1), mark, *tail))
        insert_values(SeatView, _KEPT, kept)
        insert_values(CurrentView, _NEWEST, newest, conflict=replacing(CurrentView, ("game", "audience")))

    def _note(self, audience: str, view: bytes, old: LastView | None, told: int) -> None:
        stop, seen = (old.stop + 1, old.events) if old else (1, 0)
        before = None if old is None or stop % KEYFRAME_EVERY == 1 else old.view
        self._noted.append(_Noted(audience, stop, seen + 1, told, view, before))
        self.chained.append(
            hash_chain.unsaved_view_digest(audience, stop, seen + 1, told, self._game.rules_version, view)
        )
        self.before[audience] = old.view if old else b""
        self.glimpses[audience] = LastView(stop, seen + told, view)
