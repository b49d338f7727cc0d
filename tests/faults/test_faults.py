"""Faults, done for real: the game goes on by itself, no step is lost or doubled, every letter owed is sent."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from urllib.parse import urlsplit

import pytest
import redis
from django.db import connection
from psycopg.sql import SQL, Identifier

from games.models import EventSegment, Game, JournalSegment, OpenRequest, OutgoingMail, Player
from games.persistence import serialization
from games.selectors.verification import find_chain_faults
from tests.faults.conftest import (
    Worker,
    all_sent,
    give_answers,
    other_connections,
    play_on,
    stuck_processes,
    told_by_mail,
    wait_until,
)
from tests.worker.post_office import PostOffice, hanging_server, open_office

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]

Started = Callable[[int], list[Game]]

END_OTHERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> %s"


def assert_sound(games: list[Game]) -> None:
    """No step lost or doubled: chains hold, numbers have no gap, each question was answered once and told once."""
    for game in games:
        assert find_chain_faults(game.pk) == []
        segments = list(JournalSegment.objects.filter(game=game).order_by("number"))
        assert [segment.number for segment in segments] == list(range(1, len(segments) + 1))
        for before, after in pairwise(segments):
            assert after.first_entry == before.first_entry + before.entry_count
            assert after.first_event == before.first_event + before.event_count
        asked = OpenRequest.objects.filter(game=game)
        assert set(asked.values_list("outcome", flat=True)) == {"answered"}
        assert len(set(asked.values_list("seat", "entry"))) == asked.count() == 3 * 3
        told = [
            event.event.variants[0].event["event"]
            for segment in EventSegment.objects.filter(game=game).order_by("number")
            for event in serialization.read_events(segment.told)
        ]
        assert told.count("won") == 3
        assert told.count("dealt") == 2


def assert_all_letters_sent(office: PostOffice, worker: Worker, *, copies: int = 0) -> None:
    """The letters that arrived are those of the rows; at most so many of them came twice.

    Letters of a sender that lost its connection to the database wait until their lease runs out.
    """
    wait_until(all_sent, worker, seconds=60)
    rows = told_by_mail()
    assert set(office.ids) == set(rows)
    assert len(rows) <= len(office.ids) <= len(rows) + copies


@contextmanager
def next_mail_row_held(game: Game) -> Iterator[None]:
    """Stop the worker in the middle of its transaction: somebody else is about to write one of its next mail rows."""
    columns = [field.column for field in OutgoingMail._meta.concrete_fields if not field.primary_key]
    values = [SQL("stop + 1") if column == "stop" else Identifier(column) for column in columns]
    insert = SQL(
        "INSERT INTO games_outgoingmail ({}) SELECT {} FROM games_outgoingmail WHERE game_id = %s AND stop = %s"
    )
    insert = insert.format(SQL(", ").join(map(Identifier, columns)), SQL(", ").join(values))
    other = connection.copy()
    other.ensure_connection()
    other.set_autocommit(False)
    try:
        with other.cursor() as cursor:
            cursor.execute(insert, [game.pk, game.stop])
        yield
    finally:
        other.rollback()
        other.close()


def test_these_tests_have_a_broker_of_their_own(broker: str, broker_server: str) -> None:
    """Tests that run beside them leave hints in the other one."""
    assert urlsplit(broker).path != urlsplit(broker_server).path


@pytest.mark.parametrize("victim", ["the whole worker", "one process of its pool"])
def test_a_worker_is_killed_in_the_middle_of_a_resolve(
    victim: str, started: Started, worker: Worker, office: PostOffice
) -> None:
    (game,) = started(1)
    wait_until(all_sent, worker)
    game.refresh_from_db()
    with next_mail_row_held(game):
        give_answers(game)
        wait_until(stuck_processes, worker)
        if victim == "the whole worker":
            worker.kill()
        else:
            os.kill(stuck_processes()[0], signal.SIGKILL)
        assert JournalSegment.objects.filter(game=game).count() == 1
    if victim == "the whole worker":
        worker.start()
    play_on([game], worker)
    assert_sound([game])
    assert_all_letters_sent(office, worker)


class Trouble:
    """Does harm `times` times, with so many seconds between; `done` counts those that hit something."""

    def __init__(self, harm: Callable[[], int], *, times: int, every: float) -> None:
        self._harm, self._left, self._every = harm, times, every
        self._next = time.monotonic()
        self.done = 0

    def __call__(self) -> None:
        """Do harm, if it is time."""
        if self._left and time.monotonic() > self._next:
            harmed = self._harm()
            self.done += harmed
            self._left -= bool(harmed)
            self._next = time.monotonic() + self._every


def test_the_broker_is_emptied_again_and_again(
    started: Started, worker: Worker, office: PostOffice, broker: str
) -> None:
    games = started(3)
    with redis.Redis.from_url(broker) as client:

        def empty() -> int:
            held = client.dbsize()
            client.flushdb()
            return int(held)

        trouble = Trouble(empty, times=6, every=0.3)
        play_on(games, worker, between=trouble)
    assert trouble.done >= 6
    assert_sound(games)
    assert_all_letters_sent(office, worker)


def test_the_database_ends_all_connections_again_and_again(
    started: Started, worker: Worker, office: PostOffice
) -> None:
    games = started(3)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (mine,) = cursor.fetchone()
    trouble = Trouble(lambda: len(other_connections(END_OTHERS, mine)), times=5, every=0.4)
    play_on(games, worker, between=trouble)
    assert trouble.done >= 3
    assert_sound(games)
    assert_all_letters_sent(office, worker, copies=trouble.done)


def test_the_mail_server_is_away_then_hangs_then_comes_back(started: Started, worker: Worker, mail_port: int) -> None:
    """Games go on without mail, and no letter is lost."""
    games = started(2)
    for game in games:
        give_answers(game)
    wait_until(lambda: JournalSegment.objects.count() >= 4, worker)
    wait_until(lambda: OutgoingMail.objects.filter(error__contains="refused").exists(), worker)
    with hanging_server(mail_port):
        play_on(games, worker)
        wait_until(lambda: OutgoingMail.objects.filter(error__icontains="timed out").exists(), worker)
    assert_sound(games)
    assert not OutgoingMail.objects.filter(status=OutgoingMail.Status.SENT).exists()
    with open_office(mail_port) as (office, _):
        assert_all_letters_sent(office, worker)
    sent = OutgoingMail.objects.filter(status=OutgoingMail.Status.SENT)
    assert set(sent.values_list("attempts", flat=True)) == {1}


def test_letters_that_kill_their_senders_hold_up_nobody_and_end_with_the_operator(
    started: Started, worker: Worker, office: PostOffice, anna: Player, ben: Player
) -> None:
    worker.poison(anna.email)
    games = started(2)
    owed = OutgoingMail.objects.filter(player=ben)
    wait_until(lambda: owed.count() == 2 and not owed.exclude(status="sent").exists(), worker, seconds=25)
    for game in games:
        give_answers(game)
    wait_until(lambda: owed.count() == 4 and not owed.exclude(status="sent").exists(), worker, seconds=25)
    wait_until(lambda: not OutgoingMail.objects.exclude(status__in=["sent", "failed"]).exists(), worker, seconds=120)
    ends = OutgoingMail.objects.values_list("player", "status", "deaths").distinct()
    assert set(ends) == {(anna.pk, "failed", 3), (ben.pk, "sent", 0)}
    assert set(office.ids) == set(owed.values_list("message_id", flat=True))
