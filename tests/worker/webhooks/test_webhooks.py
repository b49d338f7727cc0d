"""Webhooks: who gets which call, its signature, retries after a failure, and addresses that are refused."""

import hashlib
import hmac
import json
import socket
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.errors import Forbidden, Missing
from games.kernel.errors import Malformed
from games.models import Game, OpenRequest, Player, Webhook, WebhookCall
from games.services import webhooks
from games.services.lifecycle import do_leave_game, do_start_game
from games.services.resolve.advance import do_resolve
from games.services.umpire import do_pause
from games.services.webhooks import do_add_webhook, do_queue_calls, do_remove_webhook, do_test_webhook, get_signing_key
from tests.table import answer, play_out
from worker.due_work import find_due_work
from worker.webhooks import http_call
from worker.webhooks.http_call import CallRefused, is_public_address, post_call, resolve_addresses
from worker.webhooks.webhook_delivery import send_webhooks, sign_body

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

URL = "https://example.org/hook"
PORTS = range(1, 65536)


class Ear:
    """A server that keeps what it is told, and answers with the next of `answers`, or 204."""

    def __init__(self) -> None:
        self.heard: list[tuple[dict[str, str], bytes]] = []
        self.answers: list[tuple[int, str]] = []
        ear = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                ear.heard.append((dict(self.headers), body))
                status, place = ear.answers.pop(0) if ear.answers else (204, "")
                self.send_response(status)
                if place:
                    self.send_header("Location", place)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                """Say nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook?a=b"


@pytest.fixture
def ear(settings: Any) -> Iterator[Ear]:
    settings.PBEM_WEBHOOK_ALLOW_PRIVATE = True
    found = Ear()
    settings.PBEM_WEBHOOK_PORTS = {80, 443, found.server.server_port}
    thread = threading.Thread(target=found.server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield found
    found.server.shutdown()
    found.server.server_close()
    thread.join()


def bodies(row: Webhook) -> list[dict[str, Any]]:
    return [json.loads(bytes(call.body)) for call in row.calls.order_by("created_at", "key")]


@pytest.mark.both_databases
def test_a_player_is_told_of_own_letters_and_each_once(seated: Game, anna: Player, ben: Player) -> None:
    mine, theirs = (do_add_webhook(player=one, url=URL) for one in (anna, ben))
    do_start_game(player=anna, game_id=seated.pk)
    do_resolve(seated.pk)
    do_queue_calls()
    do_queue_calls()
    (told,) = bodies(mine)
    asked = OpenRequest.objects.get(game=seated, seat__role="red", closed_at=None)
    assert (told["event"], told["seat"], told["decision"]) == ("decision", "red", str(asked.pk))
    assert told["name"] in told["text"]
    assert [one["seat"] for one in bodies(theirs)] == ["black"]
    assert "あなたの番：入札" in bodies(theirs)[0]["text"]


def test_what_was_before_it_is_not_told(running: Game, anna: Player) -> None:
    row = do_add_webhook(player=anna, url=URL)
    do_queue_calls()
    assert bodies(row) == []


def test_a_game_tells_only_what_all_may_know(running: Game, anna: Player, staff: Player) -> None:
    row = do_add_webhook(player=anna, url=URL, game_id=running.pk)
    answer(running, "red", ready=False)
    answer(running, "black")
    OpenRequest.objects.filter(game=running, closed_at=None).update(due_at=timezone.now())
    do_resolve(running.pk)
    do_pause(by=staff, game_id=running.pk, reason="Harbour holiday")
    do_queue_calls()
    found = bodies(row)
    assert {one["event"] for one in found} <= {"notice", "stop"}
    assert any("Harbour holiday" in one["text"] for one in found)
    assert not any("draft" in one["text"] for one in found), "a draft that was taken is its seat's own business"
    assert not any(set(one) & {"decision", "seat", "due_at"} for one in found)


def test_it_hears_the_end(running: Game, anna: Player) -> None:
    row = do_add_webhook(player=anna, url=URL, game_id=running.pk)
    assert play_out(running).status == Game.Status.OVER
    do_queue_calls()
    do_queue_calls()
    assert [one["event"] for one in bodies(row)].count("over") == 1


def test_whoever_lost_the_seat_hears_nothing_of_it(seated: Game, anna: Player) -> None:
    row = do_add_webhook(player=anna, url=URL)
    do_start_game(player=anna, game_id=seated.pk)
    do_resolve(seated.pk)
    do_leave_game(player=anna, game_id=seated.pk)
    do_queue_calls()
    assert bodies(row) == []


def test_it_is_signed_and_sent_once(ear: Ear, anna: Player) -> None:
    row = do_add_webhook(player=anna, url=ear.url)
    call = do_test_webhook(player=anna, webhook_id=row.pk)
    assert find_due_work().webhooks
    assert not send_webhooks()
    assert not send_webhooks()
    ((headers, body),) = ear.heard
    moment = int(headers["Sealed-Orders-Signature"].split(",")[0].removeprefix("t="))
    code = hmac.new(get_signing_key(row).encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    assert (
        headers["Sealed-Orders-Signature"] == f"t={moment},v1={code}" == sign_body(get_signing_key(row), moment, body)
    )
    assert headers["Sealed-Orders-Delivery"] == str(call.pk)
    assert abs(moment - time.time()) < 60
    assert json.loads(body)["event"] == "test"


@pytest.mark.both_databases
def test_nothing_is_sent_under_a_key_that_is_lost(ear: Ear, anna: Player, settings: Any) -> None:
    """An empty key would sign what anybody can forge."""
    row = do_add_webhook(player=anna, url=ear.url)
    do_test_webhook(player=anna, webhook_id=row.pk)
    settings.SECRET_KEY = "quite another one, and the old one is not among the fallbacks"
    send_webhooks()
    (call,) = WebhookCall.objects.all()
    assert (ear.heard, call.attempts) == ([], 1)
    assert "forge" in call.error


@pytest.mark.both_databases
def test_it_is_tried_again_later_and_at_last_given_up(ear: Ear, anna: Player) -> None:
    ear.answers = [(500, "")] * 20
    row = do_add_webhook(player=anna, url=ear.url)
    call = do_test_webhook(player=anna, webhook_id=row.pk)
    waits = []
    for _ in range(10):
        send_webhooks()
        call.refresh_from_db()
        if call.status != "queued":
            break
        waits.append(round((call.next_try_at - timezone.now()).total_seconds()))
        WebhookCall.objects.update(next_try_at=timezone.now())
    assert waits == list(webhooks.RETRY_DELAYS)
    assert (call.status, call.error, len(ear.heard)) == ("failed", "it answered 500", 7)
    assert len({headers["Sealed-Orders-Delivery"] for headers, _ in ear.heard}) == 1


@pytest.mark.both_databases
def test_what_fails_too_often_is_switched_off_until_it_is_tried_out(ear: Ear, anna: Player) -> None:
    row = do_add_webhook(player=anna, url=ear.url)
    Webhook.objects.update(failures=webhooks.MAX_FAILURES - 1)
    ear.answers = [(500, "")]
    do_add = do_test_webhook(player=anna, webhook_id=row.pk)
    Webhook.objects.update(failures=webhooks.MAX_FAILURES - 1)
    send_webhooks()
    row.refresh_from_db()
    assert row.off_at is not None
    WebhookCall.objects.filter(pk=do_add.pk).update(next_try_at=timezone.now())
    assert not webhooks.has_due_calls()
    do_test_webhook(player=anna, webhook_id=row.pk)
    send_webhooks()
    row.refresh_from_db()
    assert (row.off_at, row.failures) == (None, 0)


def test_a_sender_that_dies_leaves_it_to_the_next(anna: Player) -> None:
    do_test_webhook(player=anna, webhook_id=do_add_webhook(player=anna, url=URL).pk)
    assert len(list(webhooks.claim_calls())) == 1
    assert list(webhooks.claim_calls()) == []
    assert len(list(webhooks.claim_calls(timezone.now() + webhooks.CALL_LEASE + timedelta(seconds=1)))) == 1


def test_redirects_are_not_followed(ear: Ear, anna: Player, settings: Any) -> None:
    ear.answers = [(302, ear.url)]
    with pytest.raises(CallRefused, match="302"):
        post_call(ear.url, b"{}", {}, private=True, ports=settings.PBEM_WEBHOOK_PORTS)
    assert len(ear.heard) == 1


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
        ),
        *(
            "255.255.255.255",
            "240.0.0.1",
            "::1",
            "::",
            "fe80::1%eth0",
            "fc00::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
        ),
        *("64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::", "ff02::1", "198.18.0.1", "192.0.2.1"),
    ],
)
def test_addresses_that_are_not_called(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    assert not is_public_address(address)
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    names = [(family, 1, 6, "", ("93.184.216.34", 443)), (family, 1, 6, "", (address, 443))]
    monkeypatch.setattr(http_call.socket, "getaddrinfo", lambda *args, **kinds: names)
    with pytest.raises(CallRefused):
        resolve_addresses("rebind.example", 443, private=False)


def test_addresses_that_are_called() -> None:
    assert is_public_address("93.184.216.34")
    assert is_public_address("2606:2800:220:1:248:1893:25c8:1946")


def test_the_connection_is_made_to_the_address_that_was_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is looked up once; what it says the second time is not asked."""
    looked: list[str] = []
    called: list[Any] = []

    def lookup(host: str, *rest: Any, **kinds: Any) -> Any:
        looked.append(host)
        return [(socket.AF_INET, 1, 6, "", ("93.184.216.34" if len(looked) == 1 else "127.0.0.1", 443))]

    def connect(place: Any, **kinds: Any) -> Any:
        called.append(place)
        raise OSError

    monkeypatch.setattr(http_call.socket, "getaddrinfo", lookup)
    monkeypatch.setattr(http_call.socket, "create_connection", connect)
    with pytest.raises(CallRefused):
        post_call("https://rebind.example/hook", b"{}", {}, private=False, ports=PORTS)
    assert (looked, called) == (["rebind.example"], [("93.184.216.34", 443)])


def test_a_name_that_takes_for_ever_is_left_and_not_too_many_are_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()
    monkeypatch.setattr(http_call, "DNS_TIMEOUT_SECONDS", 0.01)
    monkeypatch.setattr(http_call, "_lookups", threading.BoundedSemaphore(3))
    monkeypatch.setattr(http_call.socket, "getaddrinfo", lambda *args, **kinds: answered.wait(60) and [])
    said = []
    for _ in range(4):
        with pytest.raises(CallRefused) as refused:
            resolve_addresses("slow.example.org", 443, private=False)
        said.append(str(refused.value))
    answered.set()
    assert said == [http_call.UNREACHABLE] * 3 + ["too many names are looked up at present"]


@pytest.mark.both_databases
def test_what_was_told_long_ago_is_forgotten_and_told_no_second_time(ear: Ear, anna: Player, seated: Game) -> None:
    row = do_add_webhook(player=anna, url=ear.url)
    do_start_game(player=anna, game_id=seated.pk)
    do_resolve(seated.pk)
    do_queue_calls()
    send_webhooks()
    told = len(ear.heard)
    assert told
    later = timezone.now() + webhooks.CALL_RETENTION + timedelta(hours=1)
    do_queue_calls(later - timedelta(minutes=1))
    Webhook.objects.update(off_at=later)
    assert webhooks.do_delete_old_calls(later) == 0
    Webhook.objects.update(off_at=None)
    assert webhooks.do_delete_old_calls(timezone.now()) == 0
    assert webhooks.do_delete_old_calls(later) == told
    do_queue_calls(later)
    assert not row.calls.exists()


def test_without_the_setting_loopback_is_not_called_and_plain_http_is_not_taken(ear: Ear, settings: Any) -> None:
    with pytest.raises(CallRefused):
        post_call(ear.url, b"{}", {}, private=False, ports=PORTS)
    with pytest.raises(CallRefused):
        post_call(ear.url.replace("http:", "https:"), b"{}", {}, private=False, ports=PORTS)
    assert ear.heard == []


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "https://me:pw@example.org/",
        "https://example.org/#x",
        "x",
        "https://example.org:99999/",
        "https://[::1/",
        "https://example.org/a b",
        "https://example.org/" + "a" * 500,
    ],
)
def test_addresses_that_are_none_are_refused(anna: Player, url: str) -> None:
    with pytest.raises(Malformed) as raised:
        do_add_webhook(player=anna, url=url)
    assert raised.value.problems[0].pointer == "/url"


def test_a_game_is_for_those_who_manage_it_and_a_webhook_for_its_owner(
    running: Game, ben: Player, anna: Player
) -> None:
    with pytest.raises(Forbidden):
        do_add_webhook(player=ben, url=URL, game_id=running.pk)
    row = do_add_webhook(player=anna, url=URL)
    with pytest.raises(Missing):
        do_remove_webhook(player=ben, webhook_id=row.pk)
    do_remove_webhook(player=anna, webhook_id=row.pk)
    assert not Webhook.objects.exists()


@pytest.mark.both_databases
def test_the_shape_that_discord_takes_mentions_nobody(running: Game, anna: Player, staff: Player) -> None:
    Game.objects.filter(pk=running.pk).update(name="@everyone")
    row = do_add_webhook(player=anna, url=URL, game_id=running.pk, format="discord")
    do_pause(by=staff, game_id=running.pk)
    do_queue_calls()
    (told,) = bodies(row)
    assert set(told) == {"content", "username", "allowed_mentions"}
    assert told["allowed_mentions"] == {"parse": []}
    assert f"/games/{running.pk}/" in told["content"]


@pytest.mark.both_databases
@pytest.mark.parametrize(("language", "words"), [("en", "Send a test"), ("ja", "テスト送信")])
def test_on_the_page(client: Client, anna: Player, language: str, words: str) -> None:
    Player.objects.filter(pk=anna.pk).update(language=language)
    client.force_login(anna)
    place = reverse("webhooks")
    shown = client.post(place, {"url": URL, "format": "discord", "game": ""}).content.decode()
    row = Webhook.objects.get()
    assert get_signing_key(row) in shown
    again = client.get(place).content.decode()
    assert get_signing_key(row) not in again
    assert words in again
    assert client.post(place, {"url": "http://x", "format": "plain"}).status_code == 422
    client.post(reverse("webhook", args=[row.pk]), {"test": "1"})
    assert row.calls.count() == 1
    client.post(reverse("webhook", args=[row.pk]), {"remove": "1"})
    assert not Webhook.objects.exists()
