"""What each kind of caller gets from the server, to the byte: responses with all headers, e-mails, webhook calls.

`tests.gate.reading` omits what chance or the clock writes. Here the clock is fixed, so dates, sizes and limits count.
"""

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from email import message_from_bytes
from functools import partial
from typing import Any

import pytest
from django.core.cache import caches
from django.db import transaction
from django.utils import timezone
from msgspec import json

from games.models import Game, OpenRequest, OutgoingMail, Player, WebhookCall
from games.persistence import position
from games.selectors.email_context import load_email_context
from games.services.creation import do_create_game
from games.services.devices import do_add_device
from games.services.invitations import do_become_observer, do_renew_observer_link
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from games.services.webhooks import do_add_webhook, do_queue_calls
from tests.api.conftest import Caller
from tests.gate import operations
from tests.gate.operations import Call, Reader, without_token_ids
from tests.gate.reading import Read, Readable, by_browser, steady
from tests.worker.webhooks.browser import Browser
from worker.mail.outbound.mime_message import build_message
from worker.webhooks import webhook_delivery

Callers = dict[str, Player | None]
"""The kinds of callers, each with one player; None has not logged in."""
HOOK = "https://example.org/hook"
BROWSER = Browser("https://push.example.org/abc")
_RANDOM = re.compile(r'"(?:commitment|key)":"[0-9a-f]{64}"')
"""The random parts of what a write creates: the commitment of a game to its dice, the key of a webhook."""
_ID = re.compile(r"[0-9a-f-]{6,}|[0-9]+")
_SIGNATURE = re.compile(r"v1=[0-9a-f]{64}")


def callers_of(game: Game, role: str) -> Callers:
    """Return the player of a seat, the host, an observer, a stranger and an anonymous caller."""
    seat = game.seats.select_related("player").get(role=role)
    observer, stranger = (Player.objects.create_user(name, f"{name}@example.org", "pw") for name in ("olga", "emil"))
    assert game.host is not None
    link = do_renew_observer_link(by=game.host, game_id=game.pk)
    do_become_observer(player=observer, token=link.rstrip("/").rpartition("/")[2])
    return {"seat": seat.player, "host": game.host, "observer": observer, "stranger": stranger, "nobody": None}


def add_games(game: Game) -> tuple[Game, Game]:
    """Add two games beside this one: the same players in the same seats, and a private game of the host."""
    assert game.host is not None
    beside = do_create_game(host=game.host, title=game.title, scenario=game.scenario, name="Karlsruhe")
    for seat in game.seats.exclude(player=None).select_related("player").order_by("position"):
        assert seat.player is not None
        do_join_game(player=seat.player, game_id=beside.pk, role=seat.role)
    do_start_game(player=game.host, game_id=beside.pk)
    do_resolve(beside.pk)
    private = do_create_game(
        host=game.host, title=game.title, scenario=game.scenario, name="Leipzig", visibility="private"
    )
    return beside, private


def read_all(callers: Callers, game: Game, others: tuple[Game, ...], letters_after: int, only: str = "") -> Read:
    """Return all that each caller gets now; afterwards nothing has happened.

    With `only`, nothing else is read than what has this pattern in its name, as `seat: games/…/view/?seat=public`.
    """
    found: Read = []
    for kind, player in callers.items():
        known: dict[str, str] = {}
        for cache in caches.all(initialized_only=True):
            cache.clear()
        with undone():
            reader = reader_of(player, game, others)
            for name, read in _readings(reader, letters_after):
                if re.search(only, f"{kind}: {name}"):
                    text = _RANDOM.sub("~", without_token_ids(read()))
                    found.append((f"{kind}: {steady(name, known)}", steady(text, known)))
    return found


def reader_of(player: Player | None, game: Game, others: tuple[Game, ...]) -> Reader:
    """Return the player as a caller of the API, with the forms of all own questions."""
    caller = Caller(player)
    own = OpenRequest.objects.filter(game=game, seat__player=player, closed_at=None).order_by("seat__position")
    asked = own.values_list("pk", flat=True) if player is not None else ()
    forms = {one: caller.get(f"decisions/{one}/").json()["form"] for one in asked}
    unknown = (*(one.pk for one in others), operations.UNKNOWN)
    return Reader(caller, game, forms, unknown, deep=True)


def _readings(reader: Reader, after: int) -> Readable:
    player, game = reader.caller.player, reader.game
    for call in operations.calls(reader):
        yield call.name, partial(_exchange, reader.caller, call)
    for call in operations.writes(reader):
        yield call.name, partial(_tried, reader.caller, call)
    for name, read in by_browser(player, game, dict(reader.forms), whole=True):
        yield f"page {name}", read
    if player is not None:
        yield from _letters(player, after)
        yield "webhook", partial(_webhook_calls, player, game, after)


def _tried(caller: Caller, call: Call) -> str:
    """Return the response to a write; afterwards nothing is stored."""
    with undone():
        return exact(send(caller, call))


def send(caller: Caller, call: Call, **headers: str) -> Any:
    """Send a call and return its response."""
    if call.method == "GET":
        return caller.get(call.path, **headers)
    if isinstance(call.body, str):
        return caller.raw(call.method, call.path, call.body, "text/plain")
    return caller.raw(call.method, call.path, json.encode({} if call.body is None else call.body))


def exact(response: Any) -> str:
    """Return the status, every header and the body of a response; of a picture its digest."""
    body = b"".join(response.streaming_content) if response.streaming else response.content
    text = hashlib.sha256(body).hexdigest() if response.headers.get("Content-Type") == "image/png" else body.decode()
    return f"{response.status_code}\n{dict(response.headers)}\n{response.cookies.output()}\n{text}"


def _exchange(caller: Caller, call: Call) -> str:
    """Return the response to a call; of a GET also those to HEAD and to a conditional request."""
    first = send(caller, call)
    found = [exact(first)]
    if call.method == "GET" and "?" not in call.path:
        found.append(exact(caller.raw("HEAD", call.path, b"")))
    if call.method == "GET" and "ETag" in first.headers:
        found.append(exact(send(caller, call, **{"If-None-Match": first.headers["ETag"]})))
    return "\n".join(found)


def _letters(player: Player, after: int) -> Readable:
    """Yield every e-mail to the player: its times in the queue, its date, size and envelope, and its text."""
    for mail in OutgoingMail.objects.filter(player=player, pk__gt=after).order_by("pk"):
        yield f"letter: {mail.kind}", partial(_letter, mail)


def _letter(mail: OutgoingMail) -> str:
    queued = f"{mail.created_at} {mail.next_try_at} {mail.status} {mail.attempts}"
    context = load_email_context(mail)
    if context is None:
        return queued
    message = build_message(context)
    raw = message.message().as_bytes()
    sent_at = message_from_bytes(raw)["Date"]  # repeated in a line of its own, since `steady` omits the header
    return f"{queued}\nsent at {sent_at}\n{len(raw)} bytes to {message.recipients()}\n{raw.decode()}"


def _webhook_calls(player: Player, game: Game, after: int) -> str:
    """Return the requests to the player's webhooks, and to a webhook of the game if the player may have one."""
    with undone():
        hooks = [do_add_webhook(player=player, url=HOOK, format=one) for one in ("plain", "discord")]
        hooks.append(do_add_device(player=player, **BROWSER.form()))
        if game.host == player:
            hooks.append(do_add_webhook(player=player, url=HOOK, game_id=game.pk))
        for hook in hooks:
            hook.after, hook.created_at = after, timezone.now() - timedelta(days=1)
            hook.save()
        OutgoingMail.objects.filter(player=player, pk__gt=after).update(status="sent")  # devices wait for it
        do_queue_calls()
        rows = sorted(WebhookCall.objects.filter(webhook__in=hooks).select_related("webhook"), key=_order)
        calls = [one for hook in hooks for one in rows if one.webhook == hook]
        return "\n".join(f"{call.next_try_at} {_posted(call)}" for call in calls)


def _order(call: WebhookCall) -> str:
    """Return what sorts calls in the same way in both worlds: the body without its random ids."""
    return _ID.sub("", bytes(call.body).decode())


def _posted(call: WebhookCall) -> str:
    """Return what the worker sends for a call."""
    sent: list[str] = []

    def post(url: str, body: bytes, headers: dict[str, str], **how: Any) -> None:
        if call.webhook.format == "push":
            told = BROWSER.read(body)
            sent.append(f"{url}\n{len(body)}\n{sorted(headers)}\n{json.encode(told).decode()}")
        else:
            sent.append(f"{url}\n{_SIGNATURE.sub('v1=~', str(headers))}\n{body.decode()}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(webhook_delivery, "post_call", post)
        assert webhook_delivery._sent(call) == ""
    return "\n".join(sent)


@contextmanager
def undone() -> Iterator[None]:
    """Undo what the block stores, in the database and in the cache of positions."""
    kept = position._kept.copy()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    position._kept.clear()
    position._kept.update(kept)
