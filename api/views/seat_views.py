"""``games/{id}/view/`` and other data that a seat may see: events, notices, dice."""

from datetime import datetime
from typing import Annotated, Any
from urllib.parse import urlencode
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import Meta, Raw, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from api import request_language
from api.api_view import ApiView, respond_with_etag
from api.openapi_schema import describe_operation, make_header
from api.request_bodies import RequestBody
from games.kernel.text import Text
from games.selectors import notices
from games.selectors.access import Access
from games.selectors.dice import GameDice, get_game_dice
from games.selectors.events import AudienceEvent, get_event_texts, list_audience_events, list_audience_notices
from games.selectors.own_view import get_own_view
from games.selectors.seats import get_access
from games.selectors.views import StoredView, get_view, list_stops

MAX_NUMBER = 2**31 - 1
PAGE = 200
IF_NONE_MATCH = make_header("If-None-Match", "The ETag of what you have; 304 if it still stands.")
NOT_MODIFIED = {304: "What you have still stands."}

Seat = Annotated[str, Meta(max_length=40, description="A seat, `public` or `umpire`; without it my first seat.")]
Stop = Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="One of the seat's own stops; without it the newest.")]


class ViewQuery(RequestBody, frozen=True, kw_only=True):
    """Query parameters: the seat, and one of its stops."""

    stop: Stop | None = None
    seat: Seat = ""


class EventQuery(RequestBody, frozen=True, kw_only=True):
    """Query parameters that filter events."""

    after: Annotated[int, Meta(ge=0, le=MAX_NUMBER, description="The number of the last event that you know.")] = 0
    limit: Annotated[int, Meta(ge=1, le=PAGE)] = PAGE
    seat: Seat = ""


class SeatQuery(RequestBody, frozen=True, kw_only=True):
    """Query parameter: the seat whose view is shown."""

    seat: Seat = ""


class ViewBody(Struct, frozen=True):
    """A seat's view of the game at one of its stops; `view` is the title's own structure."""

    game: UUID
    seat: str
    stop: Annotated[int, Meta(description="The seat's own number of the stop.")]
    events: Annotated[int, Meta(description="The number of the seat's events up to this stop.")]
    at: Annotated[datetime, Meta(description="The time of the stop.")]
    view_version: Annotated[str, Meta(description="The version of the structure of `view`.")]
    view: Annotated[Raw, Meta(extra_json_schema={"$ref": "#/components/schemas/View"})]


class EventBody(Struct, frozen=True):
    """One event as the seat saw it, with a line of text (empty if there is none).

    `group_title` is the heading before the event in the log (`Day 3`) or empty.
    """

    number: Annotated[int, Meta(description="The seat's own number of the event.")]
    stop: Annotated[int, Meta(description="The seat's own number of the stop.")]
    step: Annotated[str, Meta(description="The key of the step of the sequence of play.")]
    at: datetime
    event: Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Event"})]
    text: Text
    group_title: Text
    emphasis: Annotated[str, Meta(description="sinking, capture, points or empty.")]
    undone: Annotated[bool, Meta(description="True if the game was rewound to a time before the event.")]


class EventList(Struct, frozen=True):
    """Events of one seat, with the seat's own numbers; `next` is the link to the following page."""

    seat: str
    results: list[EventBody]
    next: str | None


class NoticeBody(Struct, frozen=True):
    """An announcement of the server: a default was played, a deadline moved, a game rewound."""

    kind: Annotated[str, Meta(description="The kind of announcement.")]
    at: datetime
    text: Text


class NoticeList(Struct, frozen=True):
    """All announcements that the seat may read, oldest first."""

    results: list[NoticeBody]
    next: str | None = None


class StopBody(Struct, frozen=True):
    """A stop of the seat.

    `view/` and `board.svg` show it by its number; `events` is the number of events up to it.
    """

    stop: int
    events: int
    at: datetime


class StopList(Struct, frozen=True):
    """Every stop of a seat, with the seat's own numbers, oldest first."""

    seat: str
    results: list[StopBody]
    next: str | None = None


class StopsView(ApiView):
    """``games/{id}/stops/``: list the stops of your seat."""

    @describe_operation(
        "games_stops",
        "The stops that my seat has seen",
        sends=StopList,
        query=SeatQuery,
        tag="sight",
        about="Each can be looked at as it was then: `view/?stop=` and `board.svg?stop=`. Rewound ones stay.",
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        access = get_access(self.player, game_id, self.parse_query(SeatQuery).seat)
        return Response(
            StopList(access.audience, [StopBody(one.stop, one.events, one.at) for one in list_stops(access)])
        )


class SeatViewView(ApiView):
    """``games/{id}/view/``: the current view of a seat, or the view at one of its stops."""

    @describe_operation(
        "games_view",
        "What my seat sees",
        sends=ViewBody,
        query=ViewQuery,
        headers=[IF_NONE_MATCH],
        others=NOT_MODIFIED,
        tag="sight",
        sent_headers=["ETag", "Cache-Control"],
        about="My own seats and `public` always; any seat when the game is over; staff and umpire any (noted down).",
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        stored = self.get_view(game_id, self.parse_query(ViewQuery))
        body = ViewBody(
            stored.game_id,
            stored.audience,
            stored.stop,
            stored.events,
            stored.at,
            stored.view_version,
            Raw(stored.view),
        )
        return respond_with_etag(request, stored.etag, msgspec.json.encode(body))

    def get_view(self, game_id: UUID, asked: ViewQuery) -> StoredView:
        """Return the requested view; the caller's own current view is read with a single query."""
        own = get_own_view(self.player, game_id, asked.seat) if asked.stop is None else None
        return own or get_view(get_access(self.player, game_id, asked.seat), asked.stop)


class EventsView(ApiView):
    """``games/{id}/events/``: the events that a seat saw."""

    @describe_operation("games_events", "What my seat saw happen", sends=EventList, query=EventQuery, tag="sight")
    def get(self, request: Request, game_id: UUID) -> Response:
        asked = self.parse_query(EventQuery)
        access = get_access(self.player, game_id, asked.seat)
        found = list_audience_events(access, after=asked.after, limit=asked.limit)
        results = [_event(access, seen) for seen in found]
        more = {"after": found[-1].number, "limit": asked.limit} if len(found) == asked.limit else None
        if more and asked.seat:
            more["seat"] = asked.seat  # type: ignore[assignment]
        next_page = request.build_absolute_uri(f"{request.path}?{urlencode(more)}") if more else None
        return Response(EventList(access.audience, results, next_page))


def _event(access: Access, seen: AudienceEvent) -> EventBody:
    return EventBody(
        seen.number,
        seen.stop,
        seen.step,
        seen.at,
        seen.event,
        *get_event_texts(access, seen),
        seen.undone,
    )


class NoticesView(ApiView):
    """``games/{id}/notices/``: the server's announcements."""

    @describe_operation("games_notices", "What the server announced", sends=NoticeList, query=SeatQuery, tag="sight")
    def get(self, request: Request, game_id: UUID) -> Response:
        access = get_access(self.player, game_id, self.parse_query(SeatQuery).seat)
        game = access.game
        rows = [
            NoticeBody(
                row.kind,
                row.at,
                request_language.both(lambda language, row=row: notices.describe_notice(game, row, language)),
            )
            for row in list_audience_notices(access)
        ]
        return Response(NoticeList(rows))


class DiceView(ApiView):
    """``games/{id}/dice/``: the commitments, nonces and rolls of a game."""

    @describe_operation(
        "games_dice",
        "The dice: commitment now; secret and every roll when the game is over",
        sends=GameDice,
        tag="sight",
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(get_game_dice(self.player, game_id))
