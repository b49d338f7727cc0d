"""``games/{id}/replay/``: the game as a seat saw it, step by step, with the picture of each step."""

from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from api import request_language
from api.api_view import ApiView, is_not_modified, respond_with_etag
from api.openapi_schema import describe_operation
from api.request_bodies import RequestBody
from api.request_language import AnyLanguage
from api.views.seat_views import IF_NONE_MATCH, MAX_NUMBER, NOT_MODIFIED, Seat
from games.kernel.codec import encode
from games.selectors.seat_replay import (
    ReplayBoard,
    ReplaySteps,
    board_tag,
    draw_sheet,
    draw_step,
    get_replay_board,
    list_replay_steps,
)
from games.selectors.seats import Access, get_access
from pbem.web.pages.middleware import PICTURE_POLICY

IMMUTABLE = "private, max-age=31536000, immutable"
"""The Cache-Control of a sheet that is requested by its digest, and so never changes."""

ReplayLanguage = Annotated[AnyLanguage, Meta(description="Without it the reader's language.")]


class ReplayQuery(RequestBody, frozen=True, kw_only=True):
    """Query parameters: the seat and the language."""

    seat: Seat = ""
    language: ReplayLanguage = ""


class StepsQuery(ReplayQuery, frozen=True, kw_only=True):
    """Query parameters: the seat, the language and the stop to begin with."""

    first: Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="The first stop.")] = 1


class StepQuery(ReplayQuery, frozen=True, kw_only=True):
    """Query parameters: the seat, the language and the number of the event."""

    event: Annotated[
        int, Meta(ge=0, le=MAX_NUMBER, description="The number of the line's event; 0 for the position after the stop.")
    ] = 0


class SheetQuery(ReplayQuery, frozen=True, kw_only=True):
    """Query parameters: the seat, the language, the sheet (one layer of the board) and its expected digest."""

    sheet: Annotated[int, Meta(ge=0, le=1000, description="Its number in the list of sheets.")] = 0

    digest: Annotated[
        str, Meta(pattern="^[0-9a-z]{0,40}$", description="If it is the sheet's, the response is kept.")
    ] = ""


class Source(Struct, frozen=True):
    """The audience whose replay a call reads, and the language of the texts."""

    access: Access
    language: str


class ReplayView(ApiView):
    """The base class of the replay's views."""

    def get_source(self, game_id: UUID, query: ReplayQuery) -> Source:
        """Return the audience and the language that a query requests.

        Raises Missing for an unknown game or seat, Forbidden for another player's seat.
        """
        access = get_access(self.player, game_id, query.seat)
        return Source(access, query.language or request_language.current_language())


class ReplayStepsView(ReplayView):
    """``games/{id}/replay/``: list the steps of the replay."""

    @describe_operation(
        "games_replay",
        "The steps in which my seat saw the game",
        sends=ReplaySteps,
        query=StepsQuery,
        tag="sight",
        about="Lines of the log and the position after each stop. `turn` is the first stop of the last turn. A long "
        "game comes in several lists: go on with `first` = `next_stop`.",
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        asked = self.parse_query(StepsQuery)
        source = self.get_source(game_id, asked)
        return Response(list_replay_steps(source.access, source.language, first=asked.first))


class ReplayBoardView(ReplayView):
    """``games/{id}/replay/{stop}/``: the board after a stop as transparent sheets, and the marks of its events."""

    @describe_operation(
        "games_replay_board",
        "The board after one of my stops in sheets, and what its lines draw on it",
        sends=ReplayBoard,
        query=ReplayQuery,
        headers=[IF_NONE_MATCH],
        others=NOT_MODIFIED,
        tag="sight",
        sent_headers=["ETag", "Cache-Control"],
        about="Lay the sheets on each other; those with a digest that you have need not be fetched again. The marks "
        "of a line belong on the board after the stop `board`.",
    )
    def get(self, request: Request, game_id: UUID, stop: int) -> HttpResponse:
        source = self.get_source(game_id, self.parse_query(ReplayQuery))
        etag = board_tag(source.access, stop, source.language)
        known = is_not_modified(request, etag)
        body = b"" if known else encode(get_replay_board(source.access, stop, source.language))
        return respond_with_etag(request, etag, body)


class ReplaySheetView(ReplayView):
    """``games/{id}/replay/{stop}/sheet.svg``: one layer (sheet) of a board as SVG."""

    @describe_operation(
        "games_replay_sheet",
        "One sheet of the board after one of my stops, as SVG",
        media="image/svg+xml",
        query=SheetQuery,
        headers=[IF_NONE_MATCH],
        others=NOT_MODIFIED,
        tag="sight",
        sent_headers=["ETag", "Cache-Control"],
        about="With the right `digest` it may be kept for ever.",
    )
    def get(self, request: Request, game_id: UUID, stop: int) -> HttpResponse:
        asked = self.parse_query(SheetQuery)
        source = self.get_source(game_id, asked)
        svg, digest = draw_sheet(source.access, stop, asked.sheet, source.language)
        response = respond_with_etag(request, f'"{digest}"', svg.encode(), "image/svg+xml")
        response["Content-Security-Policy"] = PICTURE_POLICY
        if asked.digest == digest:
            response["Cache-Control"] = IMMUTABLE
        return response


class ReplayPictureView(ReplayView):
    """``games/{id}/replay/{stop}/board.svg``: the whole picture of a step."""

    @describe_operation(
        "games_replay_picture",
        "The picture of a step, as SVG",
        media="image/svg+xml",
        query=StepQuery,
        headers=[IF_NONE_MATCH],
        others=NOT_MODIFIED,
        tag="sight",
        sent_headers=["ETag", "Cache-Control"],
        about="The board with the track, the shots and the things of a line (`event`), or the position after the stop.",
    )
    def get(self, request: Request, game_id: UUID, stop: int) -> HttpResponse:
        asked = self.parse_query(StepQuery)
        source = self.get_source(game_id, asked)
        etag = board_tag(source.access, stop, source.language, asked.event)
        known = is_not_modified(request, etag)
        picture = "" if known else draw_step(source.access, stop, asked.event, source.language)
        response = respond_with_etag(request, etag, picture.encode(), "image/svg+xml")
        response["Content-Security-Policy"] = PICTURE_POLICY
        return response
