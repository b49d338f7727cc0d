"""A server in processes of its own on the test's database: what is done to it here happens to real servers.

The tests play through the services, as the web server would; a worker with scheduler plays the games on; a mail server
counts the letters.
"""

import fcntl
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
import pytest
import redis
from celery import Celery
from django.conf import settings
from django.db import connection

from games.models import Game, OpenRequest, OutgoingMail, Player
from games.services import triggers
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.profile import do_update_player
from tests.table import answer
from tests.worker.post_office import PostOffice, free_port, open_office
from tools.launch.services import found

ROOT = Path(__file__).resolve().parent.parent.parent
BYTECODE = os.environ.get("PYTHONPYCACHEPREFIX", "")
"""Where bytecode is kept; elsewhere a folder of the run, so that only the first start takes its time."""


@pytest.fixture(scope="session")
def broker_server() -> Iterator[str]:
    """A Redis: that of REDIS_URL, else a local one, else one of our own."""
    if os.environ.get("REDIS_URL"):
        yield os.environ["REDIS_URL"]
        return
    with found({"DATABASE_URL": "named, so that no other is looked for"}, own=False) as services:
        yield services.redis_url


@pytest.fixture
def one_at_a_time() -> Iterator[None]:
    """Processes that test side by side take turns here: these tests empty brokers and end connections.

    For one test at a time: a process that has run out of tests keeps what it holds for the session.
    """
    with (Path(tempfile.gettempdir()) / "sealed-orders-faults.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture
def broker(broker_server: str, one_at_a_time: None) -> Iterator[str]:
    """A database of that Redis that held nothing, so that it may be emptied.

    Never the one that the suite itself is told of, empty as it may be at the moment: tests that run beside this one
    leave their hints there, in the same queues.
    """
    of_the_suite = urlsplit(broker_server)
    for number in range(15, 0, -1):
        url = urlunsplit(of_the_suite._replace(path=f"/{number}"))
        if url == broker_server:
            continue
        with redis.Redis.from_url(url) as client:
            if client.dbsize() == 0:
                yield url
                client.flushdb()
                return
    pytest.fail("no database of this Redis is empty")


@pytest.fixture
def database(transactional_db: None) -> str:
    """The address of the test's own database."""
    if connection.vendor != "postgresql":
        pytest.fail("this needs PostgreSQL: name one in DATABASE_URL, or use ./run test")
    parts = connection.settings_dict
    host = quote(str(parts["HOST"] or "/var/run/postgresql"), safe="")
    login = quote(str(parts["USER"] or "postgres")) + (f":{quote(parts['PASSWORD'])}" if parts["PASSWORD"] else "")
    return f"postgres://{login}@{host}:{parts['PORT'] or 5432}/{quote(str(parts['NAME']))}"


class Worker:
    """A worker with its scheduler, and one for mail. Its letters go to `mail_port`."""

    def __init__(self, database: str, broker: str, mail_port: int, folder: Path) -> None:
        self.queue = f"faults-{secrets.token_hex(4)}"
        self._folder = folder
        self._children: list[subprocess.Popen[bytes]] = []
        self._env = os.environ | {
            "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
            "DATABASE_URL": database,
            "REDIS_URL": broker,
            "FAULTS_QUEUE": self.queue,
            "PBEM_DATA_DIR": str(folder),
            "PBEM_SECRET_KEY": settings.SECRET_KEY,
            "PBEM_SWEEP_SECONDS": "1",
            "PBEM_MAIL_URL": f"smtp://127.0.0.1:{mail_port}",
            "PBEM_MAIL_TIMEOUT": "4",
            "PBEM_MAIL_RETRY_SECONDS": "2",
            "PYTHONWARNINGS": "ignore",
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": BYTECODE
            or str(folder.parent / "bytecode"),  # so that only the first start takes long
        }

    def start(self) -> None:
        """Start all in two groups of processes; their lines go to a file."""
        self._children = [self._started("play", "--beat"), self._started("mail")]

    def _started(self, queue: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "celery", "--app", "pbem", "--quiet", "worker", "--concurrency", "2", *words]
        command += ["--queues", f"{self.queue}-{queue}", "--hostname", f"{queue}@%h"]
        with (self._folder / "worker.log").open("ab") as log:
            return subprocess.Popen(
                [*command, "--without-gossip", "--without-mingle", "--loglevel", "WARNING"],
                cwd=ROOT,
                env=self._env,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def poison(self, address: str) -> None:
        """From the next start on, letters to this address kill their senders."""
        self._env["FAULTS_POISON"] = address

    def kill(self) -> None:
        """What a crash or the kernel does to all of it: SIGKILL."""
        assert self._children
        for child in self._children:
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        self._children = []

    def stop(self) -> None:
        """End what is left of it."""
        if self._children:
            self.kill()

    @property
    def environment(self) -> dict[str, str]:
        """The variables with which it runs."""
        return dict(self._env)

    @property
    def log(self) -> str:
        """What it said."""
        return (self._folder / "worker.log").read_text(errors="replace")[-4000:]


@pytest.fixture
def mail_port() -> int:
    return free_port()


@pytest.fixture
def office(mail_port: int) -> Iterator[PostOffice]:
    with open_office(mail_port) as (office, _):
        yield office


@pytest.fixture
def worker(
    database: str, broker: str, mail_port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Worker]:
    """A worker that is not started yet; the services' hints go to its broker, as the web server's would."""
    made = Worker(database, broker, mail_port, tmp_path)
    sender = Celery(broker=broker, set_as_current=False)
    sender.conf.task_default_queue = f"{made.queue}-play"

    def hint(game_id: str) -> None:
        sender.send_task("worker.tasks.resolve_game", (game_id,), retry=False)

    monkeypatch.setattr(triggers, "_hints", {triggers.RESOLVE: hint, triggers.BOTS: hint})
    yield made
    made.stop()
    sender.close()


@pytest.fixture
def started(toy: Any, worker: Worker, anna: Player, ben: Player) -> Callable[[int], list[Game]]:
    """Start the worker and some games of the toy title, whose players want all news at once."""
    for player in (anna, ben):
        do_update_player(player=player, mail_preferences={"watch": True})

    def run(count: int) -> list[Game]:
        worker.start()
        games = [do_create_game(host=anna, title="toy", scenario="standard", name=f"Game {n}") for n in range(count)]
        for game in games:
            do_join_game(player=anna, game_id=game.pk, role="red")
            do_join_game(player=ben, game_id=game.pk, role="black")
            do_start_game(player=anna, game_id=game.pk)
        wait_until(lambda: all(open_requests(game) for game in games), worker)
        return games

    return run


def open_requests(game: Game) -> list[OpenRequest]:
    """What is asked in a game and not answered yet."""
    return list(OpenRequest.objects.filter(game=game, closed_at=None, ready=False).select_related("seat"))


def give_answers(game: Game) -> int:
    """Everybody who is asked answers; how many did."""
    asked = open_requests(game)
    for request in asked:
        answer(game, request.seat.role)
    return len(asked)


def play_on(
    games: list[Game], worker: Worker, *, seconds: float = 60, between: Callable[[], None] | None = None
) -> None:
    """Answer whatever is asked until all games are over; nobody but the worker moves them."""
    until = time.monotonic() + seconds
    while Game.objects.filter(pk__in=[game.pk for game in games]).exclude(status=Game.Status.OVER).exists():
        assert time.monotonic() < until, f"a game stands still\n{worker.log}"
        for game in games:
            give_answers(game)
        if between is not None:
            between()
        time.sleep(0.1)


def wait_until(condition: Callable[[], object], worker: Worker, *, seconds: float = 60) -> None:
    """Wait for the worker to bring something about."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, f"waited in vain\n{worker.log}"
        time.sleep(0.05)


def all_sent() -> bool:
    """Whether no letter waits: each has been sent, or what it tells goes with a later one."""
    ended = (OutgoingMail.Status.SENT, OutgoingMail.Status.MERGED)
    return not OutgoingMail.objects.exclude(status__in=ended).exists()


def told_by_mail() -> list[str]:
    """The ids of all letters that had to arrive. What was told in a later letter has one, to the same reader."""
    rows = list(OutgoingMail.objects.order_by("pk"))
    sent = [row for row in rows if row.status != OutgoingMail.Status.MERGED]
    for row in rows:
        later = {(one.seat_id, one.player_id) for one in sent if one.pk >= row.pk}
        assert (row.seat_id, row.player_id) in later, f"{row.message_id} is told in no letter"
    return [row.message_id for row in sent]


WAITING = """
    SELECT application_name FROM pg_stat_activity
    WHERE datname = %s AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO "games_outgoingmail"%%'
"""


def stuck_processes() -> list[int]:
    """The processes of the worker that wait, within a transaction, to write their mail rows."""
    return [int(name) for (name,) in other_connections(WAITING)]


def other_connections(statement: str, *words: object) -> list[tuple[Any, ...]]:
    """A question about the test database's other connections, asked over one of its own."""
    parts = connection.settings_dict
    login = {"host": parts["HOST"] or None, "port": parts["PORT"] or None, "user": parts["USER"] or "postgres"}
    with psycopg.connect(dbname="postgres", password=parts["PASSWORD"] or None, autocommit=True, **login) as admin:
        return list(admin.execute(statement, [parts["NAME"], *words]).fetchall())
