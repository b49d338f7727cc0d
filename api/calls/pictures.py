"""``games/{id}/board.svg`` and ``board.png``: pictures of what a seat may see."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Annotated, Literal
from uuid import UUID

from django.core.cache import caches
from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from api import words
from api.access import CostlyLimit
from api.base import Call, is_known, tagged
from api.calls.sight import IF_NONE_MATCH, UNCHANGED, SightQuery
from api.problems import Unavailable
from api.schema import call
from games.kernel.picture import Picture as BoardPicture
from games.models import Game
from games.selectors.seats import access_seat
from games.selectors.views import StoredView, board_part, board_picture, board_svg, seat_view
from pbem.pages.middleware import PICTURE_POLICY
from pbem.pictures import CannotDraw, draw_png

KEPT = 60 * 60
"""Seconds for which a drawn picture is kept."""
AT_ONCE = 2
"""Requests of one process that may wait for a picture; the other threads have other callers."""
PATIENCE = 3.0
"""Seconds that one of them waits for a free renderer."""

_drawing = BoundedSemaphore(AT_ONCE)


class PictureQuery(SightQuery, frozen=True, kw_only=True):
    """Which view, in which language."""

    language: Annotated[Literal["", "en", "ja"], Meta(description="Without it the reader's language.")] = ""
    part: Annotated[
        str, Meta(pattern="^[a-z_]{0,30}$", description="A part of a crowded picture by itself; without it all of it.")
    ] = ""


class PixelQuery(PictureQuery, frozen=True, kw_only=True):
    """Which view, in which language and size."""

    width: Annotated[Literal[400, 600, 1000, 1600, 2400], Meta(description="Pixels.")] = 1000


class Sight(Struct, frozen=True):
    """A view that is to be shown as a picture, and the picture's tag: the view's digest, the language, the size."""

    game: Game
    view: StoredView
    language: str
    etag: str
    part: str = ""

    def picture(self) -> BoardPicture:
        """The picture, or the part of it that was asked for. Raises Missing."""
        if self.part:
            return board_part(self.game, self.view, self.part, self.language)
        return board_picture(self.game, self.view, self.language)

    def svg(self) -> str:
        """The same as SVG. Raises Missing."""
        if self.part:
            return board_part(self.game, self.view, self.part, self.language).svg()
        return board_svg(self.game, self.view, self.language)


class Picture(Call):
    """The base of the pictures of a view: authorized and tagged."""

    def sight(self, game_id: UUID, asked: PictureQuery, mark: str = "") -> Sight:
        """What the caller asks to see; `mark` tells pictures of one view apart. Raises Missing, Forbidden."""
        access = access_seat(self.player, game_id, asked.seat)
        view, language = seat_view(access, asked.stop), asked.language or words.language()
        mark = f"-{asked.part}{mark}" if asked.part else mark
        return Sight(access.game, view, language, f'{view.etag[:-1]}-{language}{mark}"', asked.part)


def _shown(request: Request, sight: Sight, picture: bytes, media: str) -> HttpResponse:
    response = tagged(request, sight.etag, picture, media)
    response["Content-Security-Policy"] = PICTURE_POLICY
    return response


class BoardSvg(Picture):
    """The board as SVG."""

    @call(
        "games_board_svg",
        "The board as my seat sees it, as SVG",
        media="image/svg+xml",
        query=PictureQuery,
        headers=[IF_NONE_MATCH],
        others=UNCHANGED,
        tag="sight",
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        sight = self.sight(game_id, self.query(PictureQuery))
        known = is_known(request, sight.etag)
        picture = b"" if known else sight.svg().encode()
        return _shown(request, sight, picture, "image/svg+xml")


class BoardPng(Picture):
    """The board as PNG: costly, so limited for each player."""

    throttle_classes = (CostlyLimit,)

    @call(
        "games_board_png",
        "The board as my seat sees it, as PNG",
        media="image/png",
        query=PixelQuery,
        headers=[IF_NONE_MATCH],
        others=UNCHANGED,
        tag="sight",
        about="Parts (PQ-17): map, happened, iceland, norwegian_sea, barents_sea, white_sea, north_sea, forces, air. "
        "Drawn once for each view, language and width, then kept. While too many ask at once: 503, try again.",
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        asked = self.query(PixelQuery)
        sight = self.sight(game_id, asked, f"-{asked.width}")
        known = is_known(request, sight.etag)
        return _shown(request, sight, b"" if known else _png(sight, asked.width), "image/png")


def _png(sight: Sight, width: int) -> bytes:
    """The picture as it was drawn before, or drawn now. Raises Unavailable."""
    kept, key = caches["pictures"], f"png:{sight.etag}"
    picture: bytes | None = kept.get(key)
    if picture is None:
        with _a_place():
            picture = draw_png(sight.picture(), width=width, patience=PATIENCE)
        kept.set(key, picture, KEPT)
    return picture


@contextmanager
def _a_place() -> Iterator[None]:
    """One of the few places of those who wait for a picture. Raises Unavailable, also where none comes about."""
    if not _drawing.acquire(blocking=False):
        raise Unavailable(retry_after=int(PATIENCE))
    try:
        yield
    except CannotDraw:
        raise Unavailable(retry_after=int(PATIENCE)) from None
    finally:
        _drawing.release()
