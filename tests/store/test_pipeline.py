"""Batches of statements, on PostgreSQL in a pipeline, and transactions that overlap with other work."""

import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, InterfaceError, connection, transaction
from psycopg.pq import PipelineStatus

from games.database.batch import (
    SelectQuery,
    batch,
    fetch_batch,
    insert,
    overlapped_transaction,
    send_query,
    send_update,
    start_fetching,
)
from games.database.pipeline import pipelined
from games.models import Player

pytestmark = pytest.mark.django_db(transaction=True)

ALL = SelectQuery(Player, "id > %s", (0,), "ORDER BY id")


def nothing() -> None:
    pass


def renaming(player: Player, name: str) -> Callable[[], Callable[[], tuple[int, list[Player]]]]:
    def send() -> Callable[[], tuple[int, list[Player]]]:
        changed = send_update(Player, where="id = %s", values=(player.pk,), username=name)
        found = send_query(ALL)
        return lambda: (changed(), found())

    return send


def stored_name(player: Player) -> str:
    return Player.objects.get(pk=player.pk).username


def test_what_was_changed_and_found_is_told_and_stored(anna: Player, ben: Player) -> None:
    changed, found = overlapped_transaction(renaming(anna, "Anna II"), nothing)
    assert (changed, [one.pk for one in found]) == (1, [anna.pk, ben.pk])
    assert found[0].username == stored_name(anna) == "Anna II"
    assert not connection.in_atomic_block


@pytest.mark.parametrize("within", [False, True])
def test_something_else_is_done_once_in_the_meantime(anna: Player, within: bool) -> None:
    done: list[str] = []
    with transaction.atomic() if within else nullcontext():
        overlapped_transaction(renaming(anna, "Anna II"), lambda: done.append("done"))
    assert (done, stored_name(anna)) == (["done"], "Anna II")


@pytest.mark.postgresql
def test_it_is_stored_before_anybody_waits_for_it(anna: Player) -> None:
    """Whoever dies in the meantime has marked and claimed all the same."""
    seen: list[str] = []

    def look() -> None:
        until = time.monotonic() + 20
        while "Anna II" not in seen and time.monotonic() < until:
            seen.append(_by_another_connection(anna))

    overlapped_transaction(renaming(anna, "Anna II"), look)
    assert seen[-1] == "Anna II"


def _by_another_connection(player: Player) -> str:
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT username FROM games_player WHERE id = %s", (player.pk,))
            (name,) = cursor.fetchone()
            return str(name)
    finally:
        other.close()


@pytest.mark.postgresql
def test_nothing_may_be_asked_meanwhile(anna: Player) -> None:
    refused: list[Exception] = []

    def ask() -> None:
        try:
            stored_name(anna)
        except InterfaceError as error:
            refused.append(error)

    overlapped_transaction(renaming(anna, "Anna II"), ask)
    assert len(refused) == 1
    assert stored_name(anna) == "Anna II", "and afterwards all may be asked again"


def test_what_goes_wrong_meanwhile_is_told_and_undoes_nothing(anna: Player) -> None:
    def fall() -> None:
        raise RuntimeError("a cup of tea")

    with pytest.raises(RuntimeError, match="cup of tea"):
        overlapped_transaction(renaming(anna, "Anna II"), fall)
    assert stored_name(anna) == "Anna II"


def wrong_after(player: Player, other: Player) -> Any:
    """A change, and a name that somebody has."""

    def send() -> Callable[[], int]:
        changed = send_update(Player, where="id = %s", values=(player.pk,), username="Anna II")
        insert([Player(username=other.username)])
        return changed

    return send


@pytest.mark.parametrize("within", [False, True])
def test_of_statements_of_which_one_fails_nothing_is_stored(anna: Player, ben: Player, within: bool) -> None:
    name = stored_name(anna)
    around = transaction.atomic() if within else nullcontext()
    with pytest.raises(IntegrityError), around:
        overlapped_transaction(wrong_after(anna, ben), nothing)
    assert stored_name(anna) == name
    overlapped_transaction(renaming(anna, "Anna III"), nothing)
    assert stored_name(anna) == "Anna III", "the connection is fit for more"


def test_what_cannot_be_sent_leaves_the_connection_fit(anna: Player) -> None:
    def send() -> Callable[[], int]:
        send_update(Player, where="id = %s", values=(anna.pk,), username="Anna II")
        raise RuntimeError("a cup of tea")

    with pytest.raises(RuntimeError, match="cup of tea"):
        overlapped_transaction(send, nothing)
    assert stored_name(anna) == anna.username


@pytest.mark.parametrize("within", [False, True])
def test_the_last_statements_bring_the_end_of_the_transaction_along(anna: Player, within: bool) -> None:
    told: list[str] = []
    around = transaction.atomic() if within else nullcontext()
    with around, transaction.atomic():
        transaction.on_commit(lambda: told.append(stored_name(anna)))
        with batch(last=True):
            changed = send_update(Player, where="id = %s", values=(anna.pk,), username="Anna II")
        assert changed() == 1
        assert not told
    assert told == [stored_name(anna)] == ["Anna II"]


@pytest.mark.postgresql
@pytest.mark.parametrize(("within", "name"), [(False, "Anna II"), (True, "anna")])
def test_all_is_stored_with_them_unless_there_is_more_to_come(anna: Player, within: bool, name: str) -> None:
    with transaction.atomic() if within else nullcontext(), transaction.atomic():
        with batch(last=True):
            send_update(Player, where="id = %s", values=(anna.pk,), username="Anna II")
        assert _by_another_connection(anna) == name


@pytest.mark.parametrize("within", [False, True])
def test_if_one_of_the_last_fails_nothing_of_the_transaction_is_stored(anna: Player, ben: Player, within: bool) -> None:
    def try_it() -> None:
        with transaction.atomic() if within else nullcontext(), transaction.atomic():
            send_update(Player, where="id = %s", values=(ben.pk,), username="Ben II")
            with batch(last=True):
                send_update(Player, where="id = %s", values=(anna.pk,), username="Anna II")
                insert([Player(username="Ben II")])

    with pytest.raises(IntegrityError):
        try_it()
    assert (stored_name(anna), stored_name(ben)) == (anna.username, ben.username)


def test_readings_that_are_sent_off_give_what_they_give_together(anna: Player, ben: Player) -> None:
    few = SelectQuery(Player, "id = %s", (ben.pk,))
    asked = start_fetching(ALL, few)
    assert asked() == fetch_batch(ALL, few) == [[anna, ben], [ben]]
    assert stored_name(ben) == ben.username


def test_a_reading_that_fails_leaves_the_connection_fit(anna: Player) -> None:
    with pytest.raises(DatabaseError):
        start_fetching(ALL, SelectQuery(Player, "no_such_column = %s", (1,)))()
    assert stored_name(anna) == anna.username


@pytest.mark.postgresql
def test_statements_of_a_batch_are_sent_without_waiting(anna: Player) -> None:
    with transaction.atomic():
        connection.ensure_connection()
        stored_name(anna)
        began = time.monotonic()
        with batch():
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_sleep(2)")
            changed = send_update(Player, where="id = %s", values=(anna.pk,), username="Anna II")
            sent = time.monotonic() - began
    assert sent < 1.5 < 2 <= time.monotonic() - began
    assert (changed(), stored_name(anna)) == (1, "Anna II")


@pytest.mark.postgresql
@pytest.mark.parametrize("queries", [2, 3])
def test_queries_of_one_batch_go_through_one_pipeline(anna: Player, queries: int) -> None:
    with connection.execute_wrapper(_in_a_pipeline):
        assert fetch_batch(*[ALL] * queries) == [[anna]] * queries


def _in_a_pipeline(execute: Any, *given: Any) -> Any:
    assert connection.connection.info.pipeline_status == PipelineStatus.ON
    return execute(*given)


def test_what_is_read_among_statements_of_a_block_comes_after_them(anna: Player) -> None:
    with transaction.atomic(), pipelined():
        send_update(Player, where="id = %s", values=(anna.pk,), username="Anna II")
        assert stored_name(anna) == "Anna II"
        send_update(Player, where="id = %s", values=(anna.pk,), username="Anna III")
    assert stored_name(anna) == "Anna III"


@pytest.mark.parametrize("letters", [1, 3_000_000])
def test_of_several_that_fail_the_first_one_is_told(anna: Player, ben: Player, letters: int) -> None:
    """Of the others it is only told that they were not tried, of some of those while the last are still being sent."""

    def try_it() -> None:
        with transaction.atomic(), pipelined():
            insert([Player(username=ben.username)])
            for _ in range(5):
                send_update(Player, where="id = %s", values=(anna.pk,), username="x" * letters)

    with pytest.raises(IntegrityError):
        try_it()
    assert stored_name(anna) == anna.username


@pytest.mark.postgresql
def test_a_transaction_of_another_kind_begins_as_its_connection_says(anna: Player) -> None:
    """No level of isolation is lost because the beginning goes along with the rest."""
    connection.ensure_connection()
    raw: Any = connection.connection
    try:
        raw.read_only = True
        with pytest.raises(DatabaseError, match="read-only"), transaction.atomic(), batch():
            send_update(Player, where="id = %s", values=(anna.pk,), username="Anna II")
    finally:
        raw.read_only = None
    assert stored_name(anna) == anna.username
