"""The migrations: one of the models, one of what models cannot declare, and both can be taken back."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from games.models.append_only import TABLES

pytestmark = pytest.mark.django_db

POSTGRESQL = r"""
SELECT table_name || '.' || column_name, concat_ws(' ', data_type, character_maximum_length, numeric_precision,
       is_nullable, column_default, is_identity) FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL SELECT conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
 WHERE connamespace = 'public'::regnamespace
UNION ALL SELECT indexname, indexdef
 FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
UNION ALL SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
"""
SQLITE = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
PREFIXES = import_module("games.migrations.0002_triggers").PREFIXES


def test_one_migration_makes_the_tables_and_one_the_triggers_and_later_ones_are_numbered() -> None:
    """Each later change of the tables has a migration of its own, so that a kept database can be upgraded."""
    found = MigrationLoader(connection).disk_migrations
    names = sorted(name for app, name in found if app == "games")
    assert names[:2] == ["0001_initial", "0002_triggers"]
    assert [name[:4] for name in names] == [f"{number:04}" for number in range(1, len(names) + 1)]


def test_the_migrations_describe_the_models() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.parametrize("table", TABLES)
def test_each_append_only_table_has_its_triggers(table: str) -> None:
    rules = ("append_only", "no_truncate") if connection.vendor == "postgresql" else ("no_update", "no_delete")
    assert {f"{table}_{rule}" for rule in rules} <= schema().keys()


@pytest.mark.parametrize("name", PREFIXES)
def test_prefixes_are_found_by_an_index_on_postgresql(name: str) -> None:
    if connection.vendor != "postgresql":
        assert name not in schema()
        return
    table, column = PREFIXES[name]
    assert re.search(rf" ON public\.{table} .*upper\(.*{column}.*text_pattern_ops", schema()[name])


def test_migrations_taken_back_leave_nothing_and_can_be_applied_again() -> None:
    whole = schema()
    with empty_database():
        call_command("migrate", verbosity=0)
        assert schema() == whole
        call_command("migrate", "games", "0001", verbosity=0)
        assert {"games_game", "games_game.id"} & schema().keys()
        assert not [
            name for name in schema() if name.endswith(("append_only", "no_update", "permit")) or name in PREFIXES
        ]
        for app in ("admin", "account", "knox", "games"):
            call_command("migrate", app, "zero", verbosity=0)
        assert not [name for name in schema() if name.startswith("games_")]
        call_command("migrate", verbosity=0)
        assert schema() == whole


def schema() -> dict[str, str]:
    """Return the definition of everything in the database that has a name."""
    with connection.cursor() as cursor:
        cursor.execute(POSTGRESQL if connection.vendor == "postgresql" else SQLITE)
        return dict(cursor.fetchall())


@contextmanager
def empty_database() -> Iterator[None]:
    """Replace the test database by an empty one of the same kind."""
    true = connections["default"]
    name = f"{true.settings_dict['NAME']}_{uuid4().hex[:8]}" if true.vendor == "postgresql" else ":memory:"
    if true.vendor == "postgresql":
        _on_the_server(true, f'CREATE DATABASE "{name}"')
    connections["default"] = type(true)({**true.settings_dict, "NAME": name}, "default")
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = true
        if true.vendor == "postgresql":
            _on_the_server(true, f'DROP DATABASE "{name}"')


def _on_the_server(true: BaseDatabaseWrapper, statement: str) -> None:
    with true._nodb_cursor() as cursor:
        cursor.execute(statement)
