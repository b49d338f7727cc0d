"""Manage webhooks, and store, claim and mark their calls; the worker sends the calls (`worker.webhooks`).

A player's webhook is called for the player's e-mails; a game's webhook is called for public events. A sweep finds new
events (`games.services.webhook_events`) and stores each call once, so that no call is lost or doubled. A device that
shows notifications is a webhook too (`games.services.devices`).
"""

import secrets
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone

from games.errors import forbidden, missing, rate_limited
from games.kernel.errors import malformed, refuse_forbidden_characters
from games.kernel.text import Text, join_texts
from games.models import OutgoingMail, Player, Webhook, WebhookCall, WebhookSender
from games.persistence.encryption import decrypt, encrypt
from games.selectors.access import get_game, may_manage
from games.services.webhook_events import CALL_RETENTION, find_events, make_call, make_test_event

MAX_WEBHOOKS = 10
"""The maximum number of webhooks of a player."""
CALL_LEASE = timedelta(minutes=2)
"""The duration of a lease: longer than any call takes, so that a lease expires only if its worker died."""
MAX_TESTS_PER_MINUTE = 5
"""The number of test calls of one player in a minute, to all webhooks together."""
RETRY_DELAYS = (30, 120, 600, 3600, 4 * 3600, 12 * 3600)
"""Seconds after each failed attempt until the next; after the last one a failing call is given up."""
MAX_FAILURES = 30
Status = WebhookCall.Status
Format = Webhook.Format


def do_add_webhook(*, player: Player, url: str, game_id: UUID | str | None = None, format: str = "plain") -> Webhook:
    """Add a webhook for the player's e-mails or, with `game_id`, for a game.

    Only host, umpire and staff may add a webhook for a game. Raises Malformed for a wrong URL or format; Missing if the
    player may not see the game; Forbidden for other players; RateLimited for more than `MAX_WEBHOOKS` webhooks.
    """
    refuse_url("/url", url)
    if format not in (Format.PLAIN, Format.DISCORD):
        raise malformed("/format", "One of plain and discord.", "plain、discordのいずれかです。", "format")
    game = get_game(player, game_id) if game_id else None
    if game is not None and not may_manage(player, game):
        raise forbidden("Only host and umpire may do this.", "主催者と審判だけが行えます。")
    row = Webhook(player=player, game=game, url=url, format=format)
    row.sealed = encrypt({"key": secrets.token_hex(32)})
    row.after = OutgoingMail.objects.aggregate(last=Max("id"))["last"] or 0
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if webhooks_of(player).count() >= MAX_WEBHOOKS:
            raise rate_limited("At most {most} webhooks.", "Webhookは{most}個までです。", most=MAX_WEBHOOKS)
        row.save(force_insert=True)
    return row


def refuse_url(pointer: str, url: str, *, longest: int = 500) -> None:
    """Raise Malformed if the text of the URL shows that calls may not go there, or has more than `longest` characters.

    `pointer`: the JSON pointer of the field with the URL.
    """
    refuse_forbidden_characters(pointer, url)
    if not _fits(url) or len(url) > longest or not url.isascii() or " " in url:
        raise malformed(
            pointer,
            "An address that begins with https://, on one of the ports {ports}.",
            "https:// で始まるURLです（ポートは{ports}のいずれか）。",
            pointer.removeprefix("/"),
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
    """Return the webhook's signing key; "" if it cannot be decrypted because the server's secret key has changed."""
    return (decrypt(bytes(row.sealed)) or {}).get("key", "")


def webhooks_of(player: Player, *, devices: bool = False) -> QuerySet[Webhook]:
    """Return a player's webhooks or, with `devices`, the player's devices, in the order of creation."""
    mine = Webhook.objects.filter(player=player).select_related("game", "player")
    return mine.filter(format=Format.PUSH) if devices else mine.exclude(format=Format.PUSH)


def get_own_webhook(player: Player, webhook_id: UUID, *, device: bool = False) -> Webhook:
    """Return the player's webhook or, with `device`, the player's device with this id.

    Raises Missing if the player has none with this id.
    """
    found = webhooks_of(player, devices=device).filter(pk=webhook_id).first()
    if found is None:
        raise missing()
    return found


def list_own_webhooks(player: Player) -> list[Webhook]:
    """Return a player's own webhooks in the order of creation."""
    return list(webhooks_of(player))


def do_remove_webhook(*, player: Player, webhook_id: UUID, device: bool = False) -> None:
    """Delete a webhook or, with `device`, a device of the player.

    Raises Missing if the player has none with this id.
    """
    get_own_webhook(player, webhook_id, device=device).delete()


def do_test_webhook(*, player: Player, webhook_id: UUID, device: bool = False) -> WebhookCall:
    """Queue a test call of a webhook or device, and switch it on again.

    Raises Missing if the player has none with this id; RateLimited after `MAX_TESTS_PER_MINUTE` test calls in a minute.
    """
    row = get_own_webhook(player, webhook_id, device=device)
    _count_test(player)
    Webhook.objects.filter(pk=row.pk).update(off_at=None, failures=0)
    call = make_call(row, make_test_event(row.player.language))
    call.save(force_insert=True)
    return call


def _count_test(player: Player) -> None:
    """Count one test call of the player. Raises RateLimited after `MAX_TESTS_PER_MINUTE` calls."""
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
    for row, found in find_events(now or timezone.now()):
        WebhookCall.objects.bulk_create([make_call(row, one) for one in found], ignore_conflicts=True)


def do_delete_old_calls(now: datetime | None = None) -> int:
    """Delete calls that ended before `CALL_RETENTION`; return how many.

    A game's final call stays, so that it is not sent again. The calls of a webhook that is switched off stay too, so
    that the webhook continues after these calls when it is switched on again.
    """
    over = WebhookCall.objects.filter(status__in=(Status.SENT, Status.FAILED), webhook__off_at=None)
    return over.filter(created_at__lt=(now or timezone.now()) - CALL_RETENTION).exclude(key="over").delete()[0]


def claim_calls(now: datetime | None = None, *, limit: int = 20) -> Generator[WebhookCall]:
    """Claim and yield up to `limit` due calls; meanwhile no other worker sends calls of the same player.

    When the caller asks for the next call or closes the generator, other workers may send calls of the last call's
    player again. Players take turns.
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
    """Return True if a due call can be claimed now: no worker is sending another call of its player."""
    return _due_calls(now or timezone.now()).exists()


_SENDER = "webhook__player__webhook_sender"


def _due_calls(now: datetime) -> QuerySet[WebhookCall]:
    """Return the due calls of players for whom no worker is sending a call."""
    free = Q(**{f"{_SENDER}__leased_until": None}) | Q(**{f"{_SENDER}__leased_until__lte": now})
    due = WebhookCall.objects.filter(free, status=Status.QUEUED, next_try_at__lte=now, webhook__off_at=None)
    if not settings.PBEM_PUSH_KEY:
        due = due.exclude(webhook__format=Format.PUSH)
    return due.select_related("webhook")


def _lease_end(now: datetime) -> datetime:
    return max(now, timezone.now()) + CALL_LEASE


@contextmanager
def _player_lease(player_id: int, now: datetime) -> Iterator[bool]:
    """Lease the player's webhooks during the block; the block gets False if another worker has leased them."""
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
    """Store the result of a call: without an `error` it is done, else it is retried later or given up."""
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


def do_remove_expired_device(row: Webhook) -> None:
    """Delete a device, with its calls, because its push service no longer knows the browser's subscription."""
    Webhook.objects.filter(pk=row.pk, format=Format.PUSH).delete()


def load_last_errors(rows: Sequence[Webhook] | Iterable[Webhook]) -> dict[UUID, str]:
    """Return the newest error of each webhook, by the webhook's id; webhooks without an error are omitted."""
    calls = WebhookCall.objects.filter(webhook__in=list(rows)).exclude(error="").order_by("created_at")
    return dict(calls.values_list("webhook", "error"))
