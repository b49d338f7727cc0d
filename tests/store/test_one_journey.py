"""Statements that go to the database as one transaction in one journey, while other things are done."""

import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, InterfaceError, connection, transaction

from games.models import Player, statements
from games.models.journeys import in_one_go
from games.models.statements import (
    Reading,
    asking,
    changing,
    in_one_journey,
    insert,
    read_together,
    reading_together,
    together,
)

pytestmark = pytest.mark.django_db(transaction=True)

ALL = Reading(Player, "id > %s", (0,), "ORDER BY id")


def nothing() -> None:
    pass


def renaming(player: Player, name: str) -> Callable[[], Callable[[], tuple[int, list[Player]]]]:
    def send() -> Callable[[], tuple[int, list[Player]]]:
        changed = changing(Player, where="id = %s", values=(player.pk,), username=name)
        found = asking(ALL)
        return lambda: (changed(), found())

    return send


def stored_name(player: Player) -> str:
    return Player.objects.get(pk=player.pk).username


def test_what_was_changed_and_found_is_told_and_stored(anna: Player, ben: Player) -> None:
    changed, found = in_one_journey(renaming(anna, "Anna II"), nothing)
    assert (changed, [one.pk for one in found]) == (1, [anna.pk, ben.pk])
    assert found[0].username == stored_name(anna) == "Anna II"
    assert not connection.in_atomic_block


@pytest.mark.parametrize("within", [False, True])
def test_something_else_is_done_once_in_the_meantime(anna: Player, within: bool) -> None:
    done: list[str] = []
    with transaction.atomic() if within else nullcontext():
        in_one_journey(renaming(anna, "Anna II"), lambda: done.append("done"))
    assert (done, stored_name(anna)) == (["done"], "Anna II")


@pytest.mark.postgresql
def test_it_is_stored_before_anybody_waits_for_it(anna: Player) -> None:
    """Whoever dies in the meantime has marked and claimed all the same."""
    seen: list[str] = []

    def look() -> None:
        until = time.monotonic() + 20
        while "Anna II" not in seen and time.monotonic() < until:
            seen.append(_by_another_connection(anna))

    in_one_journey(renaming(anna, "Anna II"), look)
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

    in_one_journey(renaming(anna, "Anna II"), ask)
    assert len(refused) == 1
    assert stored_name(anna) == "Anna II", "and afterwards all may be asked again"


def test_what_goes_wrong_meanwhile_is_told_and_undoes_nothing(anna: Player) -> None:
    def fall() -> None:
        raise RuntimeError("a cup of tea")

    with pytest.raises(RuntimeError, match="cup of tea"):
        in_one_journey(renaming(anna, "Anna II"), fall)
    assert stored_name(anna) == "Anna II"


def wrong_after(player: Player, other: Player) -> Any:
    """A change, and a name that somebody has."""

    def send() -> Callable[[], int]:
        changed = changing(Player, where="id = %s", values=(player.pk,), username="Anna II")
        insert([Player(username=other.username)])
        return changed

    return send


@pytest.mark.parametrize("within", [False, True])
def test_of_statements_of_which_one_fails_nothing_is_stored(anna: Player, ben: Player, within: bool) -> None:
    name = stored_name(anna)
    around = transaction.atomic() if within else nullcontext()
    with pytest.raises(IntegrityError), around:
        in_one_journey(wrong_after(anna, ben), nothing)
    assert stored_name(anna) == name
    in_one_journey(renaming(anna, "Anna III"), nothing)
    assert stored_name(anna) == "Anna III", "the connection is fit for more"


def test_what_cannot_be_sent_leaves_the_connection_fit(anna: Player) -> None:
    def send() -> Callable[[], int]:
        changing(Player, where="id = %s", values=(anna.pk,), username="Anna II")
        raise RuntimeError("a cup of tea")

    with pytest.raises(RuntimeError, match="cup of tea"):
        in_one_journey(send, nothing)
    assert stored_name(anna) == anna.username


@pytest.mark.parametrize("within", [False, True])
def test_the_last_statements_bring_the_end_of_the_transaction_along(anna: Player, within: bool) -> None:
    told: list[str] = []
    around = transaction.atomic() if within else nullcontext()
    with around, transaction.atomic():
        transaction.on_commit(lambda: told.append(stored_name(anna)))
        with together(last=True):
            changed = changing(Player, where="id = %s", values=(anna.pk,), username="Anna II")
        assert changed() == 1
        assert not told
    assert told == [stored_name(anna)] == ["Anna II"]


@pytest.mark.postgresql
@pytest.mark.parametrize(("within", "name"), [(False, "Anna II"), (True, "anna")])
def test_all_is_stored_with_them_unless_there_is_more_to_come(anna: Player, within: bool, name: str) -> None:
    with transaction.atomic() if within else nullcontext(), transaction.atomic():
        with together(last=True):
            changing(Player, where="id = %s", values=(anna.pk,), username="Anna II")
        assert _by_another_connection(anna) == name


@pytest.mark.parametrize("within", [False, True])
def test_if_one_of_the_last_fails_nothing_of_the_transaction_is_stored(anna: Player, ben: Player, within: bool) -> None:
    def try_it() -> None:
        with transaction.atomic() if within else nullcontext(), transaction.atomic():
            changing(Player, where="id = %s", values=(ben.pk,), username="Ben II")
            with together(last=True):
                changing(Player, where="id = %s", values=(anna.pk,), username="Anna II")
                insert([Player(username="Ben II")])

    with pytest.raises(IntegrityError):
        try_it()
    assert (stored_name(anna), stored_name(ben)) == (anna.username, ben.username)


def test_readings_that_are_sent_off_give_what_they_give_together(anna: Player, ben: Player) -> None:
    few = Reading(Player, "id = %s", (ben.pk,))
    asked = reading_together(ALL, few)
    assert asked() == read_together(ALL, few) == [[anna, ben], [ben]]
    assert stored_name(ben) == ben.username


def test_a_reading_that_fails_leaves_the_connection_fit(anna: Player) -> None:
    with pytest.raises(DatabaseError):
        reading_together(ALL, Reading(Player, "no_such_column = %s", (1,)))()
    assert stored_name(anna) == anna.username


@pytest.mark.postgresql
def test_no_reading_leaves_before_all_do(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the beginning of the transaction, whose answer would be waited for, nor any of them by itself."""
    states: list[str] = []

    def looking(reading: Reading) -> Any:
        found = asking(reading)
        states.append(_state_of_our_server())
        return found

    monkeypatch.setattr(statements, "asking", looking)
    with transaction.atomic():
        assert read_together(ALL, ALL) == [[anna], [anna]]
        assert _state_of_our_server() == "idle in transaction"
    assert states == ["idle", "idle"]


@pytest.mark.postgresql
def test_what_is_gathered_leaves_in_one_piece(anna: Player) -> None:
    """Sent one by one the server would be woken by each: here it knows of none when the last one is handed over."""
    states: list[str] = []
    with transaction.atomic(), in_one_go(gather=True):
        changed = changing(Player, where="id = %s", values=(anna.pk,), username="Anna II")
        found = asking(ALL)
        connection.connection._pipeline.command_queue.append(lambda: states.append(_state_of_our_server()))
    assert states == ["idle"]
    assert (changed(), [one.username for one in found()]) == (1, ["Anna II"])


def _state_of_our_server() -> str:
    """What the server that works for us does, as it says to somebody else."""
    mine = connection.connection.info.backend_pid
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT state FROM pg_stat_activity WHERE pid = %s", (mine,))
            (state,) = cursor.fetchone()
            return str(state)
    finally:
        other.close()


@pytest.mark.parametrize("gather", [False, True])
def test_what_is_read_among_statements_of_a_block_comes_after_them(anna: Player, gather: bool) -> None:
    with transaction.atomic(), in_one_go(gather=gather):
        changing(Player, where="id = %s", values=(anna.pk,), username="Anna II")
        assert stored_name(anna) == "Anna II"
        changing(Player, where="id = %s", values=(anna.pk,), username="Anna III")
    assert stored_name(anna) == "Anna III"


@pytest.mark.parametrize("gather", [False, True])
@pytest.mark.parametrize("letters", [1, 3_000_000])
def test_of_several_that_fail_the_first_one_is_told(anna: Player, ben: Player, letters: int, gather: bool) -> None:
    """Of the others it is only told that they were not tried, of some of those while the last are still being sent."""

    def try_it() -> None:
        with transaction.atomic(), in_one_go(gather=gather):
            insert([Player(username=ben.username)])
            for _ in range(5):
                changing(Player, where="id = %s", values=(anna.pk,), username="x" * letters)

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
        with pytest.raises(DatabaseError, match="read-only"), transaction.atomic(), together():
            changing(Player, where="id = %s", values=(anna.pk,), username="Anna II")
    finally:
        raw.read_only = None
    assert stored_name(anna) == anna.username
