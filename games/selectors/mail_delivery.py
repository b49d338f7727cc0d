"""Read the delivery history of e-mails, and find players who cannot be reached by e-mail."""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from games.models import MailEvent, OutgoingMail, Player, Seat

HELD_BACK_REASON = "the address takes no mail"
"""The reason stored with an e-mail that is held back until its address works."""
BOUNCE_MEMORY = timedelta(days=30)
"""E-mails that bounced longer than this before the address was marked as failing are ignored."""


def get_mail(number: int) -> OutgoingMail | None:
    """Return the e-mail with this number (primary key), if there is one."""
    return OutgoingMail.objects.filter(pk=number).first()


def get_mail_by_message_id(message_id: str) -> OutgoingMail | None:
    """Return the e-mail with this Message-ID, if there is one."""
    return OutgoingMail.objects.filter(message_id=message_id).first() if message_id else None


def list_unreachable_seats(game_id: UUID) -> list[str]:
    """Return the roles whose players' addresses accept no e-mail, in table order; for the umpire only."""
    seats = Seat.objects.filter(game=game_id, player__bounced_at__isnull=False).select_related("player")
    return [one.role for one in seats.order_by("position") if one.player is not None and one.player.is_unreachable]


class HeldBackMail(NamedTuple):
    """The e-mails that are held back until the player says that the address works."""

    mail_ids: list[int]
    """Their primary keys, newest first."""
    since: datetime
    """When the address was marked as failing."""
    reason: str
    """Why the address was marked."""


def find_held_back_mail(player: Player) -> HeldBackMail | None:
    """Return the e-mails held back for a player's failing address, newest first; None if the address works.

    These e-mails bounced, or were not sent at all. Replies to e-mails are left out, because their content is wiped
    after sending.
    """
    if not player.is_unreachable:
        return None
    since = player.bounced_at or timezone.now()
    mine = OutgoingMail.objects.filter(Q(seat=None) | Q(seat__player=player), player=player)
    never = Q(status=OutgoingMail.Status.DROPPED, error=HELD_BACK_REASON)
    back = Q(status=OutgoingMail.Status.BOUNCED, seat__isnull=False, created_at__gte=since - BOUNCE_MEMORY)
    kept = mine.filter(never | back).exclude(kind=OutgoingMail.Kind.REPLY).order_by("-id")
    return HeldBackMail(list(kept.values_list("pk", flat=True)), since, player.bounced_why)


def load_delivery_histories(mails: list[int]) -> dict[int, list[MailEvent]]:
    """Return the delivery events of these e-mails, by number, the earliest first."""
    found: dict[int, list[MailEvent]] = {number: [] for number in mails}
    for event in MailEvent.objects.filter(mail__in=mails).order_by("id"):
        found[event.mail_id].append(event)
    return found
