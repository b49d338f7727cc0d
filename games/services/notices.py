"""The server's announcements in a game, and their e-mails."""

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
    """Return an unsaved notice at the game's present stop; `facts` hold roles and times, never names.

    Raises Malformed for an invalid `reason` text.
    """
    refuse_forbidden_characters("/reason", facts.get("reason", ""), allow_lines=True)
    return Notice(game=game, stop=game.stop, kind=kind, seats=list(to), facts=facts, author=author)


def list_late_notice_readers(game: Game, role: str) -> tuple[str, ...]:
    """Return the readers of a notice that this seat missed its deadline, by the game's policy."""
    who = load_metadata_visibility(game.openness).late
    if who == "table":
        return tuple(Seat.objects.filter(game=game).order_by("position").values_list("role", flat=True))
    return EVERYBODY if who == "all" else (role,)


def list_notice_readers(notice: Notice, seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats with a player that may read the notice."""
    return [seat for seat in seats if seat.player_id and ("*" in notice.seats or seat.role in notice.seats)]


def make_notice_emails(
    notices: Iterable[Notice], seats: Sequence[Seat], stops: dict[str, int], already_informed: Iterable[Seat] = ()
) -> list[OutgoingMail]:
    """Return an e-mail for each reader of a notice who gets no other e-mail about this stop."""
    served = {seat.role for seat in already_informed}
    return [
        make_outgoing_mail(notice.game, seat, Kind.NOTICE, seat_stop=stops.get(seat.role, 0), reference=notice.pk.hex)
        for notice in notices
        for seat in list_notice_readers(notice, seats)
        if seat.role not in served
    ]
