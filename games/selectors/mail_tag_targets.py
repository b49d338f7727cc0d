"""Reply tags: addresses with a tag for outgoing e-mails, and the subject of a tag in a reply."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.conf import settings

from games.database.batch import key, select, select_with
from games.models import (
    Game,
    Invitation,
    MessageCopy,
    Opening,
    OpenRequest,
    Player,
    ReserveStep,
    Seat,
    Tenure,
    UmpireQuestion,
)
from games.persistence.mail_tags import (
    INVITATION,
    MESSAGE,
    OPENING,
    QUESTION,
    RESERVE,
    SEAT,
    START,
    UMPIRE,
    UNTAGGED,
    Tag,
    is_genuine,
    make_tag,
    reply_address,
)
from games.selectors.invitations import find_invited_player, find_invited_seat, get_invitation

PRESENT_TENURE_SQL = "seat_id = %s AND until IS NULL ORDER BY id DESC LIMIT 1"
"""The current tenure of a seat."""


@dataclass(frozen=True)
class TagTarget:
    """The subject of a valid tag.

    It is a seat that the sender holds or is invited to take, with the decision or message copy, if any. A game that is
    not opened yet has no seats.
    """

    tag: Tag
    player: Player
    seat: Seat | None
    request: OpenRequest | None = None
    message: MessageCopy | None = None


def make_seat_reply_address(kind: str, subject: UUID, seat: Seat) -> str:
    """Return the reply address of the seat's player; empty if this server accepts no replies."""
    if not settings.PBEM_MAIL_REPLY_ADDRESS:
        return ""
    tenures = select(Tenure, where=PRESENT_TENURE_SQL, values=(seat.pk,), only=("id",))
    return make_seat_reply_address_from(kind, subject, seat, tenures)


def make_seat_reply_address_from(kind: str, subject: UUID, seat: Seat, tenures: Sequence[Tenure]) -> str:
    """Return the reply address of the seat's player from tenures that are already loaded; empty without a tenure."""
    if not settings.PBEM_MAIL_REPLY_ADDRESS:
        return ""
    return reply_address(make_tag(kind, subject, seat.pk, tenures[0].pk if tenures else 0))


def make_reserve_reply_address(step: UUID, player: Player) -> str:
    """Return the address for a reserve's reply to a request; empty if this server accepts no replies."""
    return reply_address(make_tag(RESERVE, step, 0, player.pk)) if settings.PBEM_MAIL_REPLY_ADDRESS else ""


def make_invitation_reply_address(row: Invitation) -> str:
    """Return the reply address for an invitation.

    Returns "" if this server accepts no replies, and for an invitation to no game.
    """
    if not settings.PBEM_MAIL_REPLY_ADDRESS or row.game_id is None:
        return ""
    return reply_address(make_tag(INVITATION, row.pk, 0, 0))


def make_opening_reply_address(row: Opening) -> str:
    """Return the address for a player's confirmation of a proposed game."""
    return reply_address(make_tag(OPENING, row.pk, 0, row.player_id)) if settings.PBEM_MAIL_REPLY_ADDRESS else ""


def make_start_reply_address(game: Game) -> str:
    """Return the address for starting a game by e-mail; empty if this server accepts no replies."""
    return reply_address(make_tag(START, game.pk, 0, 0)) if settings.PBEM_MAIL_REPLY_ADDRESS else ""


def make_question_reply_address(row: UmpireQuestion, reader: Player) -> str:
    """Return the address for a reader's answer to a player's question; empty if this server accepts no replies."""
    return reply_address(make_tag(UMPIRE, row.pk, 0, reader.pk)) if settings.PBEM_MAIL_REPLY_ADDRESS else ""


def find_tagged_invitation(tag: Tag, sender: str) -> Invitation | None:
    """Return the invitation of a valid tag that went to this address."""
    row = get_invitation(tag.subject) if tag.kind == INVITATION else None
    if row is None or row.game is None or not is_genuine(tag, 0, 0):
        return None
    player = find_invited_player(row)
    address = player.email if player else row.address
    return row if address.casefold() == sender.casefold() else None


def resolve_tag(tag: Tag, sender: str) -> TagTarget | None:
    """Return the subject of a tag if it is valid and belongs to this address; else None, without a reason.

    The address must be that of the tenure's player.
    """
    if tag.kind == RESERVE:
        return _reserve(tag, sender)
    if tag.kind == INVITATION:
        return _invited(tag, sender)
    if tag.kind == OPENING:
        return _opening(tag, sender)
    if tag.kind == START:
        return _starting(tag, sender)
    if tag.kind == UMPIRE:
        return _asked(tag, sender)
    for seat, request, message in _meant(tag):
        tenure, player = _tenure(seat)
        if player is None or not player.is_active or player.email.casefold() != sender.casefold():
            continue
        if is_genuine(tag, seat.pk, tenure):
            return TagTarget(tag, player, seat, request, message)
    return None


def _reserve(tag: Tag, sender: str) -> TagTarget | None:
    """Return the reserve with this address and the seat of the request."""
    step = ReserveStep.objects.filter(pk=tag.subject, what=ReserveStep.What.ASKED).select_related("call__seat").first()
    if step is None or not is_genuine(tag, 0, step.player):
        return None
    player = Player.objects.filter(pk=step.player, is_active=True).first()
    if player is None or player.email.casefold() != sender.casefold():
        return None
    return TagTarget(tag, player, step.call.seat)


def _invited(tag: Tag, sender: str) -> TagTarget | None:
    """Return the invited player, if they have an account, and the seat: the invitation's, or the first."""
    row = find_tagged_invitation(tag, sender)
    player = find_invited_player(row) if row else None
    if row is None or player is None or not player.is_active:
        return None
    seats = Seat.objects.filter(game=row.game_id).order_by("position")
    seat = find_invited_seat(row) or seats.filter(role=row.role).first() or seats.first()
    return TagTarget(tag, player, seat) if seat else None


def _opening(tag: Tag, sender: str) -> TagTarget | None:
    """Return the player with this address who was sent a proposed game; it may have been deleted since."""
    about = resolve_untagged(sender)
    return replace(about, tag=tag) if about and is_genuine(tag, 0, about.player.pk) else None


def _starting(tag: Tag, sender: str) -> TagTarget | None:
    """Return the player of a start command, permitted or not; the seat stands for the game."""
    about = resolve_untagged(sender) if is_genuine(tag, 0, 0) else None
    seat = Seat.objects.filter(game=tag.subject).order_by("position").first() if about else None
    return replace(about, tag=tag, seat=seat) if about and seat else None


def _asked(tag: Tag, sender: str) -> TagTarget | None:
    """Return the reader with this address who was sent a player's question, and the seat that asked it."""
    about = resolve_untagged(sender)
    if about is None or not is_genuine(tag, 0, about.player.pk):
        return None
    row = UmpireQuestion.objects.filter(pk=tag.subject).select_related("seat").first()
    return replace(about, tag=tag, seat=row.seat) if row else None


def resolve_untagged(sender: str) -> TagTarget | None:
    """Return the target of an e-mail that answers no other e-mail: the player with the sender's address.

    Return None if no active player has it.
    """
    player = Player.objects.filter(email__iexact=sender, is_active=True).first() if sender else None
    return TagTarget(UNTAGGED, player, None) if player else None


def _meant(tag: Tag) -> list[tuple[Seat, OpenRequest | None, MessageCopy | None]]:
    """Return the seats that a tag may belong to, with the object that it names."""
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
    """Return the key of the current tenure, 0 if none is stored, and its player."""
    where = "games_tenure.seat_id = %s AND games_tenure.until IS NULL ORDER BY games_tenure.id DESC LIMIT 1"
    found = select_with(Tenure, {"player": ()}, where=where, values=(seat.pk,))
    if found and found[0].player_id == seat.player_id:
        return found[0].pk, found[0].player
    return 0, None if found else seat.player
