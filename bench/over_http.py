"""Measure the server over HTTP: gunicorn in its own process, persistent connections, 1 and 8 clients."""

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import connection, connections

from bench import bare
from bench.report import Measure, at_least, at_most, median, progress
from bench.stored import held_by, host
from games.models import Game, OpenRequest, SeatView
from games.models.player import Player
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.players import do_create_unlimited_token
from games.services.resolve.advance import do_resolve

CLIENTS = 8
TURNS = 15
"""The number of rounds in which compared calls alternate, so that a slow moment of the machine affects both."""


class Client(NamedTuple):
    """A player with a running game and a question to answer."""

    number: int
    """The player's row in the bare views."""
    token: str
    """The player's API token."""
    game: Game
    decision: OpenRequest


def _clients(count: int) -> list[Client]:
    return [_client(number, host(), host()) for number in range(1, count + 1)]


def _client(number: int, player: Player, other: Player) -> Client:
    wishes = [SeatAssignment(role="red"), SeatAssignment(role="black")]
    game = do_create_game(host=player, title="pirates", scenario="two_players", seats=wishes, name="Bench")
    do_join_game(player=player, game_id=game.pk, role="red")
    do_join_game(player=other, game_id=game.pk, role="black")
    do_start_game(player=player, game_id=game.pk)
    do_resolve(game.pk)
    decision = OpenRequest.objects.select_related("seat__player").get(game=game, closed_at=None)
    return Client(number, do_create_unlimited_token(player=held_by(decision.seat)), game, decision)


@contextmanager
def server() -> Iterator[int]:
    """Run gunicorn with two processes; yield its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "pbem.wsgi",
        "--bind",
        f"127.0.0.1:{port}",
        "--worker-class",
        "gthread",
    ]
    command += ["--workers", "2", "--threads", "4", "--keep-alive", "60", "--log-level", "error"]
    child = subprocess.Popen(command, env={**os.environ, "DJANGO_SETTINGS_MODULE": "bench.settings"})
    try:
        _await(port)
        yield port
    finally:
        child.terminate()
        child.wait(30)


def _await(port: int) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the server does not answer")


Call = Callable[[http.client.HTTPConnection, Client], int]


def _rate(port: int, clients: list[Client], call: Call, seconds: float) -> float:
    """Return the calls per second of all clients together; every call must succeed."""

    def work(client: Client) -> int:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        done, until = 0, time.monotonic() + seconds
        while time.monotonic() < until:
            status = call(line, client)
            if status >= 300:
                raise RuntimeError(f"status {status}")
            done += 1
        line.close()
        return done

    with ThreadPoolExecutor(len(clients)) as pool:
        return sum(pool.map(work, clients)) / seconds


class Beside(NamedTuple):
    """The throughput of a call beside that of a bare view."""

    rate: float
    """The calls per second."""
    share: float
    """The ratio of `rate` to the calls of the bare view per second."""


def _beside(port: int, clients: list[Client], ours: Call, plain: Call, seconds: float) -> Beside:
    """Measure a call and its bare counterpart alternately; return the median rate and the median ratio."""
    rates, shares = list[float](), list[float]()
    for turn in range(TURNS + 1):
        progress(f"{len(clients)} client(s), {turn} of {TURNS}")
        mine, bare = (_rate(port, clients, call, seconds / TURNS) for call in (ours, plain))
        if turn:  # the first one warms up
            rates.append(mine)
            shares.append(mine / bare)
    return Beside(median(rates), median(shares))


def _send(method: str, path: str, body: dict[str, Any] | None = None, *, row: bool = False) -> Call:
    """Return a function that sends a request with this body. `row`: True if the body names the client's row."""

    def call(line: http.client.HTTPConnection, client: Client) -> int:
        headers = {"Authorization": f"Token {client.token}", "Content-Type": "application/json"}
        target = path.format(game=client.game.pk, decision=client.decision.pk)
        sent = json.dumps(body | {"game": client.number} if row else body) if body is not None else None
        line.request(method, target, sent, headers)
        reply = line.getresponse()
        reply.read()
        return reply.status

    return call


def serving(seconds: float) -> Iterator[Measure]:
    """Measure answers and views per second, and compare them with bare DRF views."""
    if connection.vendor != "postgresql":
        return
    clients = _clients(CLIENTS)
    _prepare(clients[0])
    answer = _send("PUT", "/api/v1/decisions/{decision}/answer/", {"answer": [], "ready": False})
    plain = _send("PUT", "/bench/answer/", {"answer": [], "ready": False, "game": 1})
    apart = _send("PUT", "/bench/answer/", {"answer": [], "ready": False}, row=True)
    view, bare_view = _send("GET", "/api/v1/games/{game}/view/"), _send("GET", "/bench/view/")
    with server() as port:
        answers = {count: _beside(port, clients[:count], answer, plain, seconds) for count in (1, CLIENTS)}
        unlocked = _beside(port, clients, answer, apart, seconds)
        views = _beside(port, clients[:1], view, bare_view, seconds)
    _clean()
    for count, found in answers.items():
        yield Measure(f"PUT answer, {count} client(s)", found.rate, "1/s")
    for count, found in answers.items():
        aim = 0.62 if count == 1 else 0.71
        yield at_least(f"PUT answer beside a bare DRF view, {count} client(s)", found.share, "of its rate", aim)
    note = "stricter than what was asked: bare views that never wait for each other's row"
    yield Measure(
        "the same, each of the bare view's clients with a row of its own", unlocked.share, "of its rate", note=note
    )
    yield at_most("GET view in bare DRF views", 1 / views.share, "×", 1.5, f"{views.rate:.0f}/s")


def _prepare(client: Client) -> None:
    newest = SeatView.objects.filter(game=client.game).order_by("-number")[:1]
    size = 4000 if newest else 0
    with connection.cursor() as cursor:
        for statement in bare.CREATE:
            cursor.execute(statement)
        cursor.execute("INSERT INTO bench_view VALUES (1, %s) ON CONFLICT DO NOTHING", ["x" * size])
    connections.close_all()


def _clean() -> None:
    with connection.cursor() as cursor:
        for statement in bare.DROP:
            cursor.execute(statement)
