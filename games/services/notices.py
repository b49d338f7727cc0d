"""Announcements (notices) of the server to a game's players, and their e-mails."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.kernel.errors import refuse_forbidden_characters
from games.models import Game, Notice, OutgoingMail, Player, Seat
from games.persistence.metadata_visibility import load_metadata_visibility
from games.services.outbox import Kind, make_outgoing_mail

EVERYBODY = ("*",)


def make_notice(
    game: Game, kind: str, *, to: Sequence[str] = EVERYBODY, author: Player | None = None, **facts: Any
) -> Notice:
    """Return an unsaved notice at the game's present stop, for the roles `to`.

    `kind` is a value of `Notice.Kind`. `author` is the player who causes the notice, None for the server. `facts` are
    the values in its text: roles and times, never players' names. Raises Malformed if the fact ``reason`` contains
    control characters.
    """
    refuse_forbidden_characters("/reason", facts.get("reason", ""), allow_lines=True)
    return Notice(game=game, stop=game.stop, kind=kind, seats=list(to), facts=facts, author=author)


def list_late_notice_readers(game: Game, role: str) -> tuple[str, ...]:
    """Return the roles that may learn, by the game's settings, that the seat `role` missed a deadline.

    The result is for the argument ``to`` of `make_notice`.
    """
    who = load_metadata_visibility(game.openness).late
    if who == "table":
        return tuple(Seat.objects.filter(game=game).order_by("position").values_list("role", flat=True))
    return EVERYBODY if who == "all" else (role,)


def list_notice_readers(notice: Notice, seats: Iterable[Seat]) -> list[Seat]:
    """Return those of `seats` that have a player and may read the notice."""
    return [seat for seat in seats if seat.player_id and ("*" in notice.seats or seat.role in notice.seats)]


def make_notice_emails(
    notices: Iterable[Notice], seats: Sequence[Seat], stops: dict[str, int], already_informed: Iterable[Seat] = ()
) -> list[OutgoingMail]:
    """Return unsaved e-mails to the seats that may read a notice, except the seats `already_informed` about this stop.

    Each seat gets an e-mail for each of the `notices`. `stops` are the seats' own stop numbers by role.
    """
    served = {seat.role for seat in already_informed}
    return [
        make_outgoing_mail(notice.game, seat, Kind.NOTICE, seat_stop=stops.get(seat.role, 0), reference=notice.pk.hex)
        for notice in notices
        for seat in list_notice_readers(notice, seats)
        if seat.role not in served
    ]
