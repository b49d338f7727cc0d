"""Read stored views, the only source of boards, pages and e-mails, and draw them. This module never replays a game."""

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
    """An audience's view at one of its stops."""

    game_id: UUID
    audience: str
    stop: int
    """The audience's own number of the stop."""
    events: int
    """The number of its events up to that stop."""
    view: bytes
    """The view as JSON."""
    view_version: str
    """The version of the rules that made the view."""
    at: datetime
    mark: bytes
    """The hash that vouches for all data stored up to this stop; shown only to the audience itself."""

    @property
    def etag(self) -> str:
        """Return the ETag: a salted hash of the view."""
        text = f"{self.game_id}|{self.audience}|{self.stop}|".encode() + self.view
        return f'"{salted_hmac("games.view.etag", text, algorithm="sha256").hexdigest()[:32]}"'


@dataclass(frozen=True)
class StopSummary:
    """One stop of an audience in a list."""

    stop: int
    """The audience's own number of the stop."""
    events: int
    """The number of its events up to that stop."""
    at: datetime


def get_view(access: Access, stop: int | None = None) -> StoredView:
    """Return the audience's current view or, with `stop`, the view at this stop. Raises Missing without such a view."""
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
    """Return the audience's view as of journal segment `number`; None before the audience's first stop."""
    rows = SeatView.objects.filter(game=game, audience=audience, number__lte=number)
    stop = rows.order_by("-stop").values_list("stop", flat=True).first()
    return None if stop is None else get_stop_view(game, audience, stop)


def get_stop_view(game: Game, audience: str, stop: int) -> StoredView:
    """Return the audience's view at one of its stops. Raises Missing for other stops."""
    values = (key(game.pk), audience, *_chain(stop))
    return build_view(select(SeatView, where=_STOPS.format(audience="%s"), values=values, tail=_IN_TURN), stop)


def views_query(game_id: UUID | None, seat_id: int | None, stop: int) -> SelectQuery:
    """Return the query for the rows from which `build_view` builds a seat's view at one of its stops."""
    return SelectQuery(SeatView, _STOPS.format(audience=AUDIENCE_SQL), (key(game_id), seat_id, *_chain(stop)), _IN_TURN)


AUDIENCE_SQL = "(SELECT role FROM games_seat WHERE id = %s)"
"""The audience of a seat as an SQL expression."""


def build_view(rows: list[SeatView], stop: int) -> StoredView:
    """Return the audience's view at its `stop`. Raises Missing if the last of the `rows` is not of that stop.

    The `rows` begin with the last self-contained view up to `stop`; each later view needs the view before it.
    """
    if not rows or rows[-1].stop != stop:
        raise missing()
    row, view = rows[-1], inflate_chain([bytes(row.view) for row in rows])[-1]
    events = row.first_event + row.event_count - 1
    return StoredView(row.game_id, row.audience, stop, events, view, row.view_version, row.at, bytes(row.mark))


_STOPS, _IN_TURN = "game_id = %s AND audience = {audience} AND stop BETWEEN %s AND %s", "ORDER BY stop"


def _chain(stop: int) -> tuple[int, int]:
    """Return the numbers of the last stop with a self-contained view and of this stop."""
    return stop - (stop - 1) % KEYFRAME_EVERY, stop


def to_typed_view(game: Game, stored: StoredView) -> Any:
    """Return the view as the title's own struct."""
    return msgspec.json.decode(stored.view, type=registry.game_title(game).secrecy.view_type)


@lru_cache(maxsize=32)
def _drawn(game: Game, stored: StoredView, language: str) -> RenderedBoard:
    """Return the picture of a view with its hotspots; it is cached for the page, the hotspots and taps.

    The cache key contains the exact bytes of the view; a picture depends on these and the title's components only.
    """
    return registry.game_title(game).presentation.render_board(to_typed_view(game, stored), language)


def draw_board_svg(game: Game, stored: StoredView, language: str) -> str:
    """Return the picture of a view as SVG."""
    return _drawn(game, stored, language).svg()


def draw_board(game: Game, stored: StoredView, language: str) -> Picture:
    """Return the picture of a view in layers, for conversion to PNG."""
    return _drawn(game, stored, language).picture


def render_board(game: Game, stored: StoredView, language: str) -> RenderedBoard:
    """Return the picture of a view with its hotspots."""
    return _drawn(game, stored, language)


def draw_email_picture(game: Game, stored: StoredView, language: str) -> Picture:
    """Return the picture for an e-mail: the title's own e-mail picture or, without one, the whole board."""
    glance = registry.game_title(game).presentation.email_picture
    return glance(to_typed_view(game, stored), language) if glance else draw_board(game, stored, language)


def draw_board_part(game: Game, stored: StoredView, part: str, language: str) -> Picture:
    """Return one named part of the board's picture. Raises Missing if the title has no such part."""
    title = registry.game_title(game)
    if part not in title.presentation.picture_parts:
        raise missing()
    return title.presentation.render_part(to_typed_view(game, stored), part, language)


def locate_hotspots(game: Game, stored: StoredView, language: str) -> BoardHotspots:
    """Return the hotspots of a view's picture, on which a player can tap."""
    return _drawn(game, stored, language).hotspots


def describe_board(game: Game, stored: StoredView, language: str) -> str:
    """Return the board in plain text."""
    return registry.game_title(game).presentation.text_board(to_typed_view(game, stored), language)


def has_finished(game: Game, stored: StoredView) -> bool:
    """Return True if the seat that the view belongs to has nothing more to do in the game."""
    return registry.game_title(game).rules.has_finished(to_typed_view(game, stored))


def get_headline(game: Game, stored: StoredView, language: str) -> str:
    """Return a few words about the game's position, such as turn and score, from what the audience knows."""
    return registry.game_title(game).presentation.headline(to_typed_view(game, stored), language)
