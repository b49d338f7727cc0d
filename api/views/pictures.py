"""``games/{id}/board.svg`` and ``board.png``: pictures of a seat's views."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Annotated, Literal
from uuid import UUID

from django.core.cache import caches
from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from api import request_language
from api.api_view import ApiView, is_not_modified, respond_with_etag
from api.authentication import ExpensiveReadThrottle
from api.openapi_schema import describe_operation
from api.problems import Unavailable
from api.request_language import AnyLanguage
from api.views.seat_views import IF_NONE_MATCH, NOT_MODIFIED, ViewQuery
from games.kernel.picture import Picture as BoardPicture
from games.models import Game
from games.selectors.seats import get_access
from games.selectors.views import StoredView, draw_board, draw_board_part, draw_board_svg, get_view
from pbem.previews.processes import run_preview
from pbem.previews.slots import PreviewsBusy
from pbem.rendering.renderer_pool import RenderingFailed, draw_png
from pbem.web.pages.middleware import PICTURE_POLICY

CACHE_SECONDS = 60 * 60
"""Seconds for which a rendered picture is cached."""
MAX_CONCURRENT = 2
"""Requests of one process that may wait for a picture; the other threads serve other callers."""
WAIT_SECONDS = 3.0
"""Seconds that one of them waits for a free renderer."""

_drawing = BoundedSemaphore(MAX_CONCURRENT)


class PictureQuery(ViewQuery, frozen=True, kw_only=True):
    """Query parameters: the view, and the language."""

    language: Annotated[AnyLanguage, Meta(description="Without it the reader's language.")] = ""
    part: Annotated[
        str, Meta(pattern="^[a-z_]{0,30}$", description="One part of a large picture; by default the whole picture.")
    ] = ""


class PngQuery(PictureQuery, frozen=True, kw_only=True):
    """Query parameters: the view, the language and the size."""

    width: Annotated[Literal[400, 600, 1000, 1600, 2400], Meta(description="Pixels.")] = 1000


class PictureSource(Struct, frozen=True):
    """A view to render, and the inputs of the picture's ETag: the view's digest, the language, the size."""

    game: Game
    view: StoredView
    language: str
    etag: str
    part: str = ""

    def picture(self) -> BoardPicture:
        """Return the picture, or the requested part of it. Raises Missing."""
        if self.part:
            return draw_board_part(self.game, self.view, self.part, self.language)
        return draw_board(self.game, self.view, self.language)

    def svg(self) -> str:
        """Return the picture, or the requested part of it, as SVG. Raises Missing."""
        if self.part:
            return draw_board_part(self.game, self.view, self.part, self.language).svg()
        return draw_board_svg(self.game, self.view, self.language)


class PictureView(ApiView):
    """The base of views that send a picture: authorized, with an ETag."""

    def get_source(self, game_id: UUID, query: PictureQuery, variant: str = "") -> PictureSource:
        """Return the requested view; `variant` distinguishes pictures of one view in the ETag.

        Raises Missing, Forbidden.
        """
        access = get_access(self.player, game_id, query.seat)
        view, language = get_view(access, query.stop), query.language or request_language.current_language()
        variant = f"-{query.part}{variant}" if query.part else variant
        return PictureSource(access.game, view, language, f'{view.etag[:-1]}-{language}{variant}"', query.part)


def _shown(request: Request, sight: PictureSource, picture: bytes, media: str) -> HttpResponse:
    response = respond_with_etag(request, sight.etag, picture, media)
    response["Content-Security-Policy"] = PICTURE_POLICY
    return response


class BoardSvgView(PictureView):
    """``games/{id}/board.svg``: the board as SVG."""

    @describe_operation(
        "games_board_svg",
        "The board as my seat sees it, as SVG",
        media="image/svg+xml",
        query=PictureQuery,
        headers=[IF_NONE_MATCH],
        others=NOT_MODIFIED,
        tag="sight",
        sent_headers=["ETag", "Cache-Control"],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        sight = self.get_source(game_id, self.parse_query(PictureQuery))
        known = is_not_modified(request, sight.etag)
        picture = b"" if known else sight.svg().encode()
        return _shown(request, sight, picture, "image/svg+xml")


class BoardPngView(PictureView):
    """``games/{id}/board.png``: the board as PNG. It is expensive, so each player has a rate limit."""

    throttle_classes = (ExpensiveReadThrottle,)

    @describe_operation(
        "games_board_png",
        "The board as my seat sees it, as PNG",
        media="image/png",
        query=PngQuery,
        headers=[IF_NONE_MATCH],
        others=NOT_MODIFIED,
        tag="sight",
        sent_headers=["ETag", "Cache-Control"],
        about="Parts (PQ-17): map, happened, iceland, norwegian_sea, barents_sea, white_sea, north_sea, forces, air. "
        "Drawn once for each view, language and width, then kept. While too many ask at once: 503, try again.",
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        asked = self.parse_query(PngQuery)
        sight = self.get_source(game_id, asked, f"-{asked.width}")
        known = is_not_modified(request, sight.etag)
        return _shown(request, sight, b"" if known else _png(self.player.pk, sight, asked.width), "image/png")


def _png(player: object, sight: PictureSource, width: int) -> bytes:
    """Return the picture, cached or rendered now for a player. Raises Unavailable."""
    kept, key = caches["pictures"], f"png:{sight.etag}"
    picture: bytes | None = kept.get(key)
    if picture is None:
        with _a_place():
            drawing = run_preview(player, PictureSource.picture, sight)
            picture = draw_png(drawing, width=width, patience=WAIT_SECONDS)
        kept.set(key, picture, CACHE_SECONDS)
    return picture


@contextmanager
def _a_place() -> Iterator[None]:
    """Take one of the few places for callers that wait for a picture. Raises Unavailable, also if none becomes free."""
    if not _drawing.acquire(blocking=False):
        raise Unavailable(retry_after=int(WAIT_SECONDS))
    try:
        yield
    except (RenderingFailed, PreviewsBusy):
        raise Unavailable(retry_after=int(WAIT_SECONDS)) from None
    finally:
        _drawing.release()
