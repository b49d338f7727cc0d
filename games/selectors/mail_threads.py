"""Find out what a reply without a tag is about, by the Message-IDs to which it refers."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from games.models import MessageCopy, OpenRequest, OutgoingMail, Player, Seat
from games.persistence.mail_tags import MESSAGE, QUESTION, SEAT, UNTAGGED, Tag
from games.persistence.message_ids import is_own_message_id, message_id_source
from games.selectors.mail_tag_targets import TagTarget

Kind = OutgoingMail.Kind
MAX_NAMES = 20
"""The maximum number of Message-IDs of one message that are looked up."""


def resolve_thread(message_ids: Sequence[str], sender: str) -> TagTarget | None:
    """Return the target of a reply that refers to these Message-IDs, as if it had the tag of the answered e-mail.

    The answered e-mail is the first one of this server among the Message-IDs. Returns None if there is no such e-mail,
    or if it did not go to the player with the address `sender`. The target has the tag `UNTAGGED` if the e-mail went to
    this player, but is about an account or belongs to an earlier tenure of the seat.
    """
    wanted = list(message_ids)[:MAX_NAMES]
    rows = OutgoingMail.objects.select_related("seat", "player").filter(message_id__in=wanted)
    found = {row.message_id: row for row in rows}
    mail = next((found[name] for name in wanted if name in found), None)
    player = mail.player if mail is not None else None
    if mail is None or player is None or not player.is_active or player.email.casefold() != sender.casefold():
        return None
    seat = mail.seat
    if seat is None or not _is_in_force(mail, seat):
        return TagTarget(UNTAGGED, player, None)
    return _about(mail, seat, player)


def _is_in_force(mail: OutgoingMail, seat: Seat) -> bool:
    """Return True if a tag in the e-mail would still be valid: same tenure, and an accepted secret key."""
    text = message_id_source(mail.game_id, seat.role, mail.kind, mail.stop, mail.reference)
    if seat.player_id != mail.player_id or not is_own_message_id(mail.message_id, text):
        return False
    tenure = seat.tenures.filter(until=None).order_by("-pk").first()
    return tenure is None or (tenure.player_id == mail.player_id and tenure.since <= mail.created_at)


def _about(mail: OutgoingMail, seat: Seat, player: Player) -> TagTarget:
    if mail.kind == Kind.MESSAGE:
        copy = MessageCopy.objects.filter(pk=mail.reference, seat=seat).first()
        if copy is not None:
            return TagTarget(Tag(MESSAGE, copy.pk, ""), player, seat, None, copy)
    request = _asked(mail, seat)
    if request is not None:
        return TagTarget(Tag(QUESTION, request.pk, ""), player, seat, request)
    return TagTarget(Tag(SEAT, seat.game_id, ""), player, seat)


def _asked(mail: OutgoingMail, seat: Seat) -> OpenRequest | None:
    """Return the first of the questions that the e-mail showed when it was sent; None if it showed none."""
    if mail.kind in (Kind.OVER, Kind.NOTICE, Kind.MESSAGE):
        return None
    left: datetime = mail.sent_at or timezone.now()
    shown = Q(closed_at=None) | Q(closed_at__gt=left)
    rows = OpenRequest.objects.filter(shown, seat=seat, opened_at__lte=left)
    if mail.kind in (Kind.REMINDER, Kind.ADVICE):
        rows = rows.filter(pk=UUID(mail.reference[:32]))
    elif mail.kind == Kind.STOP:
        rows = rows.filter(seat_stop__lte=mail.seat_stop)
    return rows.order_by("seat_stop", "entry").first()
