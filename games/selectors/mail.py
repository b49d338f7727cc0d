"""The mail on file, for staff: which letters are owed, sent or failed. What is in them stays with the guard."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from games.models import Game, OutgoingMail, Player
from games.selectors.access import shut_games


@dataclass(frozen=True)
class MailLine:
    """One letter without its contents. `reader` is the number of the player whom it was owed to."""

    id: int
    game: Game
    role: str
    kind: str
    status: str
    message_id: str
    created_at: datetime
    sent_at: datetime | None
    attempts: int
    error: str
    reader: int | None


def newest_mail(player: Player, *, limit: int = 40) -> list[MailLine]:
    """The newest letters, but for those that the player must not know of."""
    shut = list(shut_games(player).order_by().values_list("pk", flat=True))
    rows = OutgoingMail.objects.filter(~Q(game__in=shut) | Q(player=player)).select_related("game", "seat")
    return [_line(mail) for mail in rows.order_by("-id")[:limit]]


def hidden_letters(player: Player) -> set[str]:
    """The Message-IDs of letters that the player must not know of: to other seats of games that are shut to them.

    That there is one tells already: a reminder goes to nobody who has answered.
    """
    return set(_hidden_from(player).values_list("message_id", flat=True))


def _hidden_from(player: Player) -> QuerySet[OutgoingMail]:
    return OutgoingMail.objects.filter(game__in=shut_games(player)).exclude(player=player)


def letters_on_file(message_ids: Iterable[str]) -> dict[str, MailLine]:
    """The letters with these Message-IDs, by Message-ID."""
    rows = OutgoingMail.objects.filter(message_id__in=set(message_ids)).select_related("game", "seat")
    return {mail.message_id: _line(mail) for mail in rows}


def _line(mail: OutgoingMail) -> MailLine:
    return MailLine(
        id=mail.pk,
        game=mail.game,
        role=mail.seat.role,
        kind=mail.get_kind_display(),
        status=mail.status,
        message_id=mail.message_id,
        created_at=mail.created_at,
        sent_at=mail.sent_at,
        attempts=mail.attempts,
        error=mail.error,
        reader=mail.player_id,
    )
