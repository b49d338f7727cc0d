"""Two web hosts and four workers share a database, a broker and keys, and no disk; one worker is lost for good."""

import json
import os
import secrets
import time
import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from urllib.error import URLError

import psycopg
import pytest

from tests.api.know_nothing import KnowNothing, Puzzled, over_http
from tests.machines.network import HOST, Machine, missing, network
from tests.worker.post_office import PostOffice, free_port, open_office
from tools.launch import broker
from tools.launch.children import spawn, stop, wait_until
from tools.launch.services import OwnPostgres

pytestmark = [
    pytest.mark.slow,
    pytest.mark.postgresql,
    pytest.mark.skipif(
        "SEALED_ORDERS_MACHINES" not in os.environ, reason="takes six minutes; set SEALED_ORDERS_MACHINES=1"
    ),
]

WORKERS = 4
GAMES = 3
SECONDS = 420
PATIENCE = 300
"""Seconds for the starts of eight Python programs at once, where other tests keep the machine busy."""
LONGEST_SILENCE = 60
"""Seconds that all players together may wait for the next question; a busy machine takes its share of them."""
ROLES = {"anna": "red", "ben": "black"}
NOTICES_A_LOSS = {"tcp_keepalives_idle": "4", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3"}
"""PostgreSQL asks silent connections whether they live: only then does it release what a lost machine has locked."""


@dataclass
class Fleet:
    """All machines, and what they share."""

    postgres: OwnPostgres
    office: PostOffice
    webs: list[Machine]
    workers: list[Machine]
    clock: Machine

    @property
    def machines(self) -> list[Machine]:
        return [*self.webs, *self.workers, self.clock]

    @property
    def logs(self) -> str:
        return "\n".join(f"--- {one.name}\n{one.log}" for one in self.machines)


@pytest.fixture
def fleet(tmp_path: Path) -> Iterator[Fleet]:
    """The machines, plugged in; nothing runs on them yet."""
    if why := missing():
        pytest.skip(why)
    with ExitStack() as stack:
        stack.enter_context(network())
        postgres = OwnPostgres(durable=True, network=f"{HOST}/24", settings=NOTICES_A_LOSS)
        stack.callback(postgres.close)
        postgres.start()
        with psycopg.connect(postgres.url.rpartition("/")[0] + "/postgres", autocommit=True) as line:
            line.execute("CREATE DATABASE sealed_orders")
        office, mail_port = stack.enter_context(open_office(free_port(), host=HOST))
        environment = _environment(_redis(stack), mail_port, tmp_path / "bytecode")
        made = [
            Machine(name, 10 + number, tmp_path, environment)
            for number, name in enumerate(["web1", "web2", *(f"work{n}" for n in range(WORKERS)), "clock"])
        ]
        for machine in made:
            stack.callback(machine.unplug)
            machine.plug_in()
        yield Fleet(postgres, office, made[:2], made[2:-1], made[-1])


def _redis(stack: ExitStack) -> str:
    """Start a broker at the host's address; its URL."""
    found = broker.prepare()
    assert found is not None
    child = spawn(found.command, stdin=found.configuration.replace(b"bind 127.0.0.1", f"bind {HOST}".encode()))
    stack.callback(stop, child)
    assert wait_until(lambda: broker.ping(HOST, found.port, found.password), seconds=10)
    return found.url.replace("127.0.0.1", HOST)


def _environment(redis: str, mail_port: int, bytecode: Path) -> dict[str, str]:
    """The settings that all machines share; the keys are among them."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PBEM_", "DJANGO_"))}
    return kept | {
        "DJANGO_SETTINGS_MODULE": "pbem.settings",
        "DATABASE_URL": f"postgres://postgres@{HOST}:5432/sealed_orders",
        "REDIS_URL": redis,
        "PBEM_SECRET_KEY": secrets.token_urlsafe(50),
        "PBEM_SIGNING_KEY": b64encode(secrets.token_bytes(32)).decode(),
        "PBEM_BASE_URL": "http://orders.example.org",
        "PBEM_ALLOWED_HOSTS": "*",
        "PBEM_MAIL_URL": f"smtp://{HOST}:{mail_port}",
        "PBEM_SWEEP_SECONDS": "1",
        "PBEM_MAIL_TIMEOUT": "5",
        "PBEM_MAIL_RETRY_SECONDS": "2",
        "PBEM_LOG_LEVEL": "WARNING",
        "PYTHONWARNINGS": "ignore",
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": str(bytecode),  # so that only the first start takes long
    }


def _start(fleet: Fleet) -> None:
    """Start what belongs on each machine; the scheduler on one alone."""
    for web in fleet.webs:
        serve = ("--bind", f"{web.address}:8000", "--worker-class", "gthread", "--threads", "4", "--no-control-socket")
        web.start("gunicorn", "pbem.wsgi:application", *serve, "--log-level", "error")
    celery = ("celery", "--app", "pbem", "--quiet")
    for worker in fleet.workers:
        own = ("--queues", "play,mail", "--concurrency", "1", "--hostname", f"{worker.name}@%h")
        worker.start(*celery, "worker", *own, "--loglevel", "WARNING", "--without-gossip", "--without-mingle")
    fleet.clock.start(*celery, "beat", "--pidfile=", "--loglevel", "WARNING")
    for web in fleet.webs:
        assert wait_until(partial(_is_up, web), seconds=PATIENCE, every=1), fleet.logs


def _keys(web: Machine) -> str:
    """The server's public keys as this web host tells them; empty while it does not answer."""
    try:
        with urllib.request.urlopen(f"http://{web.address}:8000/.well-known/sealed-orders.json", timeout=5) as answer:
            return json.dumps(json.load(answer)["keys"])
    except OSError:
        return ""


def _is_up(web: Machine) -> bool:
    return _keys(web) != ""


def test_a_worker_machine_is_lost_and_nothing_else(fleet: Fleet) -> None:
    fleet.webs[0].run("django", "migrate", "--verbosity", "0")
    tokens = {
        name: fleet.webs[0].run("django", "create_player", name, f"{name}@example.org", "--token") for name in ROLES
    }
    _start(fleet)
    assert _keys(fleet.webs[0]) == _keys(fleet.webs[1])
    players = {
        name: KnowNothing(over_http(f"http://{web.address}:8000", tokens[name]), Random(number))
        for number, (name, web) in enumerate(zip(ROLES, fleet.webs, strict=True))
    }
    games = [_begun(players, number) for number in range(GAMES)]
    lost = fleet.workers[0]
    silence = _play(fleet, list(players.values()), games, lost)
    assert silence < LONGEST_SILENCE
    for game in games:
        over = players["ben"].call("games_retrieve", game_id=game).body
        assert sorted(one["seat"] for one in over["standings"]) == ["black", "red"]
        fleet.webs[1].run("django", "verify_dice", game)
    fleet.webs[1].run("django", "check_replays", "--whole")
    _every_letter_arrived(fleet)
    for machine in fleet.machines:
        kept = {path.name.partition(".")[0] for path in machine.data.rglob("*")}
        assert kept <= ({"beat-schedule"} if machine is fleet.clock else set()), machine.name


def _begun(players: dict[str, KnowNothing], number: int) -> str:
    wish = {"title": "pirates", "scenario": "two_players", "name": f"Shoal water {number}", "options": {"removed": 70}}
    game: str = players["anna"].call("games_create", wish).body["id"]
    for name, role in ROLES.items():
        assert players[name].call("players_me_change", {"mail_preferences": {"pictures": False}}).status == 200
        assert players[name].call("games_join", {"seat": role}, game_id=game).status == 200
    assert players["anna"].call("games_start", {}, game_id=game).status == 202
    return game


def _play(fleet: Fleet, players: list[KnowNothing], games: list[str], lost: Machine) -> float:
    """Answer whatever is asked, each player at a web host of its own; a machine is lost on the way.

    Return the longest time without a question after that.
    """
    until, gone, silence = time.monotonic() + SECONDS, False, 0.0
    asked_at = time.monotonic()
    while any(players[0].call("games_retrieve", game_id=game).body["status"] != "over" for game in games):
        assert time.monotonic() < until, f"the games stand still\n{fleet.logs}"
        try:
            answered = sum(player.answer_all() for player in players)
        except (Puzzled, URLError, KeyError):
            time.sleep(0.2)
            continue
        if not gone and sum(player.given for player in players) > 10:
            lost.lose()
            gone = True
        if answered:
            asked_at = time.monotonic()
        silence = max(silence, time.monotonic() - asked_at) if gone else 0.0
        time.sleep(0.02 if answered else 0.2)
    assert gone
    return silence


def _every_letter_arrived(fleet: Fleet) -> None:
    """Each letter has reached the mail server; at most those that the lost machine was sending have come twice."""

    def by_status() -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        with psycopg.connect(fleet.postgres.url) as line:
            for status, message_id in line.execute("SELECT status, message_id FROM games_outgoingmail"):
                found.setdefault(status, []).append(message_id)
        return found

    assert wait_until(lambda: by_status().keys() <= {"sent", "merged"}, seconds=180, every=1), by_status()
    sent = by_status()["sent"]
    assert set(sent) <= set(fleet.office.ids)
    assert len(fleet.office.ids) <= len(sent) + 1
