"""Stored views: the only source of boards, pages and mail. Nothing here replays a game."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec
from django.utils.crypto import salted_hmac

from games import registry
from games.errors import missing
from games.kernel.byhand.spots import Drawn, Spots
from games.kernel.picture import Picture
from games.models import Game, Lookout, SeatView
from games.models.compress import KEYFRAME_EVERY, inflate, inflate_chain
from games.models.statements import Reading, key, select
from games.selectors.access import Access


@dataclass(frozen=True)
class StoredView:
    """A view as JSON bytes, with the audience's own numbers: its stop, and the events it had seen by then."""

    game_id: UUID
    audience: str
    stop: int
    events: int
    view: bytes
    view_version: str
    at: datetime
    mark: bytes
    """What vouches for all that was stored until then; for the audience's own letters, receipts and dice."""

    @property
    def etag(self) -> str:
        """A quoted, salted tag over the audience's own bytes."""
        text = f"{self.game_id}|{self.audience}|{self.stop}|".encode() + self.view
        return f'"{salted_hmac("games.view.etag", text, algorithm="sha256").hexdigest()[:32]}"'


@dataclass(frozen=True)
class StopMark:
    """One stop of an audience in a list."""

    stop: int
    events: int
    at: datetime


def seat_view(access: Access, stop: int | None = None) -> StoredView:
    """The audience's newest view, or that of one of its stops. Raises Missing."""
    return newest_view(access.game, access.audience) if stop is None else kept_view(access.game, access.audience, stop)


def stops(access: Access) -> list[StopMark]:
    """All stops of the audience, oldest first."""
    rows = SeatView.objects.filter(game=access.game, audience=access.audience).order_by("stop")
    return [
        StopMark(stop, first + count - 1, at)
        for stop, first, count, at in rows.values_list("stop", "first_event", "event_count", "at")
    ]


def newest_view(game: Game, audience: str) -> StoredView:
    """What the audience sees now. One query. Raises Missing before the first stop."""
    found = select(Lookout, where="game_id = %s AND audience = %s", values=(key(game.pk), audience))
    if not found:
        raise missing()
    row = found[0]
    view = inflate(bytes(row.view))
    return StoredView(game.pk, audience, row.stop, row.events, view, row.view_version, row.at, bytes(row.mark))


def view_at(game: Game, audience: str, number: int) -> StoredView | None:
    """What the audience saw when segment `number` was written, for the replay; None before its first stop."""
    rows = SeatView.objects.filter(game=game, audience=audience, number__lte=number)
    stop = rows.order_by("-stop").values_list("stop", flat=True).first()
    return None if stop is None else kept_view(game, audience, stop)


def kept_view(game: Game, audience: str, stop: int) -> StoredView:
    """What the audience saw at one of its stops. Raises Missing."""
    values = (key(game.pk), audience, *_chain(stop))
    return view_from(select(SeatView, where=_STOPS.format(audience="%s"), values=values, tail=_IN_TURN), stop)


def views_until(game_id: UUID | None, seat_id: int | None, stop: int) -> Reading:
    """The rows of which `view_from` makes what a seat saw at one of its stops."""
    return Reading(SeatView, _STOPS.format(audience=AUDIENCE), (key(game_id), seat_id, *_chain(stop)), _IN_TURN)


AUDIENCE = "(SELECT role FROM games_seat WHERE id = %s)"
"""In a condition, the audience that a seat is."""


def view_from(rows: list[SeatView], stop: int) -> StoredView:
    """What the audience saw at its `stop`, out of the rows since the last that was stored whole. Raises Missing."""
    if not rows or rows[-1].stop != stop:
        raise missing()
    row, view = rows[-1], inflate_chain([bytes(row.view) for row in rows])[-1]
    events = row.first_event + row.event_count - 1
    return StoredView(row.game_id, row.audience, stop, events, view, row.view_version, row.at, bytes(row.mark))


_STOPS, _IN_TURN = "game_id = %s AND audience = {audience} AND stop BETWEEN %s AND %s", "ORDER BY stop"


def _chain(stop: int) -> tuple[int, int]:
    """The stops from the last that was stored whole to this one."""
    return stop - (stop - 1) % KEYFRAME_EVERY, stop


def typed_view(game: Game, stored: StoredView) -> Any:
    """The view as the title's own struct."""
    return msgspec.json.decode(stored.view, type=registry.game_title(game).view_type)


@lru_cache(maxsize=32)
def _drawn(game: Game, stored: StoredView, language: str) -> Drawn:
    """The picture of a view, drawn once for page, spots and taps.

    The view itself, to the byte, is part of the key, and nothing but the box is drawn besides.
    """
    return registry.game_title(game).drawn(typed_view(game, stored), language)


def board_svg(game: Game, stored: StoredView, language: str) -> str:
    """The picture of a view."""
    return _drawn(game, stored, language).svg()


def board_picture(game: Game, stored: StoredView, language: str) -> Picture:
    """The same in layers, for whoever turns it into pixels."""
    return _drawn(game, stored, language).picture


def board_glance(game: Game, stored: StoredView, language: str) -> Picture:
    """What a letter shows of the picture: all of it, or the part where something happened."""
    glance = registry.game_title(game).glance
    return glance(typed_view(game, stored), language) if glance else board_picture(game, stored, language)


def board_part(game: Game, stored: StoredView, part: str, language: str) -> Picture:
    """A part of the picture by itself. Raises Missing where the title has no such part."""
    title = registry.game_title(game)
    if part not in title.parts:
        raise missing()
    return title.part(typed_view(game, stored), part, language)


def board_spots(game: Game, stored: StoredView, language: str) -> Spots:
    """Where things are on that picture, so that a tap on it can mean them."""
    return _drawn(game, stored, language).spots


def board_text(game: Game, stored: StoredView, language: str) -> str:
    """The same in plain text."""
    return registry.game_title(game).text_board(typed_view(game, stored), language)


def has_nothing_to_decide(game: Game, stored: StoredView) -> bool:
    """Whether the part of who sees this is over before the game is."""
    return registry.game_title(game).done(typed_view(game, stored))


def headline(game: Game, stored: StoredView, language: str) -> str:
    """Where the game stands, in a few words that the audience may know."""
    return registry.game_title(game).headline(typed_view(game, stored), language)
