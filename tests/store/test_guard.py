"""Append-only tables refuse every change, but for a permit."""

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction

from games.models import AuditEntry, Game
from games.models.append_only import TABLES, allow_changes
from tests import sweeping

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry() -> AuditEntry:
    return AuditEntry.objects.create(action="looked", facts={"seat": "red"})


def test_no_entry_can_be_changed(entry: AuditEntry) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        AuditEntry.objects.filter(pk=entry.pk).update(action="nothing")
    entry.refresh_from_db()
    assert entry.action == "looked"


def test_no_entry_can_be_deleted(entry: AuditEntry) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        entry.delete()
    assert AuditEntry.objects.filter(action="looked").exists()


@pytest.mark.parametrize("table", TABLES)
def test_every_table_is_guarded(table: str) -> None:
    query = {
        "postgresql": "SELECT count(*) FROM pg_trigger WHERE tgrelid = %s::regclass AND NOT tgisinternal",
        "sqlite": "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s",
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(query, [table])
        assert cursor.fetchone() == (2,)


def test_a_permit_ends_with_its_block(entry: AuditEntry) -> None:
    other = AuditEntry.objects.create(action="looked again")
    with allow_changes():
        other.delete()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        entry.delete()


def test_a_permit_does_not_survive_a_failure(entry: AuditEntry) -> None:
    with pytest.raises(RuntimeError), allow_changes():
        raise RuntimeError
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        entry.delete()


@pytest.mark.django_db(transaction=True)
def test_the_flush_between_tests_empties_guarded_tables(entry: AuditEntry) -> None:
    assert AuditEntry.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_flush_before_this_test_left_nothing() -> None:
    assert AuditEntry.objects.count() == 0


def held() -> dict[str, int]:
    """How many rows the tables hold that hold any."""
    return {model._meta.db_table: count for model in apps.get_models() if (count := model._base_manager.count())}


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_all_rows_are_swept_but_what_every_database_has(running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "LITTLE", 1 << 30)  # what earlier tests have rolled back may have made tables grow
    assert {"games_game", "games_checkpoint", "games_outgoingmail", "games_player"} <= set(held())
    with allow_changes():
        assert sweeping.is_swept()
    assert set(held()) == sweeping.LAID_OUT


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_grown_tables_are_left_to_the_flush(running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    before = held()
    monkeypatch.setattr(sweeping, "LITTLE", 0)
    with allow_changes():
        assert not sweeping.is_swept()
    assert held() == before
