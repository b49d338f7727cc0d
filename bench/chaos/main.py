"""The main program of a chaos run: start a server, inject faults, wait for recovery, and judge the result."""

import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django
import psycopg

from bench.report import progress
from tools.launch import LaunchError, children
from tools.launch.services import OwnPostgres, OwnRedis

if TYPE_CHECKING:
    from bench.chaos.storms import Land

GAMES = 14
"""The number of games at a time; a new game replaces a finished one."""
BACKLOG = 400
"""The number of unsent e-mails at which players pause, until half of them are sent."""


def run(minutes: float, *, seed: int = 1, games: int = GAMES) -> int:
    """Play and inject faults for `minutes`; print figures and findings.

    Return 0 if nothing was lost or duplicated, else 1.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that nothing of it is left
    folder = Path(tempfile.mkdtemp(prefix="so-chaos-"))
    with ExitStack() as stack:
        land = stack.enter_context(own_server(folder, seed))
        clean = _play(land, 60 * minutes, seed, games, folder)
    if clean:
        shutil.rmtree(folder, ignore_errors=True)
    else:
        print(f"What the server's parts said is in {folder}")
    return 0 if clean else 1


@contextmanager
def own_server(folder: Path, seed: int) -> "Iterator[Land]":
    """Run database, broker, mail server and the server's processes on this machine; yield all of them.

    Their data are in `folder`; `seed` is that of the mail server's faults. Django is configured for them.
    """
    from bench.chaos.office import Office, opened
    from bench.chaos.site import Site

    with ExitStack() as stack:
        postgres, redis = OwnPostgres(durable=True), OwnRedis()
        stack.callback(postgres.close)
        stack.callback(redis.close)
        postgres.start()
        redis.start()
        with psycopg.connect(postgres.url.rpartition("/")[0] + "/postgres", autocommit=True) as line:
            line.execute("CREATE DATABASE sealed_orders")
        office = Office(seed, folder / "arrived")
        port = stack.enter_context(opened(office))
        site = Site({"DATABASE_URL": postgres.url, "REDIS_URL": redis.url}, port, folder)
        os.environ.update(site.variables)
        django.setup()
        from django.core.management import call_command

        from bench.chaos.storms import Land

        call_command("migrate", verbosity=0)
        stack.callback(site.end)
        yield Land(site, postgres, redis, office)


def _play(land: "Land", seconds: float, seed: int, games: int, folder: Path) -> bool:
    from bench.chaos import calm, evidence, figures, stored, verdict
    from bench.chaos.book import Book
    from bench.chaos.cast import assemble
    from bench.chaos.storms import Storm

    book, closing, cast = Book(), threading.Event(), assemble()
    land.site.start()
    awaited(land.site.address)
    players, umpire = _people(land.site.address, cast, book, seed, games, closing)
    storm, end_clients = Storm(land, book, seed), partial(_end_clients, closing, (*players, umpire))
    try:
        children.wait_until(lambda: len(book.games) >= games // 2, seconds=60)
        began = time.monotonic()
        _rage(land, storm, players, book, until=began + seconds)
        lasted = time.monotonic() - began
        storm.calm()
        findings = calm.settle(land.site, players, umpire, cast, end_clients)
    finally:
        end_clients()
    ended = datetime.now(UTC)
    land.site.end()
    progress("reading and judging")
    found, proofs = stored.read(ended), calm.proofs()
    post = verdict.Post(land.office.taken, frozenset(land.office.refused), land.office.unknown)
    signed = evidence.contradictions(folder / "letters", book, found, land.office, cast.operator)
    findings += [*verdict.judge(book, found, post), *verdict.unsound(proofs), *verdict.unsound(signed)]
    print(figures.table(book, found, land.office, findings, lasted))
    for finding in findings:
        print(f"{finding.sort.upper()}: {finding.text}")
    print("Everything is accounted for." if not findings else f"{len(findings)} findings.")
    return not findings


def _end_clients(closing: threading.Event, threads: Iterable[threading.Thread]) -> None:
    closing.set()
    for thread in threads:
        thread.join(60)


def _people(address: str, cast: Any, book: Any, seed: int, games: int, closing: threading.Event) -> tuple[Any, Any]:
    """Start the threads of the players and of the umpire; return both."""
    from bench.chaos.players import Player
    from bench.chaos.tables import tables
    from bench.chaos.umpire import Umpire
    from bench.chaos.wire import Wire

    wires = {one.name: Wire(address, one.token, book, closing) for one in (*cast.players, *cast.reserves)}
    document = next(iter(wires.values()))("GET", "/api/v1/schema/", None, "").body
    players = [Player(wire, book, document, seed + number, closing) for number, wire in enumerate(wires.values())]
    umpire = Umpire(
        Wire(address, cast.umpire.token, book, closing),
        {one.name: wires[one.name] for one in cast.players},
        cast.reserves,
        tables(random.Random(seed), most_seats=len(cast.players)),
        book,
        games=games,
        seed=seed,
        closing=closing,
    )
    for thread in (*players, umpire):
        thread.start()
    return players, umpire


def _rage(land: "Land", storm: Any, players: Any, book: Any, *, until: float) -> None:
    """Inject faults until the time `until`."""
    from bench.chaos import operator

    told = looked = time.monotonic()
    while time.monotonic() < until:
        land.site.look()
        storm.rage()
        if time.monotonic() > looked + 2:
            looked = time.monotonic()
            _keep_pace(players, operator.count_unsent_emails())
        if time.monotonic() > told + 15:
            told = time.monotonic()
            progress(
                f"{int(until - told)} s to go: {len(book.harms)} harms, {len(book.games)} games, "
                f"{len(book.promises)} answers confirmed, {sum(land.office.taken.values())} letters taken"
            )
        time.sleep(0.05)


def _keep_pace(players: Any, unsent: int | None) -> None:
    """Let players pause while too many e-mails are unsent. `unsent`: their number, or None if it is unknown."""
    if unsent is None:
        return
    for player in players:
        if unsent > BACKLOG:
            player.resting.set()
        elif unsent < BACKLOG / 2:
            player.resting.clear()


def awaited(address: str) -> None:
    """Wait until the web server responds. Raises LaunchError if it does not respond in time."""
    from urllib.request import urlopen

    def answers() -> bool:
        try:
            with urlopen(f"{address}/healthz", timeout=5):
                return True
        except OSError:
            return False

    if not children.wait_until(answers, seconds=120, every=0.5):
        raise LaunchError("the web server does not answer")
