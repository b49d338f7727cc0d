"""``games/{id}/board.svg`` and ``board.png``: pictures of a seat's views."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
from pbem.previews.processes import charge_budget, is_over_budget, run_preview
from pbem.previews.slots import PreviewsBusy, PreviewSlots
from pbem.rendering.renderer_pool import RenderingFailed, render_png
from pbem.web.pages.middleware import PICTURE_POLICY

CACHE_SECONDS = 60 * 60
"""Seconds for which a rendered picture is cached."""
MAX_CONCURRENT = 2
"""The maximum number of requests in one process that wait for a picture, so that threads are left for other calls."""
MAX_PER_PLAYER = 1
"""The maximum number of such requests of one player."""
WAIT_SECONDS = 3.0
"""Seconds for which such a request waits for a free renderer."""

_drawing = PreviewSlots(MAX_PER_PLAYER, MAX_CONCURRENT)


class PictureQuery(ViewQuery, frozen=True, kw_only=True):
    """Query parameters of a picture: the view (seat and stop), the language, and the part of the board."""

    language: Annotated[AnyLanguage, Meta(description="Without it the reader's language.")] = ""
    part: Annotated[
        str, Meta(pattern="^[a-z_]{0,30}$", description="One part of a large picture; by default the whole picture.")
    ] = ""


class PngQuery(PictureQuery, frozen=True, kw_only=True):
    """Query parameters of a PNG: those of a picture, and the size."""

    width: Annotated[Literal[400, 600, 1000, 1600, 2400], Meta(description="Pixels.")] = 1000


class PictureSource(Struct, frozen=True):
    """A view to draw, the language, the ETag of the picture, and the part of the board to draw ("": all)."""

    game: Game
    view: StoredView
    language: str
    etag: str
    part: str = ""

    def picture(self) -> BoardPicture:
        """Return the picture of the board, or of the requested part. Raises Missing if there is no such part."""
        if self.part:
            return draw_board_part(self.game, self.view, self.part, self.language)
        return draw_board(self.game, self.view, self.language)

    def svg(self) -> str:
        """Return the picture of the board, or of the requested part, as SVG. Raises Missing for an unknown part."""
        if self.part:
            return draw_board_part(self.game, self.view, self.part, self.language).svg()
        return draw_board_svg(self.game, self.view, self.language)


class PictureView(ApiView):
    """The base class of views that send a picture of a seat's view."""

    def get_source(self, game_id: UUID, query: PictureQuery, variant: str = "") -> PictureSource:
        """Return the view that a query requests, with the language and the ETag of the picture.

        `variant` distinguishes pictures of one view in the ETag, such as their sizes. Raises Missing for an unknown
        game, seat or stop, Forbidden for another player's seat.
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
    """Return the picture as PNG from the cache, or rendered now for a player. Raises Unavailable."""
    return render_cached_png(player, sight.etag, lambda: run_preview(player, PictureSource.picture, sight), width)


def render_cached_png(player: object, etag: str, draw: Callable[[], BoardPicture], width: int) -> bytes:
    """Return a picture as PNG: from the cache by its ETag, or rendered now, `width` pixels wide.

    `draw` returns the picture. Its processor time counts for `player`. Raises Unavailable if it cannot be rendered now,
    or if too many of the player's requests wait for pictures.
    """
    kept, key = caches["pictures"], f"png:{etag}"
    picture: bytes | None = kept.get(key)
    if picture is None:
        with _a_place(player):
            picture, seconds = render_png(draw(), width=width, patience=WAIT_SECONDS)
            charge_budget(player, seconds)
        kept.set(key, picture, CACHE_SECONDS)
    return picture


@contextmanager
def _a_place(player: object) -> Iterator[None]:
    """Count the block among the requests that wait for a picture. Raises Unavailable if there are too many."""
    try:
        with _drawing.take(player):
            yield
    except (RenderingFailed, PreviewsBusy):
        raise Unavailable(int(WAIT_SECONDS), is_own_load=is_over_budget(player)) from None
