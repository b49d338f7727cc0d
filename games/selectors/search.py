"""Finding games and players by what an operator types: the beginning of a name or id, read off an index."""

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
"""Digits with which the beginning of an id is looked for; fewer are more likely a name."""

_MOST = 1000
"""Players and games whose acts are looked for; who finds more has to say more."""


def games_found(text: str) -> QuerySet[Game]:
    """The games whose name or id begins like `text`, or in which a player of such a name or address sits."""
    seated = Seat.objects.filter(player__in=players_found(text).values("pk")).order_by().values("game")
    found = _ids(games_called(text)).union(seated)
    return Game.objects.filter(pk__in=found)


def games_called(text: str) -> QuerySet[Game]:
    """The games whose name or id begins like `text`, in any case."""
    named = Game.objects.filter(name__istartswith=text)
    ids = ids_beginning(text)
    return Game.objects.filter(pk__in=_ids(named).union(_ids(Game.objects.filter(pk__range=ids)))) if ids else named


def players_found(text: str) -> QuerySet[Player]:
    """The players whose name or address begins like `text`, in any case."""
    return Player.objects.filter(Q(username__istartswith=text) | Q(email__istartswith=text))


def mail_found(text: str) -> QuerySet[OutgoingMail]:
    """The letters with this Message-ID, about such games, or to such players."""
    mails = OutgoingMail.objects.order_by()
    if "@" in text and text.startswith("<"):
        return OutgoingMail.objects.filter(message_id=text)
    about = mails.filter(game__in=_ids(games_called(text))).values("pk")
    return OutgoingMail.objects.filter(pk__in=about.union(mails.filter(player__in=players_found(text)).values("pk")))


def events_found(text: str) -> QuerySet[MailEvent]:
    """What happened to the letters that `mail_found` finds."""
    return MailEvent.objects.filter(mail__in=mail_found(text).order_by().values("pk"))


def incoming_found(text: str) -> QuerySet[IncomingMail]:
    """The messages with this Message-ID, about such games, or from such players."""
    mails = IncomingMail.objects.order_by()
    if "@" in text and text.startswith("<"):
        return mails.filter(message_id=text)
    about = mails.filter(game__in=_ids(games_called(text))).values("pk")
    return IncomingMail.objects.filter(pk__in=about.union(mails.filter(player__in=players_found(text)).values("pk")))


def acts_found(text: str) -> QuerySet[AuditEntry]:
    """The acts of players with this number or name, in such games, or whose name begins so."""
    if text.isdecimal() and len(text) < 16:
        return AuditEntry.objects.filter(actor=int(text))
    actors = list(players_found(text).values_list("pk", flat=True)[:_MOST])
    games = list(_ids(games_called(text)).values_list("pk", flat=True)[:_MOST])
    return AuditEntry.objects.filter(Q(actor__in=actors) | Q(game__in=games) | Q(action__startswith=text))


def notices_found(text: str) -> QuerySet[Notice]:
    """What was announced in such games."""
    return Notice.objects.filter(game__in=_ids(games_found(text)))


def calls_found(text: str) -> QuerySet[ReserveCall]:
    """The calls for reserves of such games."""
    return ReserveCall.objects.filter(game__in=_ids(games_found(text)))


def steps_found(text: str) -> QuerySet[ReserveStep]:
    """What happened in the calls that `calls_found` finds."""
    return ReserveStep.objects.filter(call__in=calls_found(text).order_by().values("pk"))


def segments_found(text: str) -> QuerySet[JournalSegment]:
    """The journals of such games."""
    return JournalSegment.objects.filter(game__in=_ids(games_found(text)))


def ids_beginning(text: str) -> tuple[UUID, UUID] | None:
    """The first and the last id that begin so; None for what is no beginning of an id."""
    digits = text.replace("-", "").casefold()
    if not _FEWEST_DIGITS <= len(digits) <= 32 or not set(digits) <= set(string.hexdigits):
        return None
    return UUID(digits.ljust(32, "0")), UUID(digits.ljust(32, "f"))


def _ids(games: QuerySet[Game]) -> QuerySet[Game, Any]:
    return games.order_by().values("pk")
