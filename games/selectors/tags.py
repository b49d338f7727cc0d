"""Which tag a letter carries, and whose a tag is that comes back."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.conf import settings

from games.models import Game, Invitation, MessageCopy, Opening, OpenRequest, Player, ReserveStep, Seat, Tenure
from games.models.statements import key, select, select_with
from games.selectors.invitations import invitation_by_id, player_invited, seat_for
from games.stored.tags import (
    INVITATION,
    MESSAGE,
    OPENING,
    QUESTION,
    RESERVE,
    SEAT,
    START,
    UNTAGGED,
    Tag,
    is_genuine,
    reply_address,
    write_tag,
)

PRESENT = "seat_id = %s AND until IS NULL ORDER BY id DESC LIMIT 1"
"""The tenure of a seat that goes on."""


@dataclass(frozen=True)
class Addressed:
    """What a genuine tag is about: the seat that its sender holds, or is asked to take, and the decision or the
    message's copy, if any. A game that is yet to be opened has no seats.
    """

    tag: Tag
    player: Player
    seat: Seat | None
    request: OpenRequest | None = None
    message: MessageCopy | None = None


def reply_tag(kind: str, subject: UUID, seat: Seat) -> str:
    """The address to which whoever sits there replies; empty where this server takes no replies."""
    if not settings.PBEM_MAIL_REPLY:
        return ""
    tenures = select(Tenure, where=PRESENT, values=(seat.pk,), only=("id",))
    return tag_within(kind, subject, seat, tenures)


def tag_within(kind: str, subject: UUID, seat: Seat, tenures: Sequence[Tenure]) -> str:
    """The same where the tenure that goes on was read already; none where none was written down."""
    if not settings.PBEM_MAIL_REPLY:
        return ""
    return reply_address(write_tag(kind, subject, seat.pk, tenures[0].pk if tenures else 0))


def reserve_tag(step: UUID, player: Player) -> str:
    """The address to which a player says whether they take the seat; empty where this server takes no replies."""
    return reply_address(write_tag(RESERVE, step, 0, player.pk)) if settings.PBEM_MAIL_REPLY else ""


def invitation_tag(row: Invitation) -> str:
    """The address to which whoever is invited says yes or no; empty where this server takes no replies, and for a
    letter that asks into no game.
    """
    if not settings.PBEM_MAIL_REPLY or row.game_id is None:
        return ""
    return reply_address(write_tag(INVITATION, row.pk, 0, 0))


def opening_tag(row: Opening) -> str:
    """The address to which a player says yes to a game that they would open."""
    return reply_address(write_tag(OPENING, row.pk, 0, row.player_id)) if settings.PBEM_MAIL_REPLY else ""


def start_tag(game: Game) -> str:
    """The address to which whoever may start a game says so; empty where this server takes no replies."""
    return reply_address(write_tag(START, game.pk, 0, 0)) if settings.PBEM_MAIL_REPLY else ""


def invited(tag: Tag, sender: str) -> Invitation | None:
    """The invitation that a genuine tag names, and that went to this address."""
    row = invitation_by_id(tag.subject) if tag.kind == INVITATION else None
    if row is None or row.game is None or not is_genuine(tag, 0, 0):
        return None
    player = player_invited(row)
    address = player.email if player else row.address
    return row if address.casefold() == sender.casefold() else None


def addressed(tag: Tag, sender: str) -> Addressed | None:
    """What a tag is about, if it is genuine and its tenure's player has this address; else None, without a word why."""
    if tag.kind == RESERVE:
        return _reserve(tag, sender)
    if tag.kind == INVITATION:
        return _invited(tag, sender)
    if tag.kind == OPENING:
        return _opening(tag, sender)
    if tag.kind == START:
        return _starting(tag, sender)
    for seat, request, message in _meant(tag):
        tenure, player = _tenure(seat)
        if player is None or not player.is_active or player.email.casefold() != sender.casefold():
            continue
        if is_genuine(tag, seat.pk, tenure):
            return Addressed(tag, player, seat, request, message)
    return None


def _reserve(tag: Tag, sender: str) -> Addressed | None:
    """Who was asked to take which seat, by somebody who has this address."""
    step = ReserveStep.objects.filter(pk=tag.subject, what=ReserveStep.What.ASKED).select_related("call__seat").first()
    if step is None or not is_genuine(tag, 0, step.player):
        return None
    player = Player.objects.filter(pk=step.player, is_active=True).first()
    if player is None or player.email.casefold() != sender.casefold():
        return None
    return Addressed(tag, player, step.call.seat)


def _invited(tag: Tag, sender: str) -> Addressed | None:
    """Who of the players here was asked in, and to which seat: the one of the letter, or the first."""
    row = invited(tag, sender)
    player = player_invited(row) if row else None
    if row is None or player is None or not player.is_active:
        return None
    seats = Seat.objects.filter(game=row.game_id).order_by("position")
    seat = seat_for(row) or seats.filter(role=row.role).first() or seats.first()
    return Addressed(tag, player, seat) if seat else None


def _opening(tag: Tag, sender: str) -> Addressed | None:
    """Who would open a game, and was shown it in a letter to this address; perhaps so long ago that it is forgotten."""
    about = untagged(sender)
    return replace(about, tag=tag) if about and is_genuine(tag, 0, about.player.pk) else None


def _starting(tag: Tag, sender: str) -> Addressed | None:
    """Who says that a game shall begin, be it theirs to say or not; the seat stands for the game."""
    about = untagged(sender) if is_genuine(tag, 0, 0) else None
    seat = Seat.objects.filter(game=tag.subject).order_by("position").first() if about else None
    return replace(about, tag=tag, seat=seat) if about and seat else None


def untagged(sender: str) -> Addressed | None:
    """The player who writes to the server from this address, and answers none of its letters."""
    player = Player.objects.filter(email__iexact=sender, is_active=True).first() if sender else None
    return Addressed(UNTAGGED, player, None) if player else None


def _meant(tag: Tag) -> list[tuple[Seat, OpenRequest | None, MessageCopy | None]]:
    """The seats that a tag may have been made for, with what it names."""
    if tag.kind == QUESTION:
        requests = select_with(
            OpenRequest, {"seat": (), "game": ()}, where="games_openrequest.id = %s", values=(key(tag.subject),)
        )
        return [(one.seat, one, None) for one in requests]
    if tag.kind == MESSAGE:
        copies = select_with(MessageCopy, {"seat": ()}, where="games_messagecopy.id = %s", values=(key(tag.subject),))
        return [(one.seat, None, one) for one in copies]
    seats = select(Seat, where="game_id = %s AND player_id IS NOT NULL", values=(key(tag.subject),))
    return [(one, None, None) for one in seats] if tag.kind == SEAT else []


def _tenure(seat: Seat) -> tuple[int, Player | None]:
    """The key of the tenure that goes on, 0 where none was written down, and who sits there."""
    where = "games_tenure.seat_id = %s AND games_tenure.until IS NULL ORDER BY games_tenure.id DESC LIMIT 1"
    found = select_with(Tenure, {"player": ()}, where=where, values=(seat.pk,))
    if found and found[0].player_id == seat.player_id:
        return found[0].pk, found[0].player
    return 0, None if found else seat.player
