"""The ledger of mail, for staff: which letters are owed, sent or failed. What is in them stays with the guard."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from games.models import Game, OutgoingMail


@dataclass(frozen=True)
class LedgerLine:
    """One letter without its contents."""

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


def ledger_of(*, limit: int = 40) -> list[LedgerLine]:
    """The newest letters."""
    return [_line(mail) for mail in OutgoingMail.objects.select_related("game", "seat").order_by("-id")[:limit]]


def letters_on_file(message_ids: Iterable[str]) -> dict[str, LedgerLine]:
    """The letters with these Message-IDs, by Message-ID."""
    rows = OutgoingMail.objects.filter(message_id__in=set(message_ids)).select_related("game", "seat")
    return {mail.message_id: _line(mail) for mail in rows}


def _line(mail: OutgoingMail) -> LedgerLine:
    return LedgerLine(
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
    )
