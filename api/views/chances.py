"""``games/{id}/chances/``: the chances of a finished game, as data and as pictures."""

from typing import Annotated, Literal
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta
from rest_framework.request import Request

from api import request_language
from api.api_view import ApiView, is_not_modified, respond_with_etag
from api.authentication import ExpensiveReadThrottle
from api.openapi_schema import describe_operation
from api.request_bodies import RequestBody
from api.request_language import AnyLanguage
from api.views.pictures import render_cached_png
from api.views.seat_views import IF_NONE_MATCH, NOT_MODIFIED
from games.kernel.codec import encode
from games.selectors.access import get_game
from games.selectors.chance_pictures import chances_tag, draw_game_chances
from games.selectors.chances import GameChances, get_game_chances
from pbem.web.pages.middleware import PICTURE_POLICY

OTHERS = {**NOT_MODIFIED, 409: "The game is not over."}
SMALL = 400
"""The greatest width in pixels of a picture for small screens, which is less wide in proportion to its height."""


class ChancesQuery(RequestBody, frozen=True, kw_only=True):
    """Query parameters of the chances as a picture: the language."""

    language: Annotated[AnyLanguage, Meta(description="Without it the reader's language.")] = ""


class ChancesPictureQuery(ChancesQuery, frozen=True, kw_only=True):
    """Query parameters of the chances as PNG: the language and the size."""

    width: Annotated[
        Literal[400, 600, 1000, 1600, 2400], Meta(description="Pixels; 400 has the shape for small screens.")
    ] = 1000


class ChancesView(ApiView):
    """``games/{id}/chances/``: the chances as data."""

    @describe_operation(
        "games_chances",
        "Each seat's chance to win at the steps of a game that is over, and the biggest swings",
        sends=GameChances,
        query=ChancesQuery,
        headers=[IF_NONE_MATCH],
        others=OTHERS,
        tag="sight",
        sent_headers=["ETag", "Cache-Control"],
        about="From games that the title's bot plays out from the true position. Computed after the end, the rough "
        "curve first (`state` is `computing`). Changes between steps that were not computed have the kind `between`.",
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        language = self.parse_query(ChancesQuery).language or request_language.current_language()
        found = get_game_chances(self.player, game_id, language)
        return respond_with_etag(request, chances_tag(found, language), encode(found))


class ChancesPictureView(ApiView):
    """The base class of views that send a picture of the chances."""

    def get_chances(self, game_id: UUID) -> tuple[GameChances, ChancesPictureQuery, str, str]:
        """Return the chances, the query, the language and the ETag of the picture.

        Raises Missing for an unknown game, WrongState before its end.
        """
        asked = self.parse_query(ChancesPictureQuery)
        language = asked.language or request_language.current_language()
        found = get_game_chances(self.player, game_id, language)
        return found, asked, language, chances_tag(found, language, f"{self.media}-{asked.width}")

    media = ""

    def respond(self, request: Request, etag: str, picture: bytes) -> HttpResponse:
        """Return the response with the picture, its ETag and its Content-Security-Policy."""
        response = respond_with_etag(request, etag, picture, self.media)
        response["Content-Security-Policy"] = PICTURE_POLICY
        return response


class ChancesSvgView(ChancesPictureView):
    """``games/{id}/chances.svg``: the chart as SVG."""

    media = "image/svg+xml"

    @describe_operation(
        "games_chances_svg",
        "The chart of the chances of a game that is over, as SVG",
        media="image/svg+xml",
        query=ChancesPictureQuery,
        headers=[IF_NONE_MATCH],
        others=OTHERS,
        tag="sight",
        sent_headers=["ETag", "Cache-Control"],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        found, asked, language, etag = self.get_chances(game_id)
        game = get_game(self.player, game_id)
        picture = draw_game_chances(game, found, language, narrow=asked.width == SMALL)
        return self.respond(request, etag, picture.svg().encode())


class ChancesPngView(ChancesPictureView):
    """``games/{id}/chances.png``: the chart as PNG. It is expensive, so each player has a rate limit."""

    throttle_classes = (ExpensiveReadThrottle,)
    media = "image/png"

    @describe_operation(
        "games_chances_png",
        "The chart of the chances of a game that is over, as PNG",
        media="image/png",
        query=ChancesPictureQuery,
        headers=[IF_NONE_MATCH],
        others=OTHERS,
        tag="sight",
        sent_headers=["ETag", "Cache-Control"],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        found, asked, language, etag = self.get_chances(game_id)
        picture = b""
        if not is_not_modified(request, etag):
            game, narrow = get_game(self.player, game_id), asked.width == SMALL
            picture = render_cached_png(
                self.player.pk, etag, lambda: draw_game_chances(game, found, language, narrow=narrow), asked.width
            )
        return self.respond(request, etag, picture)
