"""The outbox for staff: queued, sent and failed e-mails. Their contents need audited access."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from games.models import Game, MailEvent, OutgoingMail, Player, Seat
from games.selectors.access import games_with_secrets_from, share_unfinished_game
from games.selectors.audited_access import umpire_view
from games.selectors.mail_delivery import load_delivery_histories


@dataclass(frozen=True)
class MailRecord:
    """One e-mail without its contents.

    `reader` is the id of the recipient. A personal e-mail has no game and no role. `state` is `status` in words.
    """

    id: int
    game: Game | None
    role: str
    kind: str
    code: str
    status: str
    state: str
    message_id: str
    created_at: datetime
    sent_at: datetime | None
    attempts: int
    error: str
    reader: int | None
    history: tuple[MailEvent, ...] = ()


def list_newest_mail(player: Player, *, limit: int = 40) -> list[MailRecord]:
    """Return the newest e-mails, except those that the player must not know of."""
    shut = list(games_with_secrets_from(player).order_by().values_list("pk", flat=True))
    rows = OutgoingMail.objects.exclude(_hidden_from(player, shut)).select_related("game", "seat")
    return [_line(mail) for mail in rows.order_by("-id")[:limit]]


def hidden_message_ids(player: Player) -> set[str]:
    """Return the Message-IDs of e-mails that staff who play must not know of.

    They are e-mails to other seats of games that are closed to them: only seats that have not answered get a reminder.
    Nor may staff read personal e-mails of their fellow players: a code or link in one gives access to the other's seat.
    """
    shut = list(games_with_secrets_from(player).order_by().values_list("pk", flat=True))
    return set(OutgoingMail.objects.filter(_hidden_from(player, shut)).values_list("message_id", flat=True))


def _hidden_from(player: Player, shut: list[UUID]) -> Q:
    """Keep the e-mails to other players that are about the shut games, or to their participants."""
    people = Seat.objects.filter(game__in=shut, player__isnull=False).order_by().values("player")
    others = Q(game__in=shut) | Q(game=None, player__in=people)
    return others & (Q(player=None) | ~Q(player=player))


def may_read_account_mail(player: Player, mail: MailRecord) -> bool:
    """Return True if staff may open a personal e-mail: their own, or that of a person with whom they do not play."""
    if mail.reader is None or mail.reader == player.pk:
        return mail.reader == player.pk
    other = Player.objects.filter(pk=mail.reader).first()
    return other is not None and not share_unfinished_game(player, other)


def list_game_mail(player: Player, game_id: UUID | str, *, limit: int = 40) -> list[MailRecord]:
    """Return the newest e-mails of a game with their history, for its umpire and staff; leaves an audit entry.

    Raises Missing, Forbidden.
    """
    game = umpire_view(player, game_id, action="letters").game
    rows = OutgoingMail.objects.filter(game=game).select_related("game", "seat").order_by("-id")
    lines = [_line(mail) for mail in rows[:limit]]
    told = load_delivery_histories([one.id for one in lines])
    return [replace(one, history=tuple(told[one.id])) for one in lines]


def get_mail_by_message_ids(message_ids: Iterable[str]) -> dict[str, MailRecord]:
    """Return the e-mails with these Message-IDs, by Message-ID."""
    rows = OutgoingMail.objects.filter(message_id__in=set(message_ids)).select_related("game", "seat")
    return {mail.message_id: _line(mail) for mail in rows}


def _line(mail: OutgoingMail) -> MailRecord:
    return MailRecord(
        id=mail.pk,
        game=mail.game,
        role=mail.seat.role if mail.seat else "",
        kind=mail.get_kind_display(),
        code=mail.kind,
        status=mail.status,
        state=mail.get_status_display(),
        message_id=mail.message_id,
        created_at=mail.created_at,
        sent_at=mail.sent_at,
        attempts=mail.attempts,
        error=mail.error,
        reader=mail.player_id,
    )
