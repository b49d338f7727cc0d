"""The database server is killed and started again in the middle of a game: nothing is lost, nothing happens twice."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.error import URLError

import psycopg
import pytest

from tests.api.know_nothing import KnowNothing, Puzzled, over_http
from tests.faults.conftest import ROOT, Worker, wait_until
from tests.wire.conftest import serving
from tests.worker.post_office import PostOffice
from tools.launch.services import OwnPostgres

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]

ROLES = {"anna": "red", "ben": "black"}
CRASHES = 2


@pytest.fixture
def postgres() -> Iterator[OwnPostgres]:
    """A database server of the test's own, which keeps its promises to the disk."""
    server = OwnPostgres(durable=True)
    try:
        server.start()
        with psycopg.connect(server.url.rpartition("/")[0] + "/postgres", autocommit=True) as line:
            line.execute("CREATE DATABASE sealed_orders")
        yield server
    finally:
        server.close()


@pytest.fixture
def helm(postgres: OwnPostgres, broker: str, mail_port: int, tmp_path: Path) -> Iterator[Worker]:
    """A worker on that server, not started yet."""
    made = Worker(postgres.url, broker, mail_port, tmp_path)
    yield made
    made.stop()


def test_the_database_server_crashes_and_comes_back(postgres: OwnPostgres, helm: Worker, office: PostOffice) -> None:
    _manage(helm, "migrate", "--verbosity", "0")
    tokens = {name: _manage(helm, "create_player", name, f"{name}@example.org", "--token") for name in ROLES}
    helm.start()
    with serving(helm) as address:
        players = {
            name: KnowNothing(over_http(address, token), Random(number))
            for number, (name, token) in enumerate(tokens.items())
        }
        game = _begun(players)
        _play_through_crashes(list(players.values()), game, postgres, helm)
        over = players["anna"].call("games_retrieve", game_id=game).body
    assert sorted(one["seat"] for one in over["standings"]) == ["black", "red"]
    wait_until(lambda: _letters(postgres).keys() <= {"sent", "merged"}, helm, seconds=180)
    mails = _letters(postgres)
    rows, merged, received = set(mails["sent"]), set(mails.get("merged", ())), set(office.ids)
    assert rows <= received <= rows | merged, "a crash between hand-over and mark may leave a sent e-mail to be merged"
    assert len(received - rows) <= CRASHES
    assert len(rows) <= len(office.ids) <= len(rows) + CRASHES
    _manage(helm, "verify_dice", game)
    _manage(helm, "check_replays", "--whole")


def _manage(worker: Worker, *words: str) -> str:
    """Run a management command on the worker's database; the last line that it prints."""
    done = subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, env=worker.environment, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{words}: {done.stdout}\n{done.stderr}"
    return (done.stdout.strip().splitlines() or [""])[-1]


def _begun(players: dict[str, KnowNothing]) -> str:
    wish = {"title": "pirates", "scenario": "two_players", "name": "Shoal water", "options": {"removed": 70}}
    game: str = players["anna"].call("games_create", wish).body["id"]
    for name, role in ROLES.items():
        changed = players[name].call("players_me_change", {"mail_preferences": {"pictures": False}})
        assert changed.status == 200, changed.body
        assert players[name].call("games_join", {"seat": role}, game_id=game).status == 200
    assert players["anna"].call("games_start", {}, game_id=game).status == 202
    return game


def _play_through_crashes(players: list[KnowNothing], game: str, postgres: OwnPostgres, worker: Worker) -> None:
    """Answer whatever is asked; after every few answers the server is killed. A call that meets a crash is repeated."""
    until, crashes = time.monotonic() + 240, 0
    while True:
        assert time.monotonic() < until, f"the game stands still\n{worker.log}"
        try:
            if players[0].call("games_retrieve", game_id=game).body["status"] == "over":
                break
            answered = sum(player.answer_all() for player in players)
        except (Puzzled, URLError, KeyError):
            time.sleep(0.2)
            continue
        if crashes < CRASHES and sum(player.given for player in players) > 8 * (crashes + 1):
            postgres.stop(by=signal.SIGKILL)
            time.sleep(0.5)
            postgres.start()
            crashes += 1
        if not answered:
            time.sleep(0.02)
    assert crashes == CRASHES


def _letters(postgres: OwnPostgres) -> dict[str, list[str]]:
    """The Message-IDs of the mail rows, by status."""
    found: dict[str, list[str]] = {}
    with psycopg.connect(postgres.url) as line:
        for status, message_id in line.execute("SELECT status, message_id FROM games_outgoingmail"):
            found.setdefault(status, []).append(message_id)
    return found
