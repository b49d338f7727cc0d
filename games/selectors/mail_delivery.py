"""The delivery history of e-mails, and seats that cannot be reached by e-mail."""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from games.models import MailEvent, OutgoingMail, Player, Seat

HELD_BACK_REASON = "the address takes no mail"
"""The reason of a dropped e-mail that is sent when the address works again."""
BOUNCE_MEMORY = timedelta(days=30)
"""Bounces older than this before an address was marked are ignored."""


def get_mail(number: int) -> OutgoingMail | None:
    """Return the e-mail of that number."""
    return OutgoingMail.objects.filter(pk=number).first()


def get_mail_by_message_id(message_id: str) -> OutgoingMail | None:
    """Return the e-mail with that Message-ID."""
    return OutgoingMail.objects.filter(message_id=message_id).first() if message_id else None


def list_unreachable_seats(game_id: UUID) -> list[str]:
    """Return the roles whose players' addresses accept no mail, in table order; for the umpire only."""
    seats = Seat.objects.filter(game=game_id, player__bounced_at__isnull=False).select_related("player")
    return [one.role for one in seats.order_by("position") if one.player is not None and one.player.is_unreachable]


class HeldBackMail(NamedTuple):
    """E-mails held back until the player says that the address works: their numbers, since when, and why."""

    mail_ids: list[int]
    since: datetime
    reason: str


def find_held_back_mail(player: Player) -> HeldBackMail | None:
    """Return the e-mails that a player's failing address did not accept, newest first; None if the address works.

    They were not sent or came back. Replies to e-mails are left out: their content is wiped after sending.
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
