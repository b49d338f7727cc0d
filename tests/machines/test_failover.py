"""PostgreSQL's primary is lost and its standby takes over: no accepted answer is lost, nothing happens twice."""

import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import URLError

import psycopg
import pytest

from bench.chaos.site import Site
from games.selectors.outbox import WAIT_FOR_PHASE_END
from tests.api.know_nothing import KnowNothing, Puzzled, Reply, Send, over_http
from tests.worker.post_office import PostOffice, free_port, open_office
from tools.launch import ROOT
from tools.launch.children import wait_until
from tools.launch.services import OwnPostgres, OwnRedis

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]

PRIMARY, STANDBY = "127.0.0.2", "127.0.0.3"
NAME = "sealed_orders"
SENDERS = 2
"""Processes that send e-mails: each may send one twice if its database is lost before it says that it was sent."""
BEFORE, AFTER = 6, 8
"""Answers before the primary is lost, and after it."""
PATIENCE = 300.0
"""Seconds for starts and answers on a busy machine."""


class Pair:
    """A primary and its synchronous standby on one port of two addresses."""

    def __init__(self, stack: ExitStack) -> None:
        self.port = free_port()
        own = {"port": str(self.port)}
        self.primary = OwnPostgres(durable=True, network=f"{PRIMARY}/32", settings=own)
        stack.callback(self.primary.close)
        self.primary.start()
        self.ask(PRIMARY, f"CREATE DATABASE {NAME}", "postgres")
        source = f"host={PRIMARY} port={self.port} user=postgres application_name=standby"
        self.standby = OwnPostgres(durable=True, network=f"{STANDBY}/32", settings=own, copy_of=source)
        stack.callback(self.standby.close)
        self.standby.start()
        self.ask(PRIMARY, "ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        self.ask(PRIMARY, "SELECT pg_reload_conf()")
        assert wait_until(self._is_synchronous, seconds=PATIENCE)

    @property
    def url(self) -> str:
        """The DATABASE_URL that docs/hosts/several-machines.md recommends."""
        return f"postgres://postgres@{PRIMARY},{STANDBY}:{self.port}/{NAME}?target_session_attrs=read-write"

    def fail_over(self) -> None:
        """Lose the primary without warning, and promote the standby."""
        self.primary.stop(by=signal.SIGKILL)
        assert self.ask(STANDBY, "SELECT pg_promote()") == [(True,)]

    def ask(self, host: str, statement: str, database: str = NAME) -> list[Any]:
        with psycopg.connect(host=host, port=self.port, user="postgres", dbname=database, autocommit=True) as line:
            found = line.execute(statement)  # type: ignore[call-overload]
            return list(found.fetchall()) if found.description else []

    def _is_synchronous(self) -> bool:
        return self.ask(PRIMARY, "SELECT sync_state FROM pg_stat_replication") == [("sync",)]


class Ledger:
    """What the server has accepted: the revision of each answer."""

    def __init__(self) -> None:
        self.accepted: Counter[tuple[str, int]] = Counter()

    def noting(self, send: Send) -> Send:
        def sent(method: str, path: str, body: bytes | None, content_type: str) -> Reply:
            reply = send(method, path, body, content_type)
            if method == "PUT" and path.endswith("/answer/") and reply.status == 202:
                self.accepted[reply.body["decision"], reply.body["revision"]] += 1
            return reply

        return sent


@pytest.fixture
def pair() -> Iterator[Pair]:
    with ExitStack() as stack:
        yield Pair(stack)


@pytest.fixture
def site(pair: Pair, tmp_path: Path) -> Iterator[tuple[Site, PostOffice]]:
    """Web server, workers and scheduler on the pair; migrated, and not yet started."""
    with ExitStack() as stack:
        redis = OwnRedis()
        stack.callback(redis.close)
        redis.start()
        office, mail_port = stack.enter_context(open_office())
        made = Site({"DATABASE_URL": pair.url, "REDIS_URL": redis.url}, mail_port, tmp_path)
        manage(made, "migrate", "--verbosity", "0")
        stack.callback(made.end)
        yield made, office


def manage(site: Site, *words: str) -> str:
    """Run a management command with the site's settings; the last line that it prints."""
    import subprocess
    import sys

    kept = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    command = [sys.executable, "manage.py", *words]
    done = subprocess.run(command, cwd=ROOT, env=kept | site.variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return (done.stdout.strip().splitlines() or [""])[-1]


def begin(players: dict[str, KnowNothing]) -> str:
    """Start a game of The Kaiser's Pirates; e-mails without pictures."""
    wish = {"title": "pirates", "scenario": "two_players", "name": "Shoal water", "options": {"removed": 70}}
    game: str = players["anna"].call("games_create", wish).body["id"]
    for name, role in (("anna", "red"), ("ben", "black")):
        wish = {"mail_preferences": {"pictures": False, "watch": True}}  # all news at once
        assert players[name].call("players_me_change", wish).status == 200
        assert players[name].call("games_join", {"seat": role}, game_id=game).status == 200
    assert players["anna"].call("games_start", {}, game_id=game).status == 202
    return game


def play(site: Site, players: dict[str, KnowNothing], count: int) -> None:
    """Answer until so many answers more are accepted."""
    wanted, until = sum(one.given for one in players.values()) + count, time.monotonic() + PATIENCE
    while sum(one.given for one in players.values()) < wanted:
        assert time.monotonic() < until, "\n".join(one.log.read_text()[-2000:] for one in site.parts.values())
        site.look()
        with suppress(Puzzled, URLError, KeyError, OSError):
            for one in players.values():
                one.answer_all()
        time.sleep(0.1)


def test_a_standby_takes_over_and_nothing_is_lost_or_done_twice(pair: Pair, site: tuple[Site, PostOffice]) -> None:
    server, office = site
    tokens = {name: manage(server, "create_player", name, f"{name}@example.org", "--token") for name in ("anna", "ben")}
    server.start()
    ledger = Ledger()
    assert wait_until(lambda: _answers(server), seconds=PATIENCE, every=0.5)
    players = {
        name: KnowNothing(ledger.noting(over_http(server.address, token)), Random(number))
        for number, (name, token) in enumerate(tokens.items())
    }
    game = begin(players)
    play(server, players, BEFORE)
    pair.fail_over()
    promised = dict(ledger.accepted)
    play(server, players, AFTER)
    assert len(ledger.accepted) >= len(promised) + AFTER - 1

    stored = {(str(one), number) for one, number in _rows(pair, "SELECT request_id, revision FROM games_sealedanswer")}
    assert set(ledger.accepted) <= stored, "an accepted answer is lost"
    assert _rows(pair, "SELECT id FROM games_game WHERE status = 'held'") == []
    played = _rows(pair, "SELECT game_id, number FROM games_journalsegment")
    assert len(played) == len(set(played))
    manage(server, "check_replays", "--whole")
    manage(server, "verify_dice", game)
    assert wait_until(lambda: _unsent(pair) == [], seconds=PATIENCE, every=1), _unsent(pair)
    sent = {one for (one,) in _rows(pair, "SELECT message_id FROM games_outgoingmail WHERE status = 'sent'")}
    arrived = Counter(office.ids)
    assert set(arrived) >= sent, "an e-mail never arrived"
    assert sum(arrived.values()) - len(arrived) <= SENDERS, "e-mails arrived twice"


def _answers(site: Site) -> bool:
    from urllib.request import urlopen

    try:
        with urlopen(f"{site.address}/healthz", timeout=5):
            return True
    except OSError:
        return False


def _rows(pair: Pair, question: str) -> list[Any]:
    return pair.ask(STANDBY, question)


def _unsent(pair: Pair) -> list[Any]:
    """The e-mails to send; news that waits for the end of a turn, which nobody plays on, is none."""
    rows = _rows(pair, "SELECT status, kind, error FROM games_outgoingmail")
    return [row for row in rows if row[0] not in ("sent", "merged", "dropped") and row[2] != WAIT_FOR_PHASE_END]
