"""Search for rows by the beginning of a name or id, through an index; for operators."""

import string
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from games.models import (
    AuditEntry,
    Game,
    IncomingMail,
    JournalSegment,
    MailEvent,
    Notice,
    OutgoingMail,
    Player,
    ReserveCall,
    ReserveStep,
    Seat,
)

_FEWEST_DIGITS = 4
"""The minimum number of hexadecimal digits for a search by id; a shorter text is more likely a name."""

_MOST = 1000
"""The maximum number of players and of games whose audit entries are searched; others are ignored."""


def search_games(text: str) -> QuerySet[Game]:
    """Return games whose name or id begins with `text`, and games of the players that `search_players` finds."""
    seated = Seat.objects.filter(player__in=search_players(text).values("pk")).order_by().values("game")
    found = _ids(search_games_by_name(text)).union(seated)
    return Game.objects.filter(pk__in=found)


def search_games_by_name(text: str) -> QuerySet[Game]:
    """Return games whose name or id begins with `text`, ignoring case."""
    named = Game.objects.filter(name__istartswith=text)
    ids = id_prefix_range(text)
    return Game.objects.filter(pk__in=_ids(named).union(_ids(Game.objects.filter(pk__range=ids)))) if ids else named


def search_players(text: str) -> QuerySet[Player]:
    """Return players whose name or address begins with `text`, ignoring case."""
    return Player.objects.filter(Q(username__istartswith=text) | Q(email__istartswith=text))


def search_mail(text: str) -> QuerySet[OutgoingMail]:
    """Return e-mails with the Message-ID `text`, or about games or to players that a search for `text` finds."""
    mails = OutgoingMail.objects.order_by()
    if "@" in text and text.startswith("<"):
        return OutgoingMail.objects.filter(message_id=text)
    about = mails.filter(game__in=_ids(search_games_by_name(text))).values("pk")
    return OutgoingMail.objects.filter(pk__in=about.union(mails.filter(player__in=search_players(text)).values("pk")))


def search_mail_events(text: str) -> QuerySet[MailEvent]:
    """Return the delivery events of the e-mails that `search_mail` finds."""
    return MailEvent.objects.filter(mail__in=search_mail(text).order_by().values("pk"))


def search_incoming_mail(text: str) -> QuerySet[IncomingMail]:
    """Return messages with the Message-ID `text`, or about games or from players that a search for `text` finds."""
    mails = IncomingMail.objects.order_by()
    if "@" in text and text.startswith("<"):
        return mails.filter(message_id=text)
    about = mails.filter(game__in=_ids(search_games_by_name(text))).values("pk")
    return IncomingMail.objects.filter(pk__in=about.union(mails.filter(player__in=search_players(text)).values("pk")))


def search_audit_entries(text: str) -> QuerySet[AuditEntry]:
    """Return audit entries by the player's number or name, by the game, or by the beginning of the action's name."""
    if text.isdecimal() and len(text) < 16:
        return AuditEntry.objects.filter(actor=int(text))
    actors = list(search_players(text).values_list("pk", flat=True)[:_MOST])
    games = list(_ids(search_games_by_name(text)).values_list("pk", flat=True)[:_MOST])
    return AuditEntry.objects.filter(Q(actor__in=actors) | Q(game__in=games) | Q(action__startswith=text))


def search_notices(text: str) -> QuerySet[Notice]:
    """Return the announcements of the games that `search_games_by_name` finds."""
    return Notice.objects.filter(game__in=_ids(search_games(text)))


def search_reserve_calls(text: str) -> QuerySet[ReserveCall]:
    """Return the reserve calls of the games that `search_games_by_name` finds."""
    return ReserveCall.objects.filter(game__in=_ids(search_games(text)))


def search_reserve_steps(text: str) -> QuerySet[ReserveStep]:
    """Return the steps (requests and replies) of the calls that `search_reserve_calls` finds."""
    return ReserveStep.objects.filter(call__in=search_reserve_calls(text).order_by().values("pk"))


def search_segments(text: str) -> QuerySet[JournalSegment]:
    """Return the journal segments of the games that `search_games_by_name` finds."""
    return JournalSegment.objects.filter(game__in=_ids(search_games(text)))


def id_prefix_range(text: str) -> tuple[UUID, UUID] | None:
    """Return the first and the last UUID that begin with `text`; None if `text` is too short or begins no UUID."""
    digits = text.replace("-", "").casefold()
    if not _FEWEST_DIGITS <= len(digits) <= 32 or not set(digits) <= set(string.hexdigits):
        return None
    return UUID(digits.ljust(32, "0")), UUID(digits.ljust(32, "f"))


def _ids(games: QuerySet[Game]) -> QuerySet[Game, Any]:
    return games.order_by().values("pk")
