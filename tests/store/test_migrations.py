"""A new database, laid out at one go, is the same as one that has come all the way with its server."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

pytestmark = pytest.mark.django_db

LAST = ("games", "0028_vacation_stand_in")
"""Up to here a server had come when the migrations were put together."""
TOGETHER = ("games", "0001_to_0029")

POSTGRESQL = r"""
SELECT table_name || '.' || column_name, concat_ws(' ', data_type, character_maximum_length, numeric_precision,
       is_nullable, column_default, is_identity) FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL SELECT conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
 WHERE connamespace = 'public'::regnamespace
UNION ALL SELECT indexname, regexp_replace(indexdef, '::(text|character varying)(\[\])?|[()]', '', 'g')
 FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
UNION ALL SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
"""
"""Casts and brackets of an index are left out: they are others where a column was lengthened later."""
SQLITE = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"


def test_a_server_that_came_all_the_way_has_the_database_of_a_new_one() -> None:
    new = schema()
    with empty_database():
        _migrate_singly(LAST)
        assert TOGETHER not in MigrationRecorder(connection).applied_migrations()
        call_command("migrate", verbosity=0)
        assert TOGETHER in MigrationRecorder(connection).applied_migrations()
        old = schema()
    assert any(name.startswith("games_") for name, _ in new)
    assert [one for one in new if one not in old] == []
    assert sorted(name for name, _ in new) == sorted(name for name, _ in old)


def schema() -> list[tuple[str, Any]]:
    """Whatever has a name in the database, and what makes it up, in no order."""
    with connection.cursor() as cursor:
        cursor.execute(POSTGRESQL if connection.vendor == "postgresql" else SQLITE)
        found = cursor.fetchall()
    return [
        (name, definition if connection.vendor == "postgresql" else _parts(definition)) for name, definition in found
    ]


def _parts(definition: str) -> list[str]:
    """A statement of SQLite; of a table its columns and conditions, which may stand in any order."""
    text = re.sub(r"\s+", " ", definition)
    if not text.startswith("CREATE TABLE"):
        return [text]
    head, _, body = text.partition("(")
    parts, depth = [""], 0
    for letter in body.removesuffix(")"):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [head.strip(), *sorted(part.strip() for part in parts)]


@contextmanager
def empty_database() -> Iterator[None]:
    """An empty database of the same kind takes the place of the one of the test."""
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


class _Singly(MigrationLoader):
    """Knows nothing of migrations that were put together."""

    def load_disk(self) -> None:
        super().load_disk()
        del self.disk_migrations[TOGETHER]


def _migrate_singly(last: tuple[str, str]) -> None:
    """As servers did before the migrations were put together."""
    executor = MigrationExecutor(connection)
    executor.loader = _Singly(connection)
    others = [leaf for leaf in executor.loader.graph.leaf_nodes() if leaf[0] != last[0]]
    executor.migrate([*others, last])
