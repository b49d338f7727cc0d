"""One player's webhooks delay neither games nor the webhooks of other players, and do not scan the host's network."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from django.utils import timezone

from games.errors import RateLimited
from games.kernel.errors import Malformed
from games.models import Player, Webhook, WebhookCall, WebhookSender
from games.services import webhooks
from games.services.webhooks import claim_calls, do_add_webhook, do_remove_webhook, do_test_webhook, has_due_calls
from pbem.setting_values import read_ports
from worker import tasks
from worker.webhooks import http_call, webhook_delivery
from worker.webhooks.http_call import CallRefused, is_public_address, post_call
from worker.webhooks.webhook_delivery import send_webhooks

pytestmark = pytest.mark.django_db

URL = "https://example.org/hook"
Behaviour = Callable[[socket.socket], None]


class TcpServer:
    """A server on loopback that treats each connection by `behaviour`, and counts the connections."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.accepted = 0
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=32)
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self.behaviour, self.open = behaviour, list[socket.socket]()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.accepted += 1
            self.open.append(client)
            threading.Thread(target=self._treat, args=(client,), daemon=True).start()

    def _treat(self, client: socket.socket) -> None:
        try:
            self.behaviour(client)
        except OSError:
            return

    def close(self) -> None:
        for one in (self.listener, *self.open):
            one.close()


def stay_silent(client: socket.socket) -> None:
    """Read the request and never answer."""
    while client.recv(65536):
        pass


def accept_call(client: socket.socket) -> None:
    """Accept the call at once."""
    client.recv(65536)
    client.sendall(b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    client.close()


def drip(client: socket.socket) -> None:
    """Send one byte of a header at a time, without an end."""
    client.sendall(b"HTTP/1.1 200 OK\r\nX: ")
    while True:
        client.sendall(b"x")
        time.sleep(0.05)


def drip_handshake(client: socket.socket) -> None:
    """Announce a long TLS handshake record and send it one byte at a time."""
    client.recv(65536)
    client.sendall(b"\x16\x03\x03\x40\x00\x02\x00\x3f\xfc")
    while True:
        client.sendall(b"\x00")
        time.sleep(0.02)


@pytest.fixture
def serve(settings: Any) -> Iterator[Callable[[Behaviour], TcpServer]]:
    settings.PBEM_WEBHOOK_ALLOW_PRIVATE, settings.PBEM_WEBHOOK_PORTS = True, set(range(1, 65536))
    found: list[TcpServer] = []

    def start(behaviour: Behaviour) -> TcpServer:
        found.append(TcpServer(behaviour))
        return found[-1]

    yield start
    for one in found:
        one.close()


def due(player: Player, url: str = URL, count: int = 1) -> list[WebhookCall]:
    """Give the player so many webhooks with one due call each."""
    rows = [do_add_webhook(player=player, url=url) for _ in range(count)]
    return WebhookCall.objects.bulk_create(WebhookCall(webhook=row, key="k", body=b"{}") for row in rows)


# --- one call at a time for each player


def test_webhooks_have_a_queue_of_their_own() -> None:
    assert current_app.amqp.router.route({}, tasks.send_webhooks.name)["queue"].name == "webhooks"


def test_a_second_worker_leaves_the_other_webhooks_of_a_player_alone(anna: Player, ben: Player) -> None:
    mine, theirs = due(anna, count=9), due(ben)
    first = claim_calls()
    assert next(first).webhook.player_id == anna.pk
    assert [call.pk for call in claim_calls()] == [theirs[0].pk]
    assert not has_due_calls()
    assert WebhookCall.objects.filter(attempts=0).count() == len(mine) - 1
    first.close()
    assert has_due_calls()
    assert next(claim_calls()).webhook.player_id == anna.pk


def test_players_take_turns(anna: Player, ben: Player) -> None:
    due(anna, count=3)
    due(ben, count=2)
    assert [call.webhook.player_id for call in claim_calls()] == [anna.pk, ben.pk, anna.pk, ben.pk, anna.pk]


def test_a_dead_worker_holds_a_players_webhooks_for_the_lease_only(anna: Player) -> None:
    due(anna, count=2)
    dead = claim_calls()
    next(dead)
    now = timezone.now()
    assert not has_due_calls(now)
    later = now + webhooks.CALL_LEASE + timedelta(seconds=1)
    assert has_due_calls(later)
    following = claim_calls(later)
    next(following)
    dead.close()  # it does not release the lease that another worker has now
    assert WebhookSender.objects.get().holder is not None
    following.close()
    assert WebhookSender.objects.get().holder is None


def test_a_lease_outlasts_every_call() -> None:
    longest = http_call.DNS_TIMEOUT_SECONDS + http_call.TOTAL_SECONDS
    assert timedelta(seconds=2 * longest) < webhooks.CALL_LEASE
    assert webhook_delivery.SLICE_SECONDS + longest < tasks.send_webhooks.app.conf.task_time_limit


@pytest.mark.django_db(transaction=True)
def test_a_silent_host_takes_one_worker_and_delays_nobody_else(
    anna: Player, ben: Player, serve: Callable[[Behaviour], TcpServer]
) -> None:
    tarpit, good = serve(stay_silent), serve(accept_call)
    due(anna, tarpit.url, count=9)
    due(ben, good.url)

    def work() -> None:
        try:
            send_webhooks(budget=0.0)
        finally:
            connections.close_all()

    worker = threading.Thread(target=work)
    worker.start()
    until = time.monotonic() + 5
    while not tarpit.accepted and time.monotonic() < until:
        time.sleep(0.01)
    began = time.monotonic()
    assert not send_webhooks(), "the second worker finds nothing more while the first one waits"
    took = time.monotonic() - began
    assert (tarpit.accepted, good.accepted) == (1, 1)
    assert took < 1.5
    for client in tarpit.open:
        client.shutdown(socket.SHUT_RDWR)
    worker.join(10)
    assert not worker.is_alive()
    assert WebhookCall.objects.filter(webhook__player=ben, status="sent").count() == 1


# --- time-outs


def test_a_silent_host_is_left_after_a_few_seconds(
    serve: Callable[[Behaviour], TcpServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert http_call.CONNECT_SECONDS <= http_call.READ_SECONDS <= 5
    monkeypatch.setattr(http_call, "READ_SECONDS", 0.2)
    began = time.monotonic()
    with pytest.raises(CallRefused):
        post_call(serve(stay_silent).url, b"{}", {}, private=True, ports=range(65536))
    assert 0.2 <= time.monotonic() - began < 2


def test_a_slow_drip_ends_at_the_deadline_of_the_whole_call(
    serve: Callable[[Behaviour], TcpServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert http_call.TOTAL_SECONDS <= 10
    monkeypatch.setattr(http_call, "TOTAL_SECONDS", 0.5)
    began = time.monotonic()
    with pytest.raises(CallRefused):
        post_call(serve(drip).url, b"{}", {}, private=True, ports=range(65536))
    assert 0.4 <= time.monotonic() - began < 2


@pytest.mark.parametrize("behaviour", [stay_silent, drip_handshake])
def test_a_silent_or_slow_tls_handshake_is_left(
    behaviour: Behaviour, serve: Callable[[Behaviour], TcpServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_call, "CONNECT_SECONDS", 0.2)
    began = time.monotonic()
    url = serve(behaviour).url.replace("http:", "https:")
    with pytest.raises(CallRefused):
        post_call(url, b"{}", {}, private=True, ports=range(65536))
    assert 0.2 <= time.monotonic() - began < 2


# --- test calls


def test_test_calls_are_limited_for_each_player(anna: Player, ben: Player) -> None:
    rows = [do_add_webhook(player=anna, url=URL) for _ in range(6)]
    for row in rows[:5]:
        do_test_webhook(player=anna, webhook_id=row.pk)
    do_remove_webhook(player=anna, webhook_id=rows[0].pk)  # a removed webhook's tests count
    with pytest.raises(RateLimited) as refusal:
        do_test_webhook(player=anna, webhook_id=rows[5].pk)
    assert "5" in refusal.value.detail.get("en")
    assert not rows[5].calls.exists()
    do_test_webhook(player=ben, webhook_id=do_add_webhook(player=ben, url=URL).pk)
    WebhookSender.objects.filter(player=anna).update(tests_since=timezone.now() - timedelta(minutes=1))
    do_test_webhook(player=anna, webhook_id=rows[5].pk)


# --- where calls may go, and what their errors say


@pytest.mark.parametrize(
    "address",
    ["fec0::1", "feff::1", "3fff::1", "3fff:fff::1", "192.88.99.1", "192.0.0.8", "192.0.0.9", "::ffff:192.88.99.1"],
)
def test_special_addresses_are_refused(address: str) -> None:
    assert not is_public_address(address)


def test_other_ports_need_the_setting(anna: Player, settings: Any) -> None:
    assert {80, 443} == settings.PBEM_WEBHOOK_PORTS
    for url in ("https://example.org:8443/", "https://example.org:22/"):
        with pytest.raises(Malformed) as refusal:
            do_add_webhook(player=anna, url=url)
        assert [one.pointer for one in refusal.value.problems] == ["/url"]
        with pytest.raises(CallRefused):
            post_call(url, b"{}", {}, private=False, ports=settings.PBEM_WEBHOOK_PORTS)
    assert do_add_webhook(player=anna, url="https://example.org:443/") in webhooks.list_own_webhooks(anna)
    settings.PBEM_WEBHOOK_PORTS = {443, 8443}
    assert do_add_webhook(player=anna, url="https://example.org:8443/") in webhooks.list_own_webhooks(anna)


def test_a_webhook_of_before_the_setting_is_not_called_on_its_port(
    anna: Player, serve: Callable[[Behaviour], TcpServer], settings: Any
) -> None:
    good = serve(accept_call)
    due(anna, good.url)
    settings.PBEM_WEBHOOK_PORTS = {80, 443}
    send_webhooks()
    assert good.accepted == 0
    assert Webhook.objects.get().failures == 1


def test_the_setting_is_a_list_of_ports() -> None:
    assert read_ports("80, 8443") == frozenset({80, 8443})
    for text in ("", "https", "0", "65536", "443;80", "-1"):
        with pytest.raises(ImproperlyConfigured, match="PBEM_WEBHOOK_PORTS"):
            read_ports(text)


def test_errors_do_not_tell_a_port_scanner_anything(
    serve: Callable[[Behaviour], TcpServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_call, "READ_SECONDS", 0.2)
    closed = socket.create_server(("127.0.0.1", 0))
    unused = f"http://127.0.0.1:{closed.getsockname()[1]}/"
    closed.close()
    silent, other_service = serve(stay_silent).url, serve(lambda client: client.sendall(b"SSH-2.0-x\r\n")).url
    hang_up, plain = serve(lambda client: client.close()).url, serve(accept_call).url.replace("http:", "https:")
    said = set()
    for url in (unused, silent, other_service, hang_up, plain):
        with pytest.raises(CallRefused) as refusal:
            post_call(url, b"{}", {}, private=True, ports=range(65536))
        said.add(str(refusal.value))
    for failure in (TimeoutError(), ConnectionRefusedError(), OSError(113, "no route"), ssl.SSLError("bad")):
        monkeypatch.setattr(http_call, "_connected", _raiser(failure))
        with pytest.raises(CallRefused) as refusal:
            post_call("http://127.0.0.1/", b"{}", {}, private=True, ports=range(65536))
        said.add(str(refusal.value))
    monkeypatch.setattr(socket, "getaddrinfo", _raiser(OSError()))
    for private in (True, False):
        with pytest.raises(CallRefused) as refusal:
            post_call("https://intranet.example/", b"{}", {}, private=private, ports=range(65536))
        said.add(str(refusal.value))
    internal = [(socket.AF_INET, 1, 6, "", ("10.0.0.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kinds: internal)
    with pytest.raises(CallRefused) as refusal:
        post_call("https://intranet.example/", b"{}", {}, private=False, ports=range(65536))
    said.add(str(refusal.value))
    assert len(said) == 1, said


def _raiser(error: Exception) -> Callable[..., Any]:
    def fail(*args: Any, **options: Any) -> Any:
        raise error

    return fail
