"""Webhooks: calls stored as rows; the worker sends them (`worker.webhooks`).

A player's webhook gets the news of the player's e-mails; a game's webhook gets public news. Services do not write
calls: a sweep finds new events and stores each call once, so that none is lost or doubled.
"""

import secrets
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone

from games.errors import forbidden, missing, rate_limited
from games.kernel.errors import malformed, refuse_forbidden_characters
from games.kernel.events import PUBLIC
from games.kernel.text import LANGUAGES, Text, join_texts
from games.models import (
    Game,
    Notice,
    OpenRequest,
    OutgoingMail,
    Player,
    Seat,
    SeatView,
    Webhook,
    WebhookCall,
    WebhookSender,
)
from games.persistence.encryption import decrypt, encrypt
from games.selectors.access import get_game, may_manage
from games.selectors.notices import describe_notice, get_seat_name

MAX_WEBHOOKS = 10
"""Webhooks that one player may have."""
LOOKBACK_WINDOW = timedelta(minutes=10)
"""The delay with which a row may become visible: transactions do not end in the order of their beginnings."""
PAGE = 200
CALL_LEASE = timedelta(minutes=2)
"""Longer than any call: a lease expires only if its worker died."""
MAX_TESTS_PER_MINUTE = 5
"""Test calls of one player, to all webhooks together."""
RETRY_DELAYS = (30, 120, 600, 3600, 4 * 3600, 12 * 3600)
"""Seconds between the attempts; after the last one the call is given up."""
MAX_FAILURES = 30
CALL_RETENTION = timedelta(days=7)
"""How long a call's result is kept; events older than that are never looked at again."""

Status = WebhookCall.Status
Kind = OutgoingMail.Kind
_TOLD = (Kind.STOP, Kind.REMINDER, Kind.NOTICE, Kind.OVER, Kind.MESSAGE, Kind.ADVICE)

EVENT_TEXTS = {
    "decision": Text("your decision is wanted", "決定が必要です"),
    "stop": Text("there is news", "新しい動きがあります"),
    "reminder": Text("your decision is still open", "決定の期限が近づいています"),
    "notice": Text("a notice", "お知らせがあります"),
    "over": Text("the game is over", "ゲームが終了しました"),
    "message": Text("a message for you", "メッセージが届きました"),
    "advice": Text("advice for you", "助言が届きました"),
    "test": Text("this is a test", "これはテストです"),
}


def do_add_webhook(*, player: Player, url: str, game_id: UUID | str | None = None, format: str = "plain") -> Webhook:
    """Add a webhook; for a game: host, umpire or staff only. Raises Malformed, Missing, Forbidden, RateLimited."""
    _refuse_address(url)
    if format not in Webhook.Format.values:
        raise malformed("/format", "One of plain and discord.", "plain、discordのいずれかです。", "format")
    game = get_game(player, game_id) if game_id else None
    if game is not None and not may_manage(player, game):
        raise forbidden("Only host and umpire may do this.", "主催者と審判だけが行えます。")
    row = Webhook(player=player, game=game, url=url, format=format)
    row.sealed = encrypt({"key": secrets.token_hex(32)})
    row.after = OutgoingMail.objects.aggregate(last=Max("id"))["last"] or 0
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if Webhook.objects.filter(player=player).count() >= MAX_WEBHOOKS:
            raise rate_limited("At most {most} webhooks.", "Webhookは{most}個までです。", most=MAX_WEBHOOKS)
        row.save(force_insert=True)
    return row


def _refuse_address(url: str) -> None:
    refuse_forbidden_characters("/url", url)
    if not _fits(url) or len(url) > 500 or not url.isascii() or " " in url:
        raise malformed(
            "/url",
            "An address that begins with https://, on one of the ports {ports}.",
            "https:// で始まるURLです（ポートは{ports}のいずれか）。",
            "url",
            ports=join_texts(map(Text.same, sorted(settings.PBEM_WEBHOOK_PORTS))),
        )


def _fits(url: str) -> bool:
    """Return True if the URL names a host with an accepted scheme and port, and has no forbidden parts."""
    schemes = ("https", "http") if settings.PBEM_WEBHOOK_ALLOW_PRIVATE else ("https",)
    try:
        parts = urlsplit(url)
        port = parts.port if parts.port is not None else {"https": 443, "http": 80}.get(parts.scheme)
        named = bool(parts.hostname) and port in settings.PBEM_WEBHOOK_PORTS
    except ValueError:
        return False
    return named and parts.scheme in schemes and not (parts.username or parts.password or parts.fragment)


def get_signing_key(row: Webhook) -> str:
    """Return the webhook's signing key; empty if it was lost with the server's old secret key."""
    return (decrypt(bytes(row.sealed)) or {}).get("key", "")


def get_own_webhook(player: Player, webhook_id: UUID) -> Webhook:
    """Return the player's own webhook. Raises Missing."""
    found = Webhook.objects.filter(player=player, pk=webhook_id).select_related("game", "player").first()
    if found is None:
        raise missing()
    return found


def list_own_webhooks(player: Player) -> list[Webhook]:
    """Return a player's own webhooks in the order of creation."""
    return list(Webhook.objects.filter(player=player).select_related("game"))


def do_remove_webhook(*, player: Player, webhook_id: UUID) -> None:
    """Delete a webhook. Raises Missing."""
    get_own_webhook(player, webhook_id).delete()


def do_test_webhook(*, player: Player, webhook_id: UUID) -> WebhookCall:
    """Queue a test call and switch the webhook on again. Raises Missing, RateLimited."""
    row = get_own_webhook(player, webhook_id)
    _count_test(player)
    Webhook.objects.filter(pk=row.pk).update(off_at=None, failures=0)
    call = _call(row, f"test-{secrets.token_hex(8)}", {"event": "test"})
    call.save(force_insert=True)
    return call


def _count_test(player: Player) -> None:
    """Count one test call. Raises RateLimited after `MAX_TESTS_PER_MINUTE`, whatever webhooks were removed since."""
    now = timezone.now()
    WebhookSender.objects.get_or_create(player_id=player.pk)
    mine = WebhookSender.objects.filter(player=player)
    if mine.filter(tests_since__lte=now - timedelta(minutes=1)).update(tests_since=now, tests=1):
        return
    if not mine.filter(tests__lt=MAX_TESTS_PER_MINUTE).update(tests=F("tests") + 1):
        raise rate_limited(
            "At most {count} test calls a minute. Wait a minute.",
            "テスト送信は1分間に{count}回までです。1分お待ちください。",
            count=MAX_TESTS_PER_MINUTE,
        )


def do_queue_calls(now: datetime | None = None) -> None:
    """Queue the calls for all events since each webhook was last looked at."""
    now = now or timezone.now()
    for row in Webhook.objects.filter(off_at=None).select_related("player", "game"):
        found = _of_game(row, row.game, now) if row.game else _of_player(row, now)
        calls = [_call(row, key, told) for key, told in found]
        WebhookCall.objects.bulk_create(calls, ignore_conflicts=True)


def do_delete_old_calls(now: datetime | None = None) -> int:
    """Delete calls that ended long ago; return how many. A game's final call stays, so that it is not sent again.

    The calls of a webhook that is switched off stay too: it continues from there when switched on again.
    """
    over = WebhookCall.objects.filter(status__in=(Status.SENT, Status.FAILED), webhook__off_at=None)
    return over.filter(created_at__lt=(now or timezone.now()) - CALL_RETENTION).exclude(key="over").delete()[0]


def _of_player(row: Webhook, now: datetime) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return the player's own e-mails about games, for seats that are still the player's."""
    mails = OutgoingMail.objects.filter(player=row.player_id, pk__gt=row.after, created_at__gte=row.created_at)
    rows = list(mails.select_related("game", "seat").order_by("pk")[:PAGE])
    old = [mail.pk for mail in rows if mail.created_at < now - LOOKBACK_WINDOW]
    if old:
        Webhook.objects.filter(pk=row.pk).update(after=max(old))
    for mail in rows:
        if mail.game and mail.seat and mail.kind in _TOLD and mail.seat.player_id == row.player_id:
            yield mail.message_id, _of_letter(mail, mail.seat)


def _of_letter(mail: OutgoingMail, seat: Seat) -> dict[str, Any]:
    told: dict[str, Any] = {"event": mail.kind, "seat": seat.role}
    asked = OpenRequest.objects.filter(game=mail.game_id, seat=mail.seat_id, seat_stop=mail.seat_stop, closed_at=None)
    question = asked.filter(ready=False).first() if mail.kind == Kind.STOP else None
    if question is not None:
        told["event"] = "decision"
        told["due_at"] = question.due_at.isoformat() if question.due_at else None
        told["decision"] = str(question.pk)
    return {**told, "_game": mail.game}


def _of_game(row: Webhook, game: Game, now: datetime) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return public events: announcements to everyone, new stops of the public view, the end."""
    since = row.since - LOOKBACK_WINDOW
    since = max(since, row.created_at)
    for notice in Notice.objects.filter(game=game, at__gte=since).order_by("at", "pk")[:PAGE]:
        if "*" in notice.seats:
            said = {language: describe_notice(game, notice, language) for language in LANGUAGES}
            yield notice.pk.hex, {"event": "notice", "kind": notice.kind, "_said": said, "_game": game}
    for stop in SeatView.objects.filter(game=game, audience=PUBLIC, at__gte=since).order_by("stop")[:PAGE]:
        yield f"stop-{game.branch}-{stop.stop}", {"event": "stop", "stop": stop.stop, "_game": game}
    if game.status == Game.Status.OVER and game.ended_at and game.ended_at >= row.created_at:
        yield "over", {"event": "over", "standings": game.standings, "_game": game}
    Webhook.objects.filter(pk=row.pk).update(since=now)


def _call(row: Webhook, key: str, told: dict[str, Any]) -> WebhookCall:
    game, said = told.pop("_game", None), told.pop("_said", None)
    language = row.player.language
    text = said[language if language in said else "en"] if said else EVENT_TEXTS[told["event"]].get(language)
    call = WebhookCall(webhook=row, key=key)
    about = {"game": str(game.pk), "name": game.name} if game else {}
    link = f"{settings.PBEM_BASE_URL}/games/{game.pk}/" if game else settings.PBEM_BASE_URL
    seat = get_seat_name(game, told["seat"]).get(language) if game and told.get("seat") else ""
    line = " · ".join(filter(None, (about.get("name", ""), seat, text)))
    body: dict[str, Any] = {"id": str(call.pk), "at": call.created_at.isoformat(), **about, **told}
    body |= {"text": line, "url": link}
    if row.format == Webhook.Format.DISCORD:
        body = {"content": f"{line}\n{link}"[:2000], "username": "Sealed Orders", "allowed_mentions": {"parse": []}}
    call.body = msgspec.json.encode(body)
    return call


def claim_calls(now: datetime | None = None, *, limit: int = 20) -> Generator[WebhookCall]:
    """Claim due calls one by one, so that no other worker sends them or other calls of the same player meanwhile.

    The player's lease ends when the next call is asked for, or the generator is closed. Players take turns.
    """
    now = now or timezone.now()
    for _ in range(limit):
        call = _due_calls(now).order_by(F(f"{_SENDER}__released_at").asc(nulls_first=True), "next_try_at", "pk").first()
        if call is None:
            return
        with _player_lease(call.webhook.player_id, now) as leased:
            mine = WebhookCall.objects.filter(pk=call.pk, status=Status.QUEUED, next_try_at=call.next_try_at)
            if leased and mine.update(next_try_at=_lease_end(now), attempts=F("attempts") + 1):
                call.attempts += 1
                yield call


def has_due_calls(now: datetime | None = None) -> bool:
    """Return True if a call is due that may be sent now: its player has no other call in flight."""
    return _due_calls(now or timezone.now()).exists()


_SENDER = "webhook__player__webhook_sender"


def _due_calls(now: datetime) -> QuerySet[WebhookCall]:
    """Return due calls of the players without a call in flight."""
    free = Q(**{f"{_SENDER}__leased_until": None}) | Q(**{f"{_SENDER}__leased_until__lte": now})
    due = WebhookCall.objects.filter(free, status=Status.QUEUED, next_try_at__lte=now, webhook__off_at=None)
    return due.select_related("webhook")


def _lease_end(now: datetime) -> datetime:
    return max(now, timezone.now()) + CALL_LEASE


@contextmanager
def _player_lease(player_id: int, now: datetime) -> Iterator[bool]:
    """Lease the player's webhooks during the block; False if another worker has them."""
    holder = uuid4()
    WebhookSender.objects.get_or_create(player_id=player_id)
    mine = WebhookSender.objects.filter(player=player_id)
    free = mine.filter(Q(leased_until=None) | Q(leased_until__lte=now))
    leased = bool(free.update(holder=holder, leased_until=_lease_end(now)))
    try:
        yield leased
    finally:
        mine.filter(holder=holder).update(holder=None, leased_until=None, released_at=timezone.now())


def record_call_result(call: WebhookCall, error: str, now: datetime | None = None) -> None:
    """Mark a call: without an `error` it is done; else it is retried later and finally given up."""
    now, row = now or timezone.now(), WebhookCall.objects.filter(pk=call.pk)
    if not error:
        row.update(status=Status.SENT, error="", body=b"")
        Webhook.objects.filter(pk=call.webhook_id).update(failures=0)
        return
    given_up = call.attempts > len(RETRY_DELAYS)
    later = now + timedelta(seconds=RETRY_DELAYS[min(call.attempts, len(RETRY_DELAYS)) - 1])
    row.update(status=Status.FAILED if given_up else Status.QUEUED, next_try_at=later, error=error[:200])
    Webhook.objects.filter(pk=call.webhook_id).update(failures=F("failures") + 1)
    Webhook.objects.filter(pk=call.webhook_id, failures__gte=MAX_FAILURES, off_at=None).update(off_at=now)


def load_last_errors(rows: Sequence[Webhook] | Iterable[Webhook]) -> dict[UUID, str]:
    """Return each webhook's last error that has not been resolved."""
    calls = WebhookCall.objects.filter(webhook__in=list(rows)).exclude(error="").order_by("created_at")
    return dict(calls.values_list("webhook", "error"))
