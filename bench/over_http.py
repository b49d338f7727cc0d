"""The server as its clients meet it: gunicorn in a process of its own, keep-alive connections, 1 and 8 clients."""

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
from games.services.creation import SeatWish, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.players import do_make_token
from games.services.resolve.advance import do_resolve

CLIENTS = 8
TURNS = 5


class Client(NamedTuple):
    """A player with a token, a running game and a question to answer."""

    token: str
    game: Game
    decision: OpenRequest


def _clients(count: int) -> list[Client]:
    return [_client(host(), host()) for _ in range(count)]


def _client(player: Player, other: Player) -> Client:
    wishes = [SeatWish(role="red"), SeatWish(role="black")]
    game = do_create_game(host=player, title="pirates", scenario="two_players", seats=wishes, name="Bench")
    do_join_game(player=player, game_id=game.pk, role="red")
    do_join_game(player=other, game_id=game.pk, role="black")
    do_start_game(player=player, game_id=game.pk)
    do_resolve(game.pk)
    decision = OpenRequest.objects.select_related("seat__player").get(game=game, closed_at=None)
    return Client(do_make_token(player=held_by(decision.seat)), game, decision)


@contextmanager
def server() -> Iterator[int]:
    """gunicorn with two processes; its port."""
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
    """Calls per second, all clients together; every call must succeed."""

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


def _in_turns(port: int, clients: list[Client], calls: dict[str, Call], seconds: float) -> dict[str, float]:
    """The rate of each call, the middle of several turns: what is compared is measured under the same load."""
    rates: dict[str, list[float]] = {name: [] for name in calls}
    for turn in range(TURNS + 1):
        for name, call in calls.items():
            progress(f"{name}, {len(clients)} client(s), {turn} of {TURNS}")
            rate = _rate(port, clients, call, seconds / TURNS)
            if turn:  # the first one warms up
                rates[name].append(rate)
    return {name: median(of_call) for name, of_call in rates.items()}


def _send(method: str, path: str, body: Any = None) -> Callable[[http.client.HTTPConnection, Client], int]:
    def call(line: http.client.HTTPConnection, client: Client) -> int:
        headers = {"Authorization": f"Token {client.token}", "Content-Type": "application/json"}
        target = path.format(game=client.game.pk, decision=client.decision.pk)
        line.request(method, target, json.dumps(body) if body is not None else None, headers)
        reply = line.getresponse()
        reply.read()
        return reply.status

    return call


def serving(seconds: float) -> Iterator[Measure]:
    """Answers and views per second, beside bare DRF views."""
    if connection.vendor != "postgresql":
        return
    clients = _clients(CLIENTS)
    _prepare(clients[0])
    answer = _send("PUT", "/api/v1/decisions/{decision}/answer/", {"answer": [], "ready": False})
    plain = _send("PUT", "/bench/answer/", {"answer": [], "ready": False, "game": 1})
    view, row = _send("GET", "/api/v1/games/{game}/view/"), _send("GET", "/bench/view/")
    calls = {"answer": answer, "bare answer": plain, "view": view, "bare view": row}
    with server() as port:
        rates = {
            f"{name} {count}": rate
            for count in (1, CLIENTS)
            for pair in (("answer", "bare answer"), ("view", "bare view"))
            for name, rate in _in_turns(port, clients[:count], {name: calls[name] for name in pair}, seconds).items()
        }
    _clean()
    for count in (1, CLIENTS):
        yield Measure(f"PUT answer, {count} client(s)", rates[f"answer {count}"], "1/s")
    for count in (1, CLIENTS):
        share = rates[f"answer {count}"] / rates[f"bare answer {count}"]
        aim = 0.7 if count == 1 else 0.8
        yield at_least(f"PUT answer beside a bare DRF view, {count} client(s)", share, "of its rate", aim)
    share = rates["bare view 1"] / rates["view 1"]
    yield at_most("GET view in bare DRF views", share, "×", 1.5, f"{rates['view 1']:.0f}/s")


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
