"""What an audience was told, numbered for that audience alone."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from games import registry
from games.models import Branch, EventSegment, Game, JournalSegment, Notice, SeatView
from games.models.statements import Reading, key, read_together, select
from games.selectors.access import Access
from games.stored import packing

_NO_STOP = 2**31 - 1
"""Beyond every stop."""


@dataclass(frozen=True)
class SeenEvent:
    """One event in the wording of one audience. `number` and `stop` are that audience's own.

    `undone`: the game was rewound to before it.
    """

    number: int
    stop: int
    step: str
    at: datetime
    event: dict[str, Any]
    undone: bool = False


@dataclass(frozen=True)
class LogLine:
    """An event in the log: its line (empty where the title says nothing of it), the heading that it begins ("Day 3"),
    if any, and what makes it stand out ("sinking", "capture", "points", or nothing).
    """

    text: str
    heading: str
    stress: str


def seat_events(
    access: Access, *, after: int = 0, limit: int = 200, until_stop: int | None = None, from_stop: int | None = None
) -> list[SeenEvent]:
    """The events after the audience's event number `after`, at most `limit`, within the given stops of its own."""
    first, last = 0 if from_stop is None else from_stop, _NO_STOP if until_stop is None else until_stop
    among = Among("%s", (access.audience,), "%s", (first,), last)
    marks, segments = read_together(*told(access.game.pk, among, after=after, limit=limit))
    return events_from(access, marks, segments, after=after, limit=limit)


class Among(NamedTuple):
    """The stops of an audience from `first` to `last`, of which events are wanted.

    `audience` and `first` are SQL for a value of their own, with a ``%s`` for each of what is to be put in.
    """

    audience: str
    audience_values: tuple[Any, ...]
    first: str
    first_values: tuple[Any, ...]
    last: int


def told(game_id: UUID | None, among: Among, *, after: int = 0, limit: int = 200) -> tuple[Reading, Reading]:
    """The rows of which `events_from` makes what an audience was told."""
    game = key(game_id)
    where = _TOLD_AT.format(audience=among.audience, first=among.first)
    wanted = (game, *among.audience_values, after + 1, *among.first_values, among.last, limit)
    numbers = " ".join(("SELECT number FROM games_seatview WHERE", where, _IN_TURN))
    return (
        Reading(SeatView, where, wanted, _IN_TURN, ("id", "stop", "number", "first_event", "at")),
        Reading(EventSegment, f"game_id = %s AND number IN ({numbers})", (game, *wanted)),
    )


_TOLD_AT = (
    "game_id = %s AND audience = {audience} AND event_count > 0 AND first_event + event_count > %s"
    " AND stop BETWEEN {first} AND %s"
)
_IN_TURN = "ORDER BY stop LIMIT %s"


def events_from(
    access: Access, marks: list[SeatView], segments: list[EventSegment], *, after: int = 0, limit: int = 200
) -> list[SeenEvent]:
    """The events out of these rows behind the audience's event number `after`, at most `limit`.

    Without a stop, no title is looked for: a game whose rules cannot be read has letters, too.
    """
    if not marks:
        return []
    found = (seen for seen in _told(access.game, access.audience, marks, segments) if seen.number > after)
    return [seen for seen, _ in zip(found, range(limit), strict=False)]


def events_between(game: Game, audience: str, after: int, until: int) -> list[SeenEvent]:
    """What the audience was told in the segments from `after` (not included) to `until`."""
    rows = SeatView.objects.filter(game=game, audience=audience, number__gt=after, number__lte=until, event_count__gt=0)
    marks = list(rows.order_by("stop").defer("view"))
    if not marks:
        return []
    places = ", ".join(["%s"] * len(marks))
    values = (key(game.pk), *(mark.number for mark in marks))
    return list(_told(game, audience, marks, select(EventSegment, where=_AMONG.format(places), values=values)))


_AMONG = "game_id = %s AND number IN ({})"


def _told(game: Game, audience: str, marks: list[SeatView], segments: list[EventSegment]) -> Iterator[SeenEvent]:
    """The events of the audience's stops in `marks`, read from the segments that were written with them."""
    told = {segment.number: packing.read_events(segment.told) for segment in segments}
    shown, kept = registry.game_title(game).step_shown, _kept(game)
    for mark in marks:
        number = mark.first_event
        stand = len(told.get(mark.number, ())) if kept is None else kept.get(mark.number, 0)
        for place, event in enumerate(told.get(mark.number, ())):
            seen = event.told.for_seat(audience)
            if seen is not None:
                step = shown(game.scenario, event.step, audience)
                yield SeenEvent(number, mark.stop, step, mark.at, seen, undone=place >= stand)
                number += 1


def _kept(game: Game) -> dict[int, int] | None:
    """How many events of each segment, from its first on, no rewind has undone; None: all of a game never rewound.

    A branch counts its events on from where it left its parent, so those of the parent that it has not stand no more.
    """
    if not game.branch:
        return None
    parents: dict[int, int | None] = dict(Branch.objects.filter(game=game).values_list("number", "parent"))
    segments: dict[int, list[tuple[int, int]]] = {}
    rows = JournalSegment.objects.filter(game=game).order_by("number").values_list("branch", "number", "first_event")
    for branch, number, first in rows:
        segments.setdefault(branch, []).append((number, first))
    kept: dict[int, int] = {}
    line: int | None = game.branch
    bound = sys.maxsize
    while line is not None:
        own = segments.get(line, [])
        kept.update((number, max(bound - first, 0)) for number, first in own)
        bound = min([bound, *(first for _, first in own[:1])])
        line = parents[line]
    return kept


def tell(game: Game, seen: SeenEvent, language: str) -> str:
    """The event in one line; empty where the title has nothing to say of it."""
    title = registry.game_title(game)
    return title.tell(packing.typed_event(title, seen.event), language)


def silent(game: Game, seen: SeenEvent, language: str) -> str:
    """What an event is, for who reads the truth, of which players are told no line; by its tag where the title has no
    words for it.
    """
    tag = str(seen.event.get("event", ""))
    own, named = f"event.{tag}", tag.replace("_", " ")
    told = registry.game_title(game).labels(own)
    unknown = any(dressed in told.en.casefold() for dressed in (own, f"event.{named}"))
    return f"({named})" if unknown else told.get(language)


def log_line(game: Game, seen: SeenEvent, language: str) -> LogLine:
    """The event as the log shows it."""
    title = registry.game_title(game)
    event = packing.typed_event(title, seen.event)
    return LogLine(title.tell(event, language), title.heading(event, language), title.stress(event))


def phase_name(game: Game, step: str, language: str) -> str:
    """What players call a step; empty where the title has no name for it."""
    named = registry.game_title(game).phases.get(step)
    return named.get(language) if named is not None else ""


def seat_notices(access: Access, *, after: datetime | None = None) -> list[Notice]:
    """The server's own announcements that the audience may read, oldest first."""
    return notices_from(read_together(notices_of(access.game.pk))[0], access, after=after)


def notices_of(game_id: UUID | None) -> Reading:
    """The rows of `notices_from`."""
    return Reading(Notice, "game_id = %s", (key(game_id),), "ORDER BY at, id")


def notices_from(rows: list[Notice], access: Access, *, after: datetime | None = None) -> list[Notice]:
    """Of all announcements in a game those that the audience may read."""
    if after is not None:
        rows = [row for row in rows if row.at > after]
    insider = access.audience == "umpire"
    return [row for row in rows if insider or "*" in row.seats or access.audience in row.seats]
