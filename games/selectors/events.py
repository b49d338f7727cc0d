"""Read the events of an audience, which have numbers of their own for each audience."""

import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from games import registry
from games.database.batch import SelectQuery, fetch_batch, key, select
from games.kernel.text import LANGUAGES, Text
from games.models import Branch, EventSegment, Game, JournalSegment, Notice, OpenRequest, SeatView
from games.persistence import serialization
from games.selectors.access import Access

MAX_KEPT_TEXTS = 20_000
"""The number of events whose texts a process caches; a text has a few hundred bytes."""
_NO_STOP = 2**31 - 1
"""A number greater than that of every stop."""


@dataclass(frozen=True)
class AudienceEvent:
    """One event in its variant for one audience."""

    number: int
    """The audience's own number of the event."""
    stop: int
    """The audience's own number of the stop."""
    step: str
    """The key of the step of play."""
    at: datetime
    event: dict[str, Any]
    """The event as JSON."""
    undone: bool = False
    """True if a rewind has undone the event."""


@dataclass(frozen=True)
class LogLine:
    """An event as a line of the log, in one language."""

    text: str
    """The line; empty if the title has no text for the event."""
    group_title: str
    """The heading before the line, such as "Day 3"; may be empty."""
    emphasis: str
    """"sinking", "capture", "points" or empty."""


class EventTexts(NamedTuple):
    """An event as a line of the log, in all languages; the fields are those of `LogLine`."""

    text: Text
    group_title: Text
    emphasis: str


def list_audience_events(
    access: Access, *, after: int = 0, limit: int = 200, until_stop: int | None = None, from_stop: int | None = None
) -> list[AudienceEvent]:
    """Return the first `limit` events of an audience with numbers above `after`.

    Only events of the stops from `from_stop` to `until_stop` are returned, both included.
    """
    first, last = 0 if from_stop is None else from_stop, _NO_STOP if until_stop is None else until_stop
    among = StopRange("%s", (access.audience,), "%s", (first,), last)
    marks, segments = fetch_batch(*audience_events_query(access.game.pk, among, after=after, limit=limit))
    return build_audience_events(access, marks, segments, after=after, limit=limit)


class StopRange(NamedTuple):
    """The stops of an audience from `first` to `last`, for a query.

    `audience` and `first` are SQL expressions, with a ``%s`` for each of `audience_values` and `first_values`.
    """

    audience: str
    audience_values: tuple[Any, ...]
    first: str
    first_values: tuple[Any, ...]
    last: int


def audience_events_query(
    game_id: UUID | None, stops: StopRange, *, after: int = 0, limit: int = 200
) -> tuple[SelectQuery, SelectQuery]:
    """Return the queries for the rows from which `build_audience_events` builds an audience's events.

    The events are those of the `stops` with numbers above `after`, at most `limit`.
    """
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
    """Return the first `limit` events with numbers above `after`.

    `marks` and `segments` are the rows of `audience_events_query`. Without rows the title is not loaded, because a game
    whose rules cannot be read gets e-mails too.
    """
    if not marks:
        return []
    found = (seen for seen in _told(access.game, access.audience, marks, segments) if seen.number > after)
    return [seen for seen, _ in zip(found, range(limit), strict=False)]


def list_told_stops(access: Access, stop: int, *, later: bool) -> Iterator[int]:
    """Yield the audience's stops before `stop` (with `later`: after it) that have events, the nearest first."""
    rows = SeatView.objects.filter(game=access.game, audience=access.audience, event_count__gt=0)
    near = rows.filter(stop__gt=stop).order_by("stop") if later else rows.filter(stop__lt=stop).order_by("-stop")
    return near.values_list("stop", flat=True).iterator()


def list_events_between(game: Game, audience: str, after: int, until: int) -> list[AudienceEvent]:
    """Return the audience's events in the journal segments after number `after`, up to number `until`."""
    rows = SeatView.objects.filter(game=game, audience=audience, number__gt=after, number__lte=until, event_count__gt=0)
    marks = list(rows.order_by("stop").defer("view"))
    if not marks:
        return []
    places = ", ".join(["%s"] * len(marks))
    values = (key(game.pk), *(mark.number for mark in marks))
    return list(_told(game, audience, marks, select(EventSegment, where=_AMONG.format(places), values=values)))


_AMONG = "game_id = %s AND number IN ({})"


def _told(game: Game, audience: str, marks: list[SeatView], segments: list[EventSegment]) -> Iterator[AudienceEvent]:
    """Yield the events of the audience's stops in `marks`; `segments` contain the events of all audiences."""
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
    """Return by segment number how many of its first events are not undone by a rewind; None in a game never rewound.

    A branch numbers its events from where it starts, so the later events of its parent branch are undone.
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
    """Return the event as one line of text; "" if the title has no text for it."""
    title = registry.game_title(game)
    return title.presentation.describe_event(serialization.to_typed_event(title, audience_event.event), language)


def describe_unreported_event(game: Game, audience_event: AudienceEvent, language: str) -> str:
    """Return a text for readers of the hidden state about an event without a line in the players' log.

    If the title has no text for it either, return the event's tag (the name of its type).
    """
    tag = str(audience_event.event.get("event", ""))
    own, named = f"event.{tag}", tag.replace("_", " ")
    told = registry.game_title(game).presentation.labels(own)
    unknown = any(dressed in told.en.casefold() for dressed in (own, f"event.{named}"))
    return f"({named})" if unknown else told.get(language)


def build_log_line(game: Game, audience_event: AudienceEvent, language: str) -> LogLine:
    """Return the event as a line of the log in this language."""
    return _build_line(game, audience_event.event, language)


def _build_line(game: Game, stored: dict[str, Any], language: str) -> LogLine:
    title = registry.game_title(game)
    event = serialization.to_typed_event(title, stored)
    return LogLine(
        title.presentation.describe_event(event, language),
        title.presentation.group_title(event, language),
        title.presentation.emphasis(event),
    )


def get_event_texts(access: Access, audience_event: AudienceEvent) -> EventTexts:
    """Return the event as a line of the log in all languages."""
    return _build_texts(access.game, access.audience, msgspec.json.encode(audience_event.event))


@lru_cache(maxsize=MAX_KEPT_TEXTS)
def _build_texts(game: Game, audience: str, event: bytes) -> EventTexts:
    """Return the texts of an event, given as JSON; the result is cached.

    `audience` only separates the cache entries, so that response times do not reveal what another audience has read.
    """
    stored = msgspec.json.decode(event)
    lines = {language: _build_line(game, stored, language) for language in LANGUAGES}
    text = Text.each(lambda language: lines[language].text)
    group_title = Text.each(lambda language: lines[language].group_title)
    return EventTexts(text, group_title, lines["en"].emphasis)


def get_group_title(game: Game, audience_event: AudienceEvent, language: str) -> str:
    """Return the heading that the log shows before the event, or ""."""
    title = registry.game_title(game)
    return title.presentation.group_title(serialization.to_typed_event(title, audience_event.event), language)


def get_phase_name(game: Game, step: str, language: str) -> str:
    """Return the name of a step of play for players; "" if the title has no name for it."""
    named = registry.game_title(game).presentation.phases.get(step)
    return named.get(language) if named is not None else ""


def list_audience_notices(access: Access, *, after: datetime | None = None) -> list[Notice]:
    """Return the server's announcements that the audience may read, oldest first; with `after`, only later ones."""
    return build_audience_notices(fetch_batch(notices_query(access.game.pk))[0], access, after=after)


def notices_query(game_id: UUID | None) -> SelectQuery:
    """Return the query for the rows from which `build_audience_notices` builds its result."""
    return SelectQuery(Notice, "game_id = %s", (key(game_id),), "ORDER BY at, id")


def build_audience_notices(rows: list[Notice], access: Access, *, after: datetime | None = None) -> list[Notice]:
    """Return the announcements among a game's `rows` that the audience may read, stored later than `after`."""
    if after is not None:
        rows = [row for row in rows if row.at > after]
    insider = access.audience == "umpire"
    return [row for row in rows if insider or "*" in row.seats or access.audience in row.seats]


def list_own_questions(access: Access, stops: Collection[int]) -> dict[int, list[str]]:
    """Return the kinds of question that the reader's own seat was asked, by the seat's own stop number.

    Empty unless the reader holds the seat.
    """
    if access.basis != "seat" or access.seat is None or access.audience != access.seat.role or not stops:
        return {}
    found: dict[int, list[str]] = {}
    rows = OpenRequest.objects.filter(seat=access.seat, seat_stop__in=stops).order_by("opened_at", "entry")
    for stop, kind in rows.values_list("seat_stop", "kind"):
        if kind not in found.setdefault(stop, []):
            found[stop].append(kind)
    return found
