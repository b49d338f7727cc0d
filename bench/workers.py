"""Worker processes: the games that one and two of them resolve per second, with trigger messages or by the sweep."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import redis
from django.db import connection
from django.db.models import Max, Min
from django.utils import timezone

from bench import ceiling
from bench.crowd import gather
from bench.hop import broker_hops
from bench.multiplied import multiply, tidy
from bench.report import Measure, at_least, median, progress
from games.models import Game, JournalSegment
from games.selectors.due_work import CLAIM_DURATION
from pbem.celery import app
from worker import tasks

STAT = Path("/proc/stat")
PLENTY = 600
"""The seconds after which a measurement is given up."""
BLOCKED_FOR = 1.5
"""The seconds after which a worker that must take no more tasks has stopped reading the queue."""
TURNS = 5
WARMED_BY = 40
"""The games that each worker resolves, on average, before the measurement."""


@contextmanager
def working(processes: int) -> Iterator[None]:
    """Run `processes` Celery workers for games; e-mails are not sent."""
    command = [sys.executable, "-m", "celery", "-A", "pbem", "worker", "--pool", "solo", "--loglevel", "ERROR"]
    command += ["--include", "bench.hop", "--without-gossip", "--without-mingle", "--queues", "play"]
    children = [
        subprocess.Popen([*command, "--hostname", f"bench-{number}@%h"], env=dict(os.environ))
        for number in range(processes)
    ]
    try:
        _all_answer(processes)
        broker_hops(5)
        yield
    finally:
        for child in children:
            child.terminate()
        for child in children:
            child.wait(30)
        app.control.purge()


def _all_answer(processes: int) -> None:
    until = time.monotonic() + 60
    while len(app.control.ping(timeout=1)) < processes:
        if time.monotonic() > until:
            raise TimeoutError("the workers do not answer")


def answered_games(count: int) -> list[UUID]:
    """Return the ids of at most `count` games that have all answers and wait only for the hour of their results."""
    rows = Game.objects.filter(status="running", due_from__gt=timezone.now() + timedelta(seconds=30))
    return list(rows.exclude(release_at="").order_by("pk").values_list("pk", flat=True)[:count])


def the_hour_has_come(games: Sequence[UUID]) -> None:
    """Move the hour at which the results of these games are released to the present time."""
    now = timezone.now()
    Game.objects.filter(pk__in=games).update(due_from=now, wake_at=now)


def rate(games: Sequence[UUID], ask: Callable[[], Any]) -> float:
    """Return the number of games resolved per second since the first call of `ask`, which starts the work.

    `ask` is called again every five seconds.
    """
    began = asked = time.monotonic()
    ask()
    while _waiting():
        now = time.monotonic()
        if now - began > PLENTY:
            raise TimeoutError("games are left")
        if now - asked > 5:
            ask()
            asked = now
        time.sleep(0.1)
    return len(games) / (time.monotonic() - began)


def _waiting() -> bool:
    """Return True while a game has something to do, whether a worker has it or not."""
    now = timezone.now()
    return Game.objects.filter(wake_at__lte=now + CLAIM_DURATION, due_from__lte=now, status="running").exists()


def cores_busy() -> float:
    """Return the busy seconds of all cores since the machine started; 0 if the system does not report them."""
    if not STAT.exists():
        return 0.0
    user, nice, system, _idle, _wait, *interrupts = map(int, STAT.read_text().split("\n", 1)[0].split()[1:8])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


def rate_with_triggers(games: Sequence[UUID]) -> float:
    """Return the games resolved per second when every game has a trigger message."""
    the_hour_has_come(games)
    named = iter([games])

    def ask() -> None:
        for game in next(named, ()):
            tasks.resolve_game.apply_async((str(game),))

    return rate(games, ask)


class Pace(NamedTuple):
    """The speed of workers."""

    rate: float
    """The games resolved per second."""
    cores: float
    """The number of busy cores meanwhile, by all processes of the machine."""


def lined_up(games: Sequence[UUID], workers: int) -> Pace:
    """Measure how fast workers resolve games whose trigger messages are all queued before any worker takes one.

    Publishing costs 0.65 ms of processor time per game, a tenth of a resolve. Two busy workers leave no core for that,
    so publishing at the same time would make the second worker look a tenth slower. On a real server, web processes
    publish over hours. Therefore the queue is filled first.

    Polling the database every 0.1 s would round a run of 1.4 s up by 5 % and add load. Therefore only the length of the
    queue is polled, and the time is read from the journal, from the first resolve to the last. This time includes all
    work for a game: message, SQL, commit, trigger for its e-mails.

    The first game of a process costs 150 ms more (imports, prepared statements), so each process resolves some games
    before the measurement.
    """
    warm, measured = games[: WARMED_BY * workers], games[WARMED_BY * workers :]
    the_hour_has_come(warm)
    _name(warm)
    while _named() or _waiting():
        time.sleep(0.1)
    _told(app.control.cancel_consumer, workers)
    time.sleep(BLOCKED_FOR)
    the_hour_has_come(measured)
    _name(measured)
    samples = [(timezone.now(), cores_busy())]
    began = samples[0][0]
    _told(app.control.add_consumer, workers)
    while _named() or _waiting():
        samples.append((timezone.now(), cores_busy()))
        if samples[-1][0] - began > timedelta(seconds=PLENTY):
            raise TimeoutError("games are left")
        time.sleep(0.1)
    moved_on = JournalSegment.objects.filter(game__in=measured, at__range=(began, timezone.now()))
    at = moved_on.aggregate(first=Min("at"), last=Max("at"))
    within = [sample for sample in samples if at["first"] <= sample[0] <= at["last"]]
    return Pace((len(measured) - 1) / (at["last"] - at["first"]).total_seconds(), _cores(within))


def _name(games: Sequence[UUID]) -> None:
    for game in games:
        tasks.resolve_game.apply_async((str(game),))


def _named() -> int:
    """Return the number of games in the queue."""
    with redis.Redis.from_url(str(app.conf.broker_url)) as broker:
        return int(broker.llen("play"))


def _cores(samples: Sequence[tuple[datetime, float]]) -> float:
    """Return the mean number of busy cores between the first sample and the last; 0 if there are too few samples."""
    if len(samples) < 3:
        return 0.0
    (began, before), (ended, after) = samples[0], samples[-1]
    return (after - before) / (ended - began).total_seconds()


def _told(say: Callable[..., Any], workers: int) -> None:
    """Send all workers a remote command, and wait until all have confirmed it."""
    heard = say("play", reply=True, timeout=2, limit=workers)
    if len(heard) != workers:
        raise TimeoutError(f"{len(heard)} of {workers} workers answer")


def rate_by_sweep(games: Sequence[UUID]) -> float:
    """Return the games resolved per second without trigger messages, with a sweep every five seconds."""
    the_hour_has_come(games)
    return rate(games, tasks.sweep.apply_async)


def processes(games: int, *, turns: int = TURNS) -> Iterator[Measure]:
    """Measure one worker process and two alternately, on games that are all queued before they begin."""
    if connection.vendor != "postgresql":
        return
    gather()
    multiply(2 * turns * (games + 2 * WARMED_BY))
    tidy()
    paces: list[tuple[Pace, Pace]] = []
    for turn in range(turns):
        progress(f"one process and two, turn {turn + 1} of {turns}")
        paces.append((_pace(1, games), _pace(2, games)))
    one, two = (median([turn[place].rate for turn in paces]) for place in (0, 1))
    alone, together = (median([turn[place].cores for turn in paces]) for place in (0, 1))
    yield from _ceilings()
    note = f"of {os.cpu_count()}, with the database and all else: no more than these can be shared out"
    yield Measure("cores that work beside one worker process", alone, "", note=note)
    yield Measure("cores that work beside two", together, "")
    if alone:
        most = (os.cpu_count() or 1) / alone
        yield Measure("all cores beside those that work beside one", most, "×", note="no more, if no task costs more")
    yield Measure("resolves, one worker process", one, "1/s", note=f"the median of {turns} times {games}")
    yield Measure("resolves, two worker processes", two, "1/s")
    ratios = [of_two.rate / of_one.rate for of_one, of_two in paces]
    note = f"the median of {turns} turns: {', '.join(f'{ratio:.2f}' for ratio in ratios)}"
    yield at_least("two worker processes beside one", median(ratios), "× resolves", 1.7, note=note)


def _pace(count: int, games: int) -> Pace:
    with working(count):
        return lined_up(answered_games(games + count * WARMED_BY), count)


def _ceilings() -> Iterator[Measure]:
    """Measure how much more two processes do than one on this machine, with work that is not ours."""
    for work, name in ((ceiling.PYTHON, "Python alone"), (ceiling.TRANSACTIONS, "bare transactions of a turn's shape")):
        progress(f"two processes beside one: {name}")
        yield Measure(f"two processes beside one: {name}", ceiling.beside_one(work), "×", note="what the machine gives")
