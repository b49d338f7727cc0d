"""The events of an audience, numbered for that audience alone."""

import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from games import registry
from games.database.batch import SelectQuery, fetch_batch, key, select
from games.models import Branch, EventSegment, Game, JournalSegment, Notice, OpenRequest, SeatView
from games.persistence import serialization
from games.selectors.access import Access

_NO_STOP = 2**31 - 1
"""Greater than every stop."""


@dataclass(frozen=True)
class AudienceEvent:
    """One event in the variant of one audience. `number` and `stop` are that audience's own.

    `undone`: a rewind has undone it.
    """

    number: int
    stop: int
    step: str
    at: datetime
    event: dict[str, Any]
    undone: bool = False


@dataclass(frozen=True)
class LogLine:
    """An event in the log, as text.

    Its line ("" if the title has no text for it), the heading that it starts ("Day 3"), if any, and its emphasis
    ("sinking", "capture", "points", or none).
    """

    text: str
    group_title: str
    emphasis: str


def list_audience_events(
    access: Access, *, after: int = 0, limit: int = 200, until_stop: int | None = None, from_stop: int | None = None
) -> list[AudienceEvent]:
    """Return at most `limit` events of an audience with numbers above `after`.

    `from_stop` and `until_stop` limit them to a range of stops, both included.
    """
    first, last = 0 if from_stop is None else from_stop, _NO_STOP if until_stop is None else until_stop
    among = StopRange("%s", (access.audience,), "%s", (first,), last)
    marks, segments = fetch_batch(*audience_events_query(access.game.pk, among, after=after, limit=limit))
    return build_audience_events(access, marks, segments, after=after, limit=limit)


class StopRange(NamedTuple):
    """The wanted stops of an audience, from `first` to `last`.

    `audience` and `first` are SQL for a single value, with a ``%s`` for each parameter.
    """

    audience: str
    audience_values: tuple[Any, ...]
    first: str
    first_values: tuple[Any, ...]
    last: int


def audience_events_query(
    game_id: UUID | None, stops: StopRange, *, after: int = 0, limit: int = 200
) -> tuple[SelectQuery, SelectQuery]:
    """Return the queries for the rows from which `build_audience_events` builds an audience's events."""
    game = key(game_id)
    where = _TOLD_AT.format(audience=stops.audience, first=stops.first)
    wanted = (game, *stops.audience_values, after + 1, *stops.first_values, stops.last, limit)
    numbers = " ".join(("SELECT number FROM games_seatview WHERE", where, _IN_TURN))
    return (
        SelectQuery(SeatView, where, wanted, _IN_TURN, ("id", "stop", "number", "first_event", "at")),
        SelectQuery(EventSegment, f"game_id = %s AND number IN ({numbers})", (game, *wanted)),
    )


_TOLD_AT = (
    "game_id = %s AND audience = {audience} AND event_count > 0 AND first_event + event_count > %s"
    " AND stop BETWEEN {first} AND %s"
)
_IN_TURN = "ORDER BY stop LIMIT %s"


def build_audience_events(
    access: Access, marks: list[SeatView], segments: list[EventSegment], *, after: int = 0, limit: int = 200
) -> list[AudienceEvent]:
    """Return at most `limit` events from these rows after the audience's event number `after`.

    Without a stop, the title is not loaded: a game with unreadable rules has e-mails, too.
    """
    if not marks:
        return []
    found = (seen for seen in _told(access.game, access.audience, marks, segments) if seen.number > after)
    return [seen for seen, _ in zip(found, range(limit), strict=False)]


def list_told_stops(access: Access, stop: int, *, later: bool) -> Iterator[int]:
    """Yield the stops with events before a stop of the audience, or after it; the nearest first."""
    rows = SeatView.objects.filter(game=access.game, audience=access.audience, event_count__gt=0)
    near = rows.filter(stop__gt=stop).order_by("stop") if later else rows.filter(stop__lt=stop).order_by("-stop")
    return near.values_list("stop", flat=True).iterator()


def list_events_between(game: Game, audience: str, after: int, until: int) -> list[AudienceEvent]:
    """Return the audience's events in the segments from `after` (exclusive) to `until`."""
    rows = SeatView.objects.filter(game=game, audience=audience, number__gt=after, number__lte=until, event_count__gt=0)
    marks = list(rows.order_by("stop").defer("view"))
    if not marks:
        return []
    places = ", ".join(["%s"] * len(marks))
    values = (key(game.pk), *(mark.number for mark in marks))
    return list(_told(game, audience, marks, select(EventSegment, where=_AMONG.format(places), values=values)))


_AMONG = "game_id = %s AND number IN ({})"


def _told(game: Game, audience: str, marks: list[SeatView], segments: list[EventSegment]) -> Iterator[AudienceEvent]:
    """Return the events of the audience's stops in `marks`, from the segments written with them."""
    told = {segment.number: serialization.read_events(segment.told) for segment in segments}
    shown, kept = registry.game_title(game).secrecy.visible_step, _kept(game)
    for mark in marks:
        number = mark.first_event
        stand = len(told.get(mark.number, ())) if kept is None else kept.get(mark.number, 0)
        for place, event in enumerate(told.get(mark.number, ())):
            seen = event.event.for_seat(audience)
            if seen is not None:
                step = shown(game.scenario, event.step, audience)
                yield AudienceEvent(number, mark.stop, step, mark.at, seen, undone=place >= stand)
                number += 1


def _kept(game: Game) -> dict[int, int] | None:
    """Return by segment how many of its first events no rewind has undone; None for all, in a game never rewound.

    A branch continues the numbering from its start, so later events of the parent are undone.
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


def describe_event(game: Game, audience_event: AudienceEvent, language: str) -> str:
    """Return the event as one line; empty if the title has no text for it."""
    title = registry.game_title(game)
    return title.presentation.describe_event(serialization.to_typed_event(title, audience_event.event), language)


def describe_unreported_event(game: Game, audience_event: AudienceEvent, language: str) -> str:
    """Return a text for an event that has no line for players, for readers of the hidden state.

    It is the event's tag if the title has no text.
    """
    tag = str(audience_event.event.get("event", ""))
    own, named = f"event.{tag}", tag.replace("_", " ")
    told = registry.game_title(game).presentation.labels(own)
    unknown = any(dressed in told.en.casefold() for dressed in (own, f"event.{named}"))
    return f"({named})" if unknown else told.get(language)


def build_log_line(game: Game, audience_event: AudienceEvent, language: str) -> LogLine:
    """Return the event as the log shows it."""
    title = registry.game_title(game)
    event = serialization.to_typed_event(title, audience_event.event)
    return LogLine(
        title.presentation.describe_event(event, language),
        title.presentation.group_title(event, language),
        title.presentation.emphasis(event),
    )


def get_group_title(game: Game, audience_event: AudienceEvent, language: str) -> str:
    """Return the heading that the event starts in the log, or the empty string."""
    title = registry.game_title(game)
    return title.presentation.group_title(serialization.to_typed_event(title, audience_event.event), language)


def get_phase_name(game: Game, step: str, language: str) -> str:
    """Return the players' name of a step; empty if the title has none."""
    named = registry.game_title(game).presentation.phases.get(step)
    return named.get(language) if named is not None else ""


def list_audience_notices(access: Access, *, after: datetime | None = None) -> list[Notice]:
    """Return the server's announcements that the audience may read, oldest first."""
    return build_audience_notices(fetch_batch(notices_query(access.game.pk))[0], access, after=after)


def notices_query(game_id: UUID | None) -> SelectQuery:
    """Return the query for the rows from which `build_audience_notices` builds its result."""
    return SelectQuery(Notice, "game_id = %s", (key(game_id),), "ORDER BY at, id")


def build_audience_notices(rows: list[Notice], access: Access, *, after: datetime | None = None) -> list[Notice]:
    """Return the announcements among a game's rows that the audience may read."""
    if after is not None:
        rows = [row for row in rows if row.at > after]
    insider = access.audience == "umpire"
    return [row for row in rows if insider or "*" in row.seats or access.audience in row.seats]


def list_own_questions(access: Access, stops: Collection[int]) -> dict[int, list[str]]:
    """Return the kinds of question that the reader's own seat was asked, by its own stop; none for other audiences."""
    if access.basis != "seat" or access.seat is None or access.audience != access.seat.role or not stops:
        return {}
    found: dict[int, list[str]] = {}
    rows = OpenRequest.objects.filter(seat=access.seat, seat_stop__in=stops).order_by("opened_at", "entry")
    for stop, kind in rows.values_list("seat_stop", "kind"):
        if kind not in found.setdefault(stop, []):
            found[stop].append(kind)
    return found
