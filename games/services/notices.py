"""Announcements of the server in a game, and the letters that carry them."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.kernel.errors import refuse_unfit
from games.models import Game, Notice, OutgoingMail, Player, Seat
from games.services.outbox import Kind, owed

EVERYBODY = ("*",)


def announce(
    game: Game, kind: str, *, to: Sequence[str] = EVERYBODY, author: Player | None = None, **facts: Any
) -> Notice:
    """An unsaved notice at the game's present stop; `facts` hold roles and times, never names.

    Raises Malformed for a `reason` that is no fit text.
    """
    refuse_unfit("/reason", facts.get("reason", ""), lines=True)
    return Notice(game=game, stop=game.stop, kind=kind, seats=list(to), facts=facts, author=author)


def readers(notice: Notice, seats: Iterable[Seat]) -> list[Seat]:
    """The seats, held by players, that may read the notice."""
    return [seat for seat in seats if seat.player_id and ("*" in notice.seats or seat.role in notice.seats)]


def letters(
    notices: Iterable[Notice], seats: Sequence[Seat], stops: dict[str, int], informed: Iterable[Seat] = ()
) -> list[OutgoingMail]:
    """One letter for every reader of a notice who does not get a letter of this stop anyhow."""
    served = {seat.role for seat in informed}
    return [
        owed(notice.game, seat, Kind.NOTICE, seat_stop=stops.get(seat.role, 0), reference=notice.pk.hex)
        for notice in notices
        for seat in readers(notice, seats)
        if seat.role not in served
    ]
