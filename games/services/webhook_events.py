"""Find the events for which webhooks and devices are called, and make the calls."""

import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.db.models import Max, Min, QuerySet
from django.utils import translation
from msgspec import Struct

from games import registry
from games.kernel.events import PUBLIC
from games.kernel.text import LANGUAGES, Text
from games.models import Advice, Game, Notice, OpenRequest, OutgoingMail, Player, Seat, SeatView, Webhook, WebhookCall
from games.selectors.email_summary import ASKING_KINDS, shorten_game_name, summarize_deadline, summarize_email
from games.selectors.mail_delivery import HELD_BACK_REASON
from games.selectors.messages import get_seat_message
from games.selectors.notices import describe_notice, get_seat_name

LOOKBACK_WINDOW = timedelta(minutes=10)
"""How much later than rows with higher ids a row may become visible, because transactions end in any order."""
MAX_MAIL_WAIT = timedelta(days=2)
"""The longest time for which a device's notification waits until the e-mail is sent."""
PAGE = 200
STRIDE = 1000
"""A webhook whose player gets no e-mails skips the e-mails to other players in strides of this many."""
CALL_RETENTION = timedelta(days=7)
"""How long a finished call is kept; older events are never looked at again."""

Kind, Status = OutgoingMail.Kind, OutgoingMail.Status
_TOLD = (Kind.STOP, Kind.REMINDER, Kind.NOTICE, Kind.OVER, Kind.MESSAGE, Kind.ADVICE)
_WAITING = (Status.QUEUED, Status.SENDING)
_ITS_NEWS = Text("there is news", "新しい動きがあります")
_ITS_END = Text("the game is over", "ゲームが終了しました")
_TEST = Text("this is a test", "これはテストです")


class WebhookEvent(Struct, frozen=True, kw_only=True):
    """An event for a webhook."""

    key: str
    """The text that makes the event's call unique."""
    event: str
    """The kind of event, such as "decision" or "over"."""
    text: str
    """The event in words, in the language of the webhook's player."""
    game: Game | None = None
    seat: str = ""
    facts: dict[str, Any] = {}
    """The members that only this kind of event has in a plain call."""
    path: str = ""
    """The URL path of the event's web page."""


def make_test_event(language: str) -> WebhookEvent:
    """Return the event of a test call."""
    return WebhookEvent(key=f"test-{secrets.token_hex(8)}", event="test", text=_TEST.get(language))


def find_events(now: datetime) -> Iterator[tuple[Webhook, list[WebhookEvent]]]:
    """Yield each webhook and device that is switched on, with the events since the last sweep that looked at it."""
    rows = Webhook.objects.filter(off_at=None).select_related("player", "game")
    if not settings.PBEM_PUSH_KEY:
        rows = rows.exclude(format=Webhook.Format.PUSH)
    for row in rows.exclude(game=None):
        if row.game is not None:
            yield row, list(_of_game(row, row.game, now))
    for row in _with_mail(rows.filter(game=None), now):
        yield row, list(_of_player(row, now))


def _with_mail(rows: QuerySet[Webhook], now: datetime) -> list[Webhook]:
    """Return those of the players' webhooks `rows` whose players have new e-mails.

    Now and then one statement moves the other webhooks past the e-mails to other players. So the cost of a sweep
    depends on the number of new e-mails, not on the number of webhooks.
    """
    first = rows.aggregate(first=Min("after"))["first"]
    if first is None:
        return []
    newer = OutgoingMail.objects.filter(pk__gt=first)
    readers = set(newer.exclude(player=None).order_by().values_list("player", flat=True).distinct())
    old = newer.filter(created_at__lt=now - LOOKBACK_WINDOW).aggregate(last=Max("pk"))["last"] or 0
    rows.exclude(player__in=readers).filter(after__lt=old - STRIDE).update(after=old)
    return list(rows.filter(player__in=readers))


def _of_player(row: Webhook, now: datetime) -> Iterator[WebhookEvent]:
    """Yield an event for each new e-mail to the webhook's player about a seat that the player still holds.

    A device waits until the e-mail was sent, so that the player's delivery hours, digests and preferences apply to
    notifications too.
    """
    mails = OutgoingMail.objects.filter(player=row.player_id, pk__gt=row.after, created_at__gte=row.created_at)
    rows = list(mails.select_related("game", "seat").order_by("pk")[:PAGE])
    is_device = row.format == Webhook.Format.PUSH
    waits = [is_device and _is_waiting(mail, now) for mail in rows]
    passed = rows[: waits.index(True)] if any(waits) else rows
    old = [mail.pk for mail in passed if mail.created_at < now - LOOKBACK_WINDOW]
    if old:
        Webhook.objects.filter(pk=row.pk).update(after=max(old))
    for mail in rows:
        if not mail.game or not mail.seat or mail.kind not in _TOLD or mail.seat.player_id != row.player_id:
            continue
        if not is_device or (_has_left(mail) and not _is_answered(mail)):
            yield _of_letter(mail, mail.game, mail.seat, row.player)


def _is_waiting(mail: OutgoingMail, now: datetime) -> bool:
    return mail.status in _WAITING and mail.created_at > now - MAX_MAIL_WAIT


def _has_left(mail: OutgoingMail) -> bool:
    """Return True if an e-mail was sent, failed or is held back; False if it waits, was merged or was dropped."""
    is_held_back = mail.status == Status.DROPPED and mail.error == HELD_BACK_REASON
    return is_held_back or mail.status not in (*_WAITING, Status.MERGED, Status.DROPPED)


def _is_answered(mail: OutgoingMail) -> bool:
    """Return True if an e-mail asks questions and each of them is answered or closed."""
    asked = OpenRequest.objects.filter(game=mail.game_id, seat=mail.seat_id, seat_stop=mail.seat_stop)
    return mail.kind in ASKING_KINDS and asked.exists() and not asked.filter(closed_at=None, ready=False).exists()


def _of_letter(mail: OutgoingMail, game: Game, seat: Seat, player: Player) -> WebhookEvent:
    asked = None
    if mail.kind in ASKING_KINDS:
        wanted = OpenRequest.objects.filter(game=game, seat=seat, seat_stop=mail.seat_stop, closed_at=None)
        asked = wanted.filter(ready=False).first()
    facts: dict[str, Any] = {}
    if asked is not None:
        facts = {"due_at": asked.due_at.isoformat() if asked.due_at else None, "decision": str(asked.pk)}
    return WebhookEvent(
        key=mail.message_id,
        event="decision" if asked is not None and mail.kind == Kind.STOP else mail.kind,
        text=_first_line(mail, game, seat, player, [asked] if asked is not None else []),
        game=game,
        seat=seat.role,
        facts=facts,
        path=f"/decisions/{asked.pk}/" if asked is not None else "",
    )


def _first_line(mail: OutgoingMail, game: Game, seat: Seat, player: Player, questions: Sequence[OpenRequest]) -> str:
    """Return the first line of a notification, as in the e-mail's subject: what the player must do, and until when."""
    message = get_seat_message(seat, UUID(mail.reference)) if mail.kind == Kind.MESSAGE else None
    sender = get_seat_name(game, message.sender) if message is not None else None
    advises = mail.kind == Kind.STOP and Advice.objects.filter(seat=seat, request__closed_at=None).exists()
    title = registry.title_for_names(game)
    what = summarize_email(mail.kind, title, questions, sender=sender, advises=advises).get(player.language)
    with translation.override(player.language):
        return what + summarize_deadline(mail.kind, questions, player)


def _of_game(row: Webhook, game: Game, now: datetime) -> Iterator[WebhookEvent]:
    """Yield the public events of a game: announcements to everybody, new stops of the public view, the end."""
    language = row.player.language if row.player.language in LANGUAGES else "en"
    since = max(row.since - LOOKBACK_WINDOW, row.created_at)
    for notice in Notice.objects.filter(game=game, at__gte=since).order_by("at", "pk")[:PAGE]:
        if "*" in notice.seats:
            text = describe_notice(game, notice, language)
            yield WebhookEvent(key=notice.pk.hex, event="notice", text=text, game=game, facts={"kind": notice.kind})
    for stop in SeatView.objects.filter(game=game, audience=PUBLIC, at__gte=since).order_by("stop")[:PAGE]:
        key, text = f"stop-{game.branch}-{stop.stop}", _ITS_NEWS.get(language)
        yield WebhookEvent(key=key, event="stop", text=text, game=game, facts={"stop": stop.stop})
    if game.status == Game.Status.OVER and game.ended_at and game.ended_at >= row.created_at:
        text = _ITS_END.get(language)
        yield WebhookEvent(key="over", event="over", text=text, game=game, facts={"standings": game.standings})
    Webhook.objects.filter(pk=row.pk).update(since=now)


def make_call(row: Webhook, told: WebhookEvent) -> WebhookCall:
    """Return the unsaved call of a webhook for an event, in the webhook's format."""
    call = WebhookCall(webhook=row, key=told.key)
    body = _notification(call, told) if row.format == Webhook.Format.PUSH else _message(row, call, told)
    call.body = msgspec.json.encode(body)
    return call


def _message(row: Webhook, call: WebhookCall, told: WebhookEvent) -> dict[str, Any]:
    game = told.game
    about = {"game": str(game.pk), "name": game.name} if game else {}
    seat = get_seat_name(game, told.seat).get(row.player.language) if game and told.seat else ""
    line = " · ".join(filter(None, (about.get("name", ""), seat, told.text)))
    if row.format == Webhook.Format.DISCORD:
        content = f"{line}\n{_url(told)}"[:2000]
        return {"content": content, "username": "Sealed Orders", "allowed_mentions": {"parse": []}}
    found = {"id": str(call.pk), "at": call.created_at.isoformat(), **about, "event": told.event}
    return found | ({"seat": told.seat} if told.seat else {}) | told.facts | {"text": line, "url": _url(told)}


def _notification(call: WebhookCall, told: WebhookEvent) -> dict[str, Any]:
    """Return the content of a notification: the game's name and the event's text."""
    title = shorten_game_name(told.game.name) if told.game else settings.PBEM_SITE_NAME
    return {"id": str(call.pk), "title": title, "body": told.text, "url": _url(told)}


def _url(told: WebhookEvent) -> str:
    """Return the URL of the event's page; without one, that of its game; without a game, that of the server."""
    game = f"/games/{told.game.pk}/" if told.game else ""
    return f"{settings.PBEM_BASE_URL}{told.path or game}"
