"""Webhooks: what is owed to which address, as rows; the worker sends them (`worker.webhooks`).

A player's webhook hears of the player's own letters; a game's of what stands open to all. Nothing is written where
things happen: a sweep finds what is new and owes it once, so that nothing is lost and nothing said twice.
"""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from games.errors import TooOften, forbidden, missing
from games.kernel.errors import malformed, refuse_unfit
from games.kernel.events import PUBLIC
from games.kernel.text import Text
from games.models import Game, Notice, OpenRequest, OutgoingMail, Player, Seat, SeatView, Webhook, WebhookCall
from games.selectors.access import get_game, may_manage
from games.selectors.notices import describe, seat_name
from games.stored.sealing import seal, unseal

MOST = 10
"""Webhooks that one player may have."""
LOOK_BACK = timedelta(minutes=10)
"""How long after the fact a row may come to light: transactions end in another order than they begin."""
PAGE = 200
LEASE = timedelta(minutes=2)
BACKOFF = (30, 120, 600, 3600, 4 * 3600, 12 * 3600)
"""Seconds between the attempts; after the last the call is given up."""
MOST_FAILURES = 30
KEPT = timedelta(days=7)
"""How long it is known what became of a call; what was told once is not looked at again by then."""

Status = WebhookCall.Status
Kind = OutgoingMail.Kind
_TOLD = (Kind.STOP, Kind.REMINDER, Kind.NOTICE, Kind.OVER, Kind.MESSAGE, Kind.ADVICE)

WORDS = {
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
    """Tell an address; of a game: host, umpire or staff alone. Raises Malformed, Missing, Forbidden, TooOften."""
    _refuse_address(url)
    if format not in Webhook.Format.values:
        raise malformed("/format", "One of plain and discord.", "plain、discordのいずれかです。", "format")
    game = get_game(player, game_id) if game_id else None
    if game is not None and not may_manage(player, game):
        raise forbidden("Only host and umpire may do this.", "主催者と審判だけが行えます。")
    row = Webhook(player=player, game=game, url=url, format=format)
    row.sealed = seal({"key": secrets.token_hex(32)})
    row.after = OutgoingMail.objects.aggregate(last=Max("id"))["last"] or 0
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        if Webhook.objects.filter(player=player).count() >= MOST:
            raise TooOften(detail=Text(f"At most {MOST} webhooks.", f"Webhookは{MOST}個までです。"))
        row.save(force_insert=True)
    return row


def _refuse_address(url: str) -> None:
    refuse_unfit("/url", url)
    if not _fits(url) or len(url) > 500 or not url.isascii() or " " in url:
        raise malformed("/url", "An address that begins with https://.", "https:// で始まるURLです。", "url")


def _fits(url: str) -> bool:
    """Whether it names a host, by a way that is taken here, and nothing that has no business in an address."""
    schemes = ("https", "http") if settings.PBEM_WEBHOOK_PRIVATE else ("https",)
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return named and parts.scheme in schemes and not (parts.username or parts.password or parts.fragment)


def key_of(row: Webhook) -> str:
    """The key that signs what this address is told; empty where it is lost with the server's old secret key."""
    return (unseal(bytes(row.sealed)) or {}).get("key", "")


def own_webhook(player: Player, webhook_id: UUID) -> Webhook:
    """Raises Missing."""
    found = Webhook.objects.filter(player=player, pk=webhook_id).select_related("game", "player").first()
    if found is None:
        raise missing()
    return found


def own_webhooks(player: Player) -> list[Webhook]:
    """A player's own, in the order in which they were made."""
    return list(Webhook.objects.filter(player=player).select_related("game"))


def do_remove_webhook(*, player: Player, webhook_id: UUID) -> None:
    """Tell it nothing more. Raises Missing."""
    own_webhook(player, webhook_id).delete()


def do_test_webhook(*, player: Player, webhook_id: UUID) -> WebhookCall:
    """Owe it a test, and switch it on again. Raises Missing, TooOften."""
    row = own_webhook(player, webhook_id)
    since = timezone.now() - timedelta(minutes=1)
    if row.calls.filter(key__startswith="test-", created_at__gt=since).count() >= 5:
        raise TooOften(detail=Text("A test now and then is enough.", "テストが多すぎます。"))
    Webhook.objects.filter(pk=row.pk).update(off_at=None, failures=0)
    call = _call(row, f"test-{secrets.token_hex(8)}", {"event": "test"})
    call.save(force_insert=True)
    return call


def do_collect(now: datetime | None = None) -> None:
    """Owe every address what has happened since it was looked at last."""
    now = now or timezone.now()
    for row in Webhook.objects.filter(off_at=None).select_related("player", "game"):
        found = _of_game(row, row.game, now) if row.game else _of_player(row, now)
        calls = [_call(row, key, told) for key, told in found]
        WebhookCall.objects.bulk_create(calls, ignore_conflicts=True)


def do_forget_calls(now: datetime | None = None) -> int:
    """Delete calls that were over long ago, and say how many. The one of a game's end stays, lest it be told again.

    So do those of an address that is switched off: it is told from where it was when it comes back.
    """
    over = WebhookCall.objects.filter(status__in=(Status.SENT, Status.FAILED), webhook__off_at=None)
    return over.filter(created_at__lt=(now or timezone.now()) - KEPT).exclude(key="over").delete()[0]


def _of_player(row: Webhook, now: datetime) -> Iterator[tuple[str, dict[str, Any]]]:
    """The player's own letters about games, of seats that are still the player's."""
    mails = OutgoingMail.objects.filter(player=row.player_id, pk__gt=row.after, created_at__gte=row.created_at)
    rows = list(mails.select_related("game", "seat").order_by("pk")[:PAGE])
    old = [mail.pk for mail in rows if mail.created_at < now - LOOK_BACK]
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
    """What stands open to all: announcements to everybody, new stops of the public view, the end."""
    since = row.since - LOOK_BACK
    since = max(since, row.created_at)
    for notice in Notice.objects.filter(game=game, at__gte=since).order_by("at", "pk")[:PAGE]:
        if "*" in notice.seats:
            said = {language: describe(game, notice, language) for language in ("en", "ja")}
            yield notice.pk.hex, {"event": "notice", "kind": notice.kind, "_said": said, "_game": game}
    for stop in SeatView.objects.filter(game=game, audience=PUBLIC, at__gte=since).order_by("stop")[:PAGE]:
        yield f"stop-{game.branch}-{stop.stop}", {"event": "stop", "stop": stop.stop, "_game": game}
    if game.status == Game.Status.OVER and game.ended_at and game.ended_at >= row.created_at:
        yield "over", {"event": "over", "standings": game.standings, "_game": game}
    Webhook.objects.filter(pk=row.pk).update(since=now)


def _call(row: Webhook, key: str, told: dict[str, Any]) -> WebhookCall:
    game, said = told.pop("_game", None), told.pop("_said", None)
    language = row.player.language
    text = said[language if language in said else "en"] if said else WORDS[told["event"]].get(language)
    call = WebhookCall(webhook=row, key=key)
    about = {"game": str(game.pk), "name": game.name} if game else {}
    link = f"{settings.PBEM_BASE_URL}/games/{game.pk}/" if game else settings.PBEM_BASE_URL
    seat = seat_name(game, told["seat"]).get(language) if game and told.get("seat") else ""
    line = " · ".join(filter(None, (about.get("name", ""), seat, text)))
    body: dict[str, Any] = {"id": str(call.pk), "at": call.created_at.isoformat(), **about, **told}
    body |= {"text": line, "url": link}
    if row.format == Webhook.Format.DISCORD:
        body = {"content": f"{line}\n{link}"[:2000], "username": "Sealed Orders", "allowed_mentions": {"parse": []}}
    call.body = msgspec.json.encode(body)
    return call


def claim_calls(now: datetime | None = None, *, limit: int = 20) -> Iterator[WebhookCall]:
    """Calls that are due, each taken for a while, so that nobody else sends it meanwhile."""
    now = now or timezone.now()
    due = WebhookCall.objects.filter(status=Status.QUEUED, next_try_at__lte=now, webhook__off_at=None)
    for call in due.select_related("webhook").order_by("next_try_at", "pk")[:limit]:
        mine = WebhookCall.objects.filter(pk=call.pk, status=Status.QUEUED, next_try_at=call.next_try_at)
        if mine.update(next_try_at=timezone.now() + LEASE, attempts=F("attempts") + 1):
            call.attempts += 1
            yield call


def are_due(now: datetime | None = None) -> bool:
    """Whether something waits to be sent."""
    due = WebhookCall.objects.filter(status=Status.QUEUED, next_try_at__lte=now or timezone.now())
    return due.filter(webhook__off_at=None).exists()


def mark(call: WebhookCall, error: str, now: datetime | None = None) -> None:
    """What became of a call: without an `error` it is out; else it is tried again later, and at last given up."""
    now, row = now or timezone.now(), WebhookCall.objects.filter(pk=call.pk)
    if not error:
        row.update(status=Status.SENT, error="", body=b"")
        Webhook.objects.filter(pk=call.webhook_id).update(failures=0)
        return
    given_up = call.attempts > len(BACKOFF)
    later = now + timedelta(seconds=BACKOFF[min(call.attempts, len(BACKOFF)) - 1])
    row.update(status=Status.FAILED if given_up else Status.QUEUED, next_try_at=later, error=error[:200])
    Webhook.objects.filter(pk=call.webhook_id).update(failures=F("failures") + 1)
    Webhook.objects.filter(pk=call.webhook_id, failures__gte=MOST_FAILURES, off_at=None).update(off_at=now)


def last_errors(rows: Sequence[Webhook] | Iterable[Webhook]) -> dict[UUID, str]:
    """What went wrong last at each, where something did and has not been mended."""
    calls = WebhookCall.objects.filter(webhook__in=list(rows)).exclude(error="").order_by("created_at")
    return dict(calls.values_list("webhook", "error"))
