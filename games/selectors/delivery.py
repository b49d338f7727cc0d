"""The ways that letters went, and which seats cannot be reached by mail."""

from uuid import UUID

from games.models import MailEvent, OutgoingMail, Seat


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


def histories(letters: list[int]) -> dict[int, list[MailEvent]]:
    """What happened to these letters, by their number, the earliest first."""
    found: dict[int, list[MailEvent]] = {number: [] for number in letters}
    for event in MailEvent.objects.filter(mail__in=letters).order_by("id"):
        found[event.mail_id].append(event)
    return found
