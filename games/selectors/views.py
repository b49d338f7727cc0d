"""Stored views: the only source of boards, pages and e-mails. Nothing here replays a game."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec
from django.utils.crypto import salted_hmac

from games import registry
from games.database.batch import SelectQuery, key, select
from games.errors import missing
from games.kernel.hotspots import BoardHotspots, RenderedBoard
from games.kernel.picture import Picture
from games.models import CurrentView, Game, SeatView
from games.models.compression import KEYFRAME_EVERY, inflate, inflate_chain
from games.selectors.access import Access


@dataclass(frozen=True)
class StoredView:
    """A view as JSON bytes, with the audience's own numbers: its stop, and its number of events up to then."""

    game_id: UUID
    audience: str
    stop: int
    events: int
    view: bytes
    view_version: str
    at: datetime
    mark: bytes
    """The mark that vouches for all data stored until then; for the audience's own e-mails, receipts and dice."""

    @property
    def etag(self) -> str:
        """Return a quoted, salted tag over the audience's own bytes."""
        text = f"{self.game_id}|{self.audience}|{self.stop}|".encode() + self.view
        return f'"{salted_hmac("games.view.etag", text, algorithm="sha256").hexdigest()[:32]}"'


@dataclass(frozen=True)
class StopSummary:
    """One stop of an audience in a list."""

    stop: int
    events: int
    at: datetime


def get_view(access: Access, stop: int | None = None) -> StoredView:
    """Return the audience's current view, or that of one of its stops. Raises Missing."""
    return (
        get_newest_view(access.game, access.audience)
        if stop is None
        else get_stop_view(access.game, access.audience, stop)
    )


def list_stops(access: Access) -> list[StopSummary]:
    """Return all stops of the audience, oldest first."""
    rows = SeatView.objects.filter(game=access.game, audience=access.audience).order_by("stop")
    return [
        StopSummary(stop, first + count - 1, at)
        for stop, first, count, at in rows.values_list("stop", "first_event", "event_count", "at")
    ]


def get_newest_view(game: Game, audience: str) -> StoredView:
    """Return the audience's current view, in one query. Raises Missing before the first stop."""
    found = select(CurrentView, where="game_id = %s AND audience = %s", values=(key(game.pk), audience))
    if not found:
        raise missing()
    row = found[0]
    view = inflate(bytes(row.view))
    return StoredView(game.pk, audience, row.stop, row.events, view, row.view_version, row.at, bytes(row.mark))


def get_view_at(game: Game, audience: str, number: int) -> StoredView | None:
    """Return the audience's view as of segment `number`, for the replay; None before its first stop."""
    rows = SeatView.objects.filter(game=game, audience=audience, number__lte=number)
    stop = rows.order_by("-stop").values_list("stop", flat=True).first()
    return None if stop is None else get_stop_view(game, audience, stop)


def get_stop_view(game: Game, audience: str, stop: int) -> StoredView:
    """Return the audience's view at one of its stops. Raises Missing."""
    values = (key(game.pk), audience, *_chain(stop))
    return build_view(select(SeatView, where=_STOPS.format(audience="%s"), values=values, tail=_IN_TURN), stop)


def views_query(game_id: UUID | None, seat_id: int | None, stop: int) -> SelectQuery:
    """Return the query for the rows from which `build_view` builds a seat's view at one of its stops."""
    return SelectQuery(SeatView, _STOPS.format(audience=AUDIENCE_SQL), (key(game_id), seat_id, *_chain(stop)), _IN_TURN)


AUDIENCE_SQL = "(SELECT role FROM games_seat WHERE id = %s)"
"""In a condition, the audience of a seat."""


def build_view(rows: list[SeatView], stop: int) -> StoredView:
    """Return the audience's view at its `stop`, from the rows since the last self-contained one. Raises Missing."""
    if not rows or rows[-1].stop != stop:
        raise missing()
    row, view = rows[-1], inflate_chain([bytes(row.view) for row in rows])[-1]
    events = row.first_event + row.event_count - 1
    return StoredView(row.game_id, row.audience, stop, events, view, row.view_version, row.at, bytes(row.mark))


_STOPS, _IN_TURN = "game_id = %s AND audience = {audience} AND stop BETWEEN %s AND %s", "ORDER BY stop"


def _chain(stop: int) -> tuple[int, int]:
    """Return the stops from the last self-contained one to this one."""
    return stop - (stop - 1) % KEYFRAME_EVERY, stop


def to_typed_view(game: Game, stored: StoredView) -> Any:
    """Return the view as the title's own struct."""
    return msgspec.json.decode(stored.view, type=registry.game_title(game).secrecy.view_type)


@lru_cache(maxsize=32)
def _drawn(game: Game, stored: StoredView, language: str) -> RenderedBoard:
    """Return the picture of a view, rendered once for page, hotspots and taps.

    The cache key contains the exact bytes of the view; apart from the components, nothing else is rendered.
    """
    return registry.game_title(game).presentation.render_board(to_typed_view(game, stored), language)


def draw_board_svg(game: Game, stored: StoredView, language: str) -> str:
    """Return the picture of a view."""
    return _drawn(game, stored, language).svg()


def draw_board(game: Game, stored: StoredView, language: str) -> Picture:
    """Return the picture in layers, for rasterizing."""
    return _drawn(game, stored, language).picture


def render_board(game: Game, stored: StoredView, language: str) -> RenderedBoard:
    """Return the picture of a view with its hotspots."""
    return _drawn(game, stored, language)


def draw_email_picture(game: Game, stored: StoredView, language: str) -> Picture:
    """Return an e-mail's picture: the whole board, or the part where something happened."""
    glance = registry.game_title(game).presentation.email_picture
    return glance(to_typed_view(game, stored), language) if glance else draw_board(game, stored, language)


def draw_board_part(game: Game, stored: StoredView, part: str, language: str) -> Picture:
    """Return one part of the picture. Raises Missing if the title has no such part."""
    title = registry.game_title(game)
    if part not in title.presentation.picture_parts:
        raise missing()
    return title.presentation.render_part(to_typed_view(game, stored), part, language)


def locate_hotspots(game: Game, stored: StoredView, language: str) -> BoardHotspots:
    """Return the hotspots of a view's picture, for taps."""
    return _drawn(game, stored, language).hotspots


def describe_board(game: Game, stored: StoredView, language: str) -> str:
    """Return the board in plain text."""
    return registry.game_title(game).presentation.text_board(to_typed_view(game, stored), language)


def has_finished(game: Game, stored: StoredView) -> bool:
    """Return True if the seat that the view belongs to has nothing more to do in the game."""
    return registry.game_title(game).rules.has_finished(to_typed_view(game, stored))


def get_headline(game: Game, stored: StoredView, language: str) -> str:
    """Return the game's position in a few words that the audience may know."""
    return registry.game_title(game).presentation.headline(to_typed_view(game, stored), language)
