"""Make the reply addresses of outgoing e-mails, and find what a reply to such an address is about.

A reply address contains a *tag*: a signed text that names a kind of subject and its id, such as a question.
"""

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
"""The SQL condition for the current tenure of a seat."""


@dataclass(frozen=True)
class TagTarget:
    """The sender of an incoming e-mail, and what the e-mail is about."""

    tag: Tag
    player: Player
    seat: Seat | None
    """A seat that the sender holds or is invited to take (for some tags any seat of the game); None if the e-mail is
    about no game, or about a game that has no seats yet.
    """
    request: OpenRequest | None = None
    """The question, if the e-mail is a reply about a question."""
    message: MessageCopy | None = None
    """The copy of the press message, if the e-mail is a reply to it."""


def make_seat_reply_address(kind: str, subject: UUID, seat: Seat) -> str:
    """Return the address for replies of the seat's player about a subject; "" if this server accepts no replies.

    `kind` is a constant of `games.persistence.mail_tags`, `subject` the id that it describes.
    """
    if not settings.PBEM_MAIL_REPLY_ADDRESS:
        return ""
    tenures = select(Tenure, where=PRESENT_TENURE_SQL, values=(seat.pk,), only=("id",))
    return make_seat_reply_address_from(kind, subject, seat, tenures)


def make_seat_reply_address_from(kind: str, subject: UUID, seat: Seat, tenures: Sequence[Tenure]) -> str:
    """Return the address as `make_seat_reply_address`, from loaded tenures of the seat; "" without a tenure."""
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
    """Return the invitation that a valid tag names if it went to the address `sender`, else None."""
    row = get_invitation(tag.subject) if tag.kind == INVITATION else None
    if row is None or row.game is None or not is_genuine(tag, 0, 0):
        return None
    player = find_invited_player(row)
    address = player.email if player else row.address
    return row if address.casefold() == sender.casefold() else None


def resolve_tag(tag: Tag, sender: str) -> TagTarget | None:
    """Return what a reply with this tag is about; None if the tag is invalid or was not sent to the address `sender`.

    For a tag of a seat, the sender must hold the tenure in which the tag was made.
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
    """Return the target of a reserve's reply: the asked player, if `sender` is the address, and the offered seat."""
    step = ReserveStep.objects.filter(pk=tag.subject, what=ReserveStep.What.ASKED).select_related("call__seat").first()
    if step is None or not is_genuine(tag, 0, step.player):
        return None
    player = Player.objects.filter(pk=step.player, is_active=True).first()
    if player is None or player.email.casefold() != sender.casefold():
        return None
    return TagTarget(tag, player, step.call.seat)


def _invited(tag: Tag, sender: str) -> TagTarget | None:
    """Return the target of a reply to an invitation: the invited player, and the offered seat or the game's first.

    None if the invited person has no account.
    """
    row = find_tagged_invitation(tag, sender)
    player = find_invited_player(row) if row else None
    if row is None or player is None or not player.is_active:
        return None
    seats = Seat.objects.filter(game=row.game_id).order_by("position")
    seat = find_invited_seat(row) or seats.filter(role=row.role).first() or seats.first()
    return TagTarget(tag, player, seat) if seat else None


def _opening(tag: Tag, sender: str) -> TagTarget | None:
    """Return the target of a reply to a proposed game: the player to whom it was sent; the proposal may be deleted."""
    about = resolve_untagged(sender)
    return replace(about, tag=tag) if about and is_genuine(tag, 0, about.player.pk) else None


def _starting(tag: Tag, sender: str) -> TagTarget | None:
    """Return the target of a start command: its sender, who may not be permitted, and the game's first seat."""
    about = resolve_untagged(sender) if is_genuine(tag, 0, 0) else None
    seat = Seat.objects.filter(game=tag.subject).order_by("position").first() if about else None
    return replace(about, tag=tag, seat=seat) if about and seat else None


def _asked(tag: Tag, sender: str) -> TagTarget | None:
    """Return the target of an answer to a player's question: the umpire, host or staff member, and the asking seat."""
    about = resolve_untagged(sender)
    if about is None or not is_genuine(tag, 0, about.player.pk):
        return None
    row = UmpireQuestion.objects.filter(pk=tag.subject).select_related("seat").first()
    return replace(about, tag=tag, seat=row.seat) if row else None


def resolve_untagged(sender: str) -> TagTarget | None:
    """Return the target of an e-mail without a tag: the active player with the address `sender`.

    Returns None if there is no such player.
    """
    player = Player.objects.filter(email__iexact=sender, is_active=True).first() if sender else None
    return TagTarget(UNTAGGED, player, None) if player else None


def _meant(tag: Tag) -> list[tuple[Seat, OpenRequest | None, MessageCopy | None]]:
    """Return the seats for which a tag may have been made, each with the question or message copy that it names."""
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
    """Return the id of the seat's current tenure (0 if none is stored), and its player."""
    where = "games_tenure.seat_id = %s AND games_tenure.until IS NULL ORDER BY games_tenure.id DESC LIMIT 1"
    found = select_with(Tenure, {"player": ()}, where=where, values=(seat.pk,))
    if found and found[0].player_id == seat.player_id:
        return found[0].pk, found[0].player
    return 0, None if found else seat.player
