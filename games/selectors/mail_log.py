"""Read the outbox for staff: queued, sent and failed e-mails, without their contents, which need audited access."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from games.models import Game, MailEvent, OutgoingMail, Player
from games.selectors.access import games_with_secrets_from, people_of_games, share_unfinished_game
from games.selectors.audited_access import umpire_view
from games.selectors.mail_delivery import load_delivery_histories


@dataclass(frozen=True)
class MailRecord:
    """One e-mail without its contents."""

    id: int
    game: Game | None
    """None for an e-mail about an account."""
    role: str
    """The role of the recipient's seat; empty for an e-mail about an account."""
    kind: str
    """The kind of e-mail in words."""
    code: str
    """The kind of e-mail (`OutgoingMail.Kind`)."""
    status: str
    """The status (`OutgoingMail.Status`)."""
    state: str
    """The status in words."""
    message_id: str
    created_at: datetime
    sent_at: datetime | None
    attempts: int
    error: str
    reader: int | None
    """The recipient's player id."""
    history: tuple[MailEvent, ...] = ()
    """The delivery events, the earliest first."""


def list_newest_mail(player: Player, *, limit: int = 40) -> list[MailRecord]:
    """Return the newest e-mails, except those hidden from the player (`hidden_message_ids`)."""
    shut = list(games_with_secrets_from(player).order_by().values_list("pk", flat=True))
    rows = OutgoingMail.objects.exclude(_hidden_from(player, shut)).select_related("game", "seat")
    return [_line(mail) for mail in rows.order_by("-id")[:limit]]


def hidden_message_ids(player: Player) -> set[str]:
    """Return the Message-IDs of e-mails that must be hidden from a staff member who plays.

    These are the e-mails to other seats of the member's unfinished games (a reminder would reveal that a seat has not
    answered), and e-mails about the accounts of players in those games (a link or code would give access to their
    seats).
    """
    shut = list(games_with_secrets_from(player).order_by().values_list("pk", flat=True))
    return set(OutgoingMail.objects.filter(_hidden_from(player, shut)).values_list("message_id", flat=True))


def _hidden_from(player: Player, shut: list[UUID]) -> Q:
    """Return the condition for e-mails to other players about the games `shut`, or about accounts of their players."""
    others = Q(game__in=shut) | _to_accounts(shut, "")
    return others & (Q(player=None) | ~Q(player=player))


def _to_accounts(shut: list[UUID], mail: str) -> Q:
    people = Player.objects.filter(people_of_games(shut)).order_by().values("pk")
    return Q((f"{mail}game__isnull", True), (f"{mail}player__in", people))


def hidden_from_playing_staff(player: Player, mail: str = "") -> Q:
    """Return the condition for the e-mails whose delivery must be hidden from a staff member who plays.

    These are all e-mails about the member's unfinished games, and those about the accounts of players in these games,
    because such an e-mail can be the answer to a question or the reply to a message. `mail` is the path of the query to
    the e-mail with a trailing ``__``, such as ``mail__`` for `MailEvent`; empty for `OutgoingMail` and `IncomingMail`.
    """
    shut = list(games_with_secrets_from(player).order_by().values_list("pk", flat=True))
    return Q((f"{mail}game__in", shut)) | _to_accounts(shut, mail)


def may_read_account_mail(player: Player, mail: MailRecord) -> bool:
    """Return True if a staff member may open an e-mail about an account.

    The e-mail of a player with whom the member shares an unfinished game (`share_unfinished_game`) stays closed.
    """
    if mail.reader is None or mail.reader == player.pk:
        return mail.reader == player.pk
    other = Player.objects.filter(pk=mail.reader).first()
    return other is not None and not share_unfinished_game(player, other)


def list_game_mail(player: Player, game_id: UUID | str, *, limit: int = 40) -> list[MailRecord]:
    """Return a game's newest e-mails with their history, for its umpire and staff; records this in the audit log.

    Raises Missing if the player may not know of the game; Forbidden for all but staff and umpire without a seat.
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
