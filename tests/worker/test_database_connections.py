"""Database connections of a worker: kept between tasks, tested when they may be broken."""

import time
from collections.abc import Iterator

import psycopg
import pytest
from django.db import connection

from worker import database_connections

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgresql,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no server that could go away"),
]


@pytest.fixture(autouse=True)
def checked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The connection is one that is tried, as in operation, and of a worker that has begun just now."""
    monkeypatch.setattr(connection, "health_check_enabled", True)
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 600)
    database_connections._looked_over.clear()
    connection.close()
    yield
    connection.close()


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """How each trial of the connection went."""
    made: list[bool] = []
    really = connection.is_usable

    def is_usable() -> bool:
        made.append(really())
        return made[-1]

    monkeypatch.setattr(connection, "is_usable", is_usable)
    return made


def _task() -> int:
    """What a task is to its connection; which of the server's processes it spoke to."""
    database_connections.close_unusable_connections()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def test_tasks_that_follow_each_other_do_not_try_their_connection(trials: list[bool]) -> None:
    assert len({_task() for _ in range(4)}) == 1
    assert trials == []


def test_after_a_while_it_is_tried(trials: list[bool], monkeypatch: pytest.MonkeyPatch) -> None:
    _task()
    later = time.monotonic() + database_connections.MIN_CHECK_INTERVAL
    monkeypatch.setattr(time, "monotonic", lambda: later)
    _task()
    assert trials == [True]


def test_one_that_nobody_has_looked_over_is_tried(trials: list[bool]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    _task()
    assert trials == [True]


def test_the_next_task_gets_another_where_the_server_has_ended_it(trials: list[bool]) -> None:
    first = _task()
    with _other() as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [first])
    assert _task() != first
    assert trials == [False]


def test_after_an_error_it_is_tried(trials: list[bool]) -> None:
    _task()
    connection.errors_occurred = True
    _task()
    assert trials == [True]


def _other() -> psycopg.Connection[tuple[object, ...]]:
    """Another connection to the same database."""
    ours = connection.get_connection_params()
    server = {name: ours[name] for name in ("dbname", "user", "password", "host", "port") if name in ours}
    return psycopg.connect(**server, autocommit=True)
