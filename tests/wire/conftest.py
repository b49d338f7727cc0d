"""The whole server in processes of its own: gunicorn, worker and scheduler, PostgreSQL, Redis and a mail server."""

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

import pytest

from games.models import Player
from games.services.players import do_create_player, do_create_unlimited_token
from tests.api.know_nothing import KnowNothing, over_http
from tests.faults.conftest import (
    ROOT,
    Worker,
    broker,
    broker_server,
    database,
    mail_port,
    office,
    one_at_a_time,
    worker,
)
from tests.worker.post_office import free_port

__all__ = ["broker", "broker_server", "database", "mail_port", "office", "one_at_a_time", "worker"]

NAMES = ("anna", "ben", "chie", "dai")


@contextmanager
def serving(worker: Worker) -> Iterator[str]:
    """The web server beside a worker, on the same database and broker; its address."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "pbem.wsgi", "--bind", f"127.0.0.1:{port}", "--workers", "1"]
    child = subprocess.Popen(
        [*command, "--threads", "4", "--log-level", "error", "--no-control-socket"],
        cwd=ROOT,
        env=worker.environment | {"PBEM_BASE_URL": f"http://127.0.0.1:{port}"},
    )
    try:
        _await(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        child.terminate()
        child.wait(30)


@pytest.fixture
def site(worker: Worker) -> Iterator[str]:
    """The server's address; worker and web server are running."""
    worker.start()
    with serving(worker) as address:
        yield address


def _await(port: int, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert time.monotonic() < until, "the web server does not answer"
            time.sleep(0.1)


@pytest.fixture
def clients(site: str) -> Callable[[int], list[KnowNothing]]:
    """Players with tokens, each with a client that knows nothing.

    One reads Japanese; only the first wants pictures, which take long to draw.
    """

    def make(count: int) -> list[KnowNothing]:
        return [_client(site, name, number) for number, name in enumerate(NAMES[:count])]

    return make


def _client(site: str, name: str, number: int) -> KnowNothing:
    player: Player = do_create_player(
        name=name, email=f"{name}@example.org", language="ja" if number == 1 else "en", time_zone="Asia/Tokyo"
    )
    if number:
        player.mail_preferences = {**player.mail_preferences, "pictures": False}
        player.save(update_fields=["mail_preferences"])
    return KnowNothing(over_http(site, do_create_unlimited_token(player=player)), Random(number))
