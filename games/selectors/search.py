"""Search by the beginning of a name or id, through an index; for operators."""

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
"""The minimum number of digits of an id; shorter text is more likely a name."""

_MOST = 1000
"""The maximum number of players and games whose acts are searched; beyond it, the search must be narrower."""


def search_games(text: str) -> QuerySet[Game]:
    """Return games whose name or id begins like `text`, or that have a player whose name or address does."""
    seated = Seat.objects.filter(player__in=search_players(text).values("pk")).order_by().values("game")
    found = _ids(search_games_by_name(text)).union(seated)
    return Game.objects.filter(pk__in=found)


def search_games_by_name(text: str) -> QuerySet[Game]:
    """Return games whose name or id begins like `text`, in any case."""
    named = Game.objects.filter(name__istartswith=text)
    ids = id_prefix_range(text)
    return Game.objects.filter(pk__in=_ids(named).union(_ids(Game.objects.filter(pk__range=ids)))) if ids else named


def search_players(text: str) -> QuerySet[Player]:
    """Return players whose name or address begins like `text`, in any case."""
    return Player.objects.filter(Q(username__istartswith=text) | Q(email__istartswith=text))


def search_mail(text: str) -> QuerySet[OutgoingMail]:
    """Return e-mails with this Message-ID, about games, or to players, that `text` finds."""
    mails = OutgoingMail.objects.order_by()
    if "@" in text and text.startswith("<"):
        return OutgoingMail.objects.filter(message_id=text)
    about = mails.filter(game__in=_ids(search_games_by_name(text))).values("pk")
    return OutgoingMail.objects.filter(pk__in=about.union(mails.filter(player__in=search_players(text)).values("pk")))


def search_mail_events(text: str) -> QuerySet[MailEvent]:
    """Return the delivery events of the e-mails that `search_mail` finds."""
    return MailEvent.objects.filter(mail__in=search_mail(text).order_by().values("pk"))


def search_incoming_mail(text: str) -> QuerySet[IncomingMail]:
    """Return incoming messages with this Message-ID, about games, or from players, that `text` finds."""
    mails = IncomingMail.objects.order_by()
    if "@" in text and text.startswith("<"):
        return mails.filter(message_id=text)
    about = mails.filter(game__in=_ids(search_games_by_name(text))).values("pk")
    return IncomingMail.objects.filter(pk__in=about.union(mails.filter(player__in=search_players(text)).values("pk")))


def search_audit_entries(text: str) -> QuerySet[AuditEntry]:
    """Return acts of players with this number or name, acts in games that `text` finds, and acts of such a name."""
    if text.isdecimal() and len(text) < 16:
        return AuditEntry.objects.filter(actor=int(text))
    actors = list(search_players(text).values_list("pk", flat=True)[:_MOST])
    games = list(_ids(search_games_by_name(text)).values_list("pk", flat=True)[:_MOST])
    return AuditEntry.objects.filter(Q(actor__in=actors) | Q(game__in=games) | Q(action__startswith=text))


def search_notices(text: str) -> QuerySet[Notice]:
    """Return the announcements of games that `text` finds."""
    return Notice.objects.filter(game__in=_ids(search_games(text)))


def search_reserve_calls(text: str) -> QuerySet[ReserveCall]:
    """Return the calls for reserves of games that `text` finds."""
    return ReserveCall.objects.filter(game__in=_ids(search_games(text)))


def search_reserve_steps(text: str) -> QuerySet[ReserveStep]:
    """Return the steps of the calls that `search_reserve_calls` finds."""
    return ReserveStep.objects.filter(call__in=search_reserve_calls(text).order_by().values("pk"))


def search_segments(text: str) -> QuerySet[JournalSegment]:
    """Return the journal segments of games that `text` finds."""
    return JournalSegment.objects.filter(game__in=_ids(search_games(text)))


def id_prefix_range(text: str) -> tuple[UUID, UUID] | None:
    """Return the first and the last id that begin so; None if the text is not the beginning of an id."""
    digits = text.replace("-", "").casefold()
    if not _FEWEST_DIGITS <= len(digits) <= 32 or not set(digits) <= set(string.hexdigits):
        return None
    return UUID(digits.ljust(32, "0")), UUID(digits.ljust(32, "f"))


def _ids(games: QuerySet[Game]) -> QuerySet[Game, Any]:
    return games.order_by().values("pk")
