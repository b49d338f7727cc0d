"""The ways that letters went, and which seats cannot be reached by mail."""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from games.models import MailEvent, OutgoingMail, Player, Seat

UNREACHABLE = "the address takes no mail"
"""Why a letter was dropped; such letters go out when the address works again."""
BOUNCE_MEMORY = timedelta(days=30)
"""What came back longer before an address was marked is forgotten."""


def letter_numbered(number: int) -> OutgoingMail | None:
    """The letter of that number."""
    return OutgoingMail.objects.filter(pk=number).first()


def letter_called(message_id: str) -> OutgoingMail | None:
    """The letter with that Message-ID."""
    return OutgoingMail.objects.filter(message_id=message_id).first() if message_id else None


def unreachable_seats(game_id: UUID) -> list[str]:
    """The roles whose players' addresses take no mail, in table order; for the umpire alone."""
    seats = Seat.objects.filter(game=game_id, player__bounced_at__isnull=False).select_related("player")
    return [one.role for one in seats.order_by("position") if one.player is not None and one.player.is_unreachable]


class HeldBack(NamedTuple):
    """What waits until a player says that letters arrive: since when, and why none goes out."""

    letters: list[int]
    since: datetime
    why: str


def held_back(player: Player) -> HeldBack | None:
    """What a player's address, which is marked, has not taken: never sent, or come back, the newest first; else None.

    Answers to mail are not among them: what they said is forgotten when they go out.
    """
    if not player.is_unreachable:
        return None
    since = player.bounced_at or timezone.now()
    mine = OutgoingMail.objects.filter(Q(seat=None) | Q(seat__player=player), player=player)
    never = Q(status=OutgoingMail.Status.DROPPED, error=UNREACHABLE)
    back = Q(status=OutgoingMail.Status.BOUNCED, seat__isnull=False, created_at__gte=since - BOUNCE_MEMORY)
    kept = mine.filter(never | back).exclude(kind=OutgoingMail.Kind.REPLY).order_by("-id")
    return HeldBack(list(kept.values_list("pk", flat=True)), since, player.bounced_why)


def histories(letters: list[int]) -> dict[int, list[MailEvent]]:
    """What happened to these letters, by their number, the earliest first."""
    found: dict[int, list[MailEvent]] = {number: [] for number in letters}
    for event in MailEvent.objects.filter(mail__in=letters).order_by("id"):
        found[event.mail_id].append(event)
    return found
