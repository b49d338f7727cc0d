"""``games/{id}/view/`` and what else a seat may see: events, notices, dice."""

from datetime import datetime
from typing import Annotated, Any
from urllib.parse import urlencode
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import Meta, Raw, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from api import words
from api.base import Call, tagged
from api.schema import call, header
from api.shapes import Body
from games.kernel.text import LANGUAGES, Text
from games.models import Game
from games.selectors import notices
from games.selectors.dice import GameDice, game_dice
from games.selectors.events import SeenEvent, log_line, seat_events, seat_notices
from games.selectors.own import own_view
from games.selectors.seats import access_seat
from games.selectors.views import StoredView, seat_view, stops

MOST = 2**31 - 1
PAGE = 200
IF_NONE_MATCH = header("If-None-Match", "The ETag of what you have; 304 if it still stands.")
UNCHANGED = {304: "What you have still stands."}

Seat = Annotated[str, Meta(max_length=40, description="A seat, `public` or `umpire`; without it my first seat.")]
Stop = Annotated[int, Meta(ge=1, le=MOST, description="One of the seat's own stops; without it the newest.")]


class SightQuery(Body, frozen=True, kw_only=True):
    """Which view."""

    stop: Stop | None = None
    seat: Seat = ""


class EventQuery(Body, frozen=True, kw_only=True):
    """Which events."""

    after: Annotated[int, Meta(ge=0, le=MOST, description="The number of the last event that you know.")] = 0
    limit: Annotated[int, Meta(ge=1, le=PAGE)] = PAGE
    seat: Seat = ""


class SeatQuery(Body, frozen=True, kw_only=True):
    """Through whose eyes."""

    seat: Seat = ""


class ViewBody(Struct, frozen=True):
    """What a seat sees. `stop` and `events` count for this seat alone; `view` is the title's own."""

    game: UUID
    seat: str
    stop: int
    events: int
    at: datetime
    view_version: str
    view: Annotated[Raw, Meta(extra_json_schema={"$ref": "#/components/schemas/View"})]


class EventBody(Struct, frozen=True):
    """One event as the seat saw it, with a line that tells it (empty where there is nothing to say).

    `heading` is what it begins in the log ("Day 3"), if anything; `stress` is "sinking", "capture", "points" or empty;
    `undone`: a rewind went back to before it.
    """

    number: int
    stop: int
    step: str
    at: datetime
    event: Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Event"})]
    text: Text
    heading: Text
    stress: str
    undone: bool


class EventList(Struct, frozen=True):
    """Events of one seat, numbered for it; `next` leads on where there may be more."""

    seat: str
    results: list[EventBody]
    next: str | None


class NoticeBody(Struct, frozen=True):
    """An announcement of the server: a default played, a deadline moved, a game rewound."""

    kind: str
    at: datetime
    text: Text


class NoticeList(Struct, frozen=True):
    """All announcements that the seat may read, oldest first."""

    results: list[NoticeBody]
    next: None = None


class StopBody(Struct, frozen=True):
    """A stop of the seat's own: `view/` and `board.svg` show it by its number; `events` were known by then."""

    stop: int
    events: int
    at: datetime


class OwnStops(Struct, frozen=True):
    """Every stop of a seat, counted for it alone, oldest first."""

    seat: str
    results: list[StopBody]
    next: None = None


class Stops(Call):
    """The stops that my seat has seen."""

    @call(
        "games_stops",
        "The stops that my seat has seen",
        sends=OwnStops,
        query=SeatQuery,
        tag="sight",
        about="Each can be looked at as it was then: `view/?stop=` and `board.svg?stop=`. Rewound ones stay.",
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        access = access_seat(self.player, game_id, self.query(SeatQuery).seat)
        return Response(OwnStops(access.audience, [StopBody(one.stop, one.events, one.at) for one in stops(access)]))


class View(Call):
    """The newest view, or an older one."""

    @call(
        "games_view",
        "What my seat sees",
        sends=ViewBody,
        query=SightQuery,
        headers=[IF_NONE_MATCH],
        others=UNCHANGED,
        tag="sight",
        about="My own seats and `public` always; any seat when the game is over; staff and umpire any (noted down).",
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        stored = self.stored(game_id, self.query(SightQuery))
        body = ViewBody(
            stored.game_id,
            stored.audience,
            stored.stop,
            stored.events,
            stored.at,
            stored.view_version,
            Raw(stored.view),
        )
        return tagged(request, stored.etag, msgspec.json.encode(body))

    def stored(self, game_id: UUID, asked: SightQuery) -> StoredView:
        """The view, over the short way where it is the caller's own and newest."""
        own = own_view(self.player, game_id, asked.seat) if asked.stop is None else None
        return own or seat_view(access_seat(self.player, game_id, asked.seat), asked.stop)


class Events(Call):
    """What happened."""

    @call("games_events", "What my seat saw happen", sends=EventList, query=EventQuery, tag="sight")
    def get(self, request: Request, game_id: UUID) -> Response:
        asked = self.query(EventQuery)
        access = access_seat(self.player, game_id, asked.seat)
        found = seat_events(access, after=asked.after, limit=asked.limit)
        game: Game = access.game
        results = [_event(game, seen) for seen in found]
        more = {"after": found[-1].number, "limit": asked.limit} if len(found) == asked.limit else None
        if more and asked.seat:
            more["seat"] = asked.seat  # type: ignore[assignment]
        next_page = request.build_absolute_uri(f"{request.path}?{urlencode(more)}") if more else None
        return Response(EventList(access.audience, results, next_page))


def _event(game: Game, seen: SeenEvent) -> EventBody:
    lines = {language: log_line(game, seen, language) for language in LANGUAGES}
    return EventBody(
        seen.number,
        seen.stop,
        seen.step,
        seen.at,
        seen.event,
        words.both(lambda language: lines[language].text),
        words.both(lambda language: lines[language].heading),
        lines["en"].stress,
        seen.undone,
    )


class Notices(Call):
    """What the server announced."""

    @call("games_notices", "What the server announced", sends=NoticeList, query=SeatQuery, tag="sight")
    def get(self, request: Request, game_id: UUID) -> Response:
        access = access_seat(self.player, game_id, self.query(SeatQuery).seat)
        game = access.game
        rows = [
            NoticeBody(row.kind, row.at, words.both(lambda language, row=row: notices.describe(game, row, language)))
            for row in seat_notices(access)
        ]
        return Response(NoticeList(rows))


class Dice(Call):
    """The dice."""

    @call(
        "games_dice",
        "The dice: commitment now; secret and every roll when the game is over",
        sends=GameDice,
        tag="sight",
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(game_dice(self.player, game_id))
