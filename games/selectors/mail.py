"""The mail on file, for staff: which letters are owed, sent or failed. What is in them stays with the guard."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from games.models import Game, MailEvent, OutgoingMail, Player, Seat
from games.selectors.access import play_together, shut_games
from games.selectors.delivery import histories
from games.selectors.guarded import truth


@dataclass(frozen=True)
class MailLine:
    """One letter without its contents. `reader` is the number of the player whom it was owed to.

    A personal letter has no game and no role. `state` is `status` in words.
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


def newest_mail(player: Player, *, limit: int = 40) -> list[MailLine]:
    """The newest letters, but for those that the player must not know of."""
    shut = list(shut_games(player).order_by().values_list("pk", flat=True))
    rows = OutgoingMail.objects.exclude(_hidden_from(player, shut)).select_related("game", "seat")
    return [_line(mail) for mail in rows.order_by("-id")[:limit]]


def hidden_letters(player: Player) -> set[str]:
    """The Message-IDs of letters that the player must not know of: to other seats of games that are shut to them.

    That there is one tells already: a reminder goes to nobody who has answered. Nor may staff read the personal letters
    of those they play with: a code or a link in one lets its reader into the other's seat.
    """
    shut = list(shut_games(player).order_by().values_list("pk", flat=True))
    return set(OutgoingMail.objects.filter(_hidden_from(player, shut)).values_list("message_id", flat=True))


def _hidden_from(player: Player, shut: list[UUID]) -> Q:
    """Of the letters those that are not the player's own, and to seats, or to people, of the games that are shut."""
    people = Seat.objects.filter(game__in=shut, player__isnull=False).order_by().values("player")
    others = Q(game__in=shut) | Q(game=None, player__in=people)
    return others & (Q(player=None) | ~Q(player=player))


def may_read_personal(player: Player, line: MailLine) -> bool:
    """Whether staff may open a personal letter: one's own, or that of somebody with whom one does not play."""
    if line.reader is None or line.reader == player.pk:
        return line.reader == player.pk
    other = Player.objects.filter(pk=line.reader).first()
    return other is not None and not play_together(player, other)


def letters_of_game(player: Player, game_id: UUID | str, *, limit: int = 40) -> list[MailLine]:
    """The newest letters of a game with what happened to them, for its umpire and staff; leaves an audit entry.

    Raises Missing, Forbidden.
    """
    game = truth(player, game_id, what="letters").game
    rows = OutgoingMail.objects.filter(game=game).select_related("game", "seat").order_by("-id")
    lines = [_line(mail) for mail in rows[:limit]]
    told = histories([one.id for one in lines])
    return [replace(one, history=tuple(told[one.id])) for one in lines]


def letters_on_file(message_ids: Iterable[str]) -> dict[str, MailLine]:
    """The letters with these Message-IDs, by Message-ID."""
    rows = OutgoingMail.objects.filter(message_id__in=set(message_ids)).select_related("game", "seat")
    return {mail.message_id: _line(mail) for mail in rows}


def _line(mail: OutgoingMail) -> MailLine:
    return MailLine(
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
