"""Append-only tables: triggers that refuse UPDATE, DELETE and TRUNCATE unless the transaction holds a permit.

PostgreSQL reads the permit from a setting that lives as long as its transaction, SQLite from a row that is deleted
before its transaction ends. Only `do_purge_game`, the deletion of an account (which erases addresses) and the flush
between tests request a permit (`allow_changes`). A later migration that makes SQLite rebuild one of these tables must
end with `RunPython(install, remove)`, because a rebuild drops triggers.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

TABLES = (
    "games_checkpoint",
    "games_journalsegment",
    "games_eventsegment",
    "games_auditentry",
    "games_message",
    "games_mailevent",
    "games_reservestep",
)
MESSAGE = "sealed: this table is append-only"

_POSTGRESQL_FUNCTION = f"""
CREATE OR REPLACE FUNCTION sealed_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('sealed.permit', true) IS DISTINCT FROM 'on' THEN
        RAISE EXCEPTION '{MESSAGE} (%)', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
END $$
"""

_POSTGRESQL_RULES = (("append_only", "UPDATE OR DELETE", "ROW"), ("no_truncate", "TRUNCATE", "STATEMENT"))
_SQLITE_PERMIT = "SELECT 1 FROM sealed_permit"


def _create(vendor: str) -> list[str]:
    if vendor == "postgresql":
        return [_POSTGRESQL_FUNCTION] + [
            f"CREATE OR REPLACE TRIGGER {table}_{rule} BEFORE {verbs} ON {table} "
            f"FOR EACH {scope} EXECUTE FUNCTION sealed_append_only()"
            for table in TABLES
            for rule, verbs, scope in _POSTGRESQL_RULES
        ]
    refuse = f"WHEN NOT EXISTS ({_SQLITE_PERMIT}) BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
    return ["CREATE TABLE IF NOT EXISTS sealed_permit (held integer NOT NULL)"] + [
        f"CREATE TRIGGER IF NOT EXISTS {table}_no_{verb.lower()} BEFORE {verb} ON {table} {refuse}"
        for table in TABLES
        for verb in ("UPDATE", "DELETE")
    ]


def _drop(vendor: str) -> list[str]:
    if vendor == "postgresql":
        return [
            f"DROP TRIGGER IF EXISTS {table}_{rule} ON {table}" for table in TABLES for rule, *_ in _POSTGRESQL_RULES
        ] + ["DROP FUNCTION IF EXISTS sealed_append_only()"]
    return [f"DROP TRIGGER IF EXISTS {table}_no_{verb}" for table in TABLES for verb in ("update", "delete")] + [
        "DROP TABLE IF EXISTS sealed_permit"
    ]


def install(apps: Any, schema_editor: Any) -> None:
    """Create the triggers of all append-only tables if they do not exist (for `RunPython` in a migration)."""
    connection_ = schema_editor.connection
    for statement in _create(connection_.vendor):
        schema_editor.execute(statement, params=None)


def remove(apps: Any, schema_editor: Any) -> None:
    """Drop the triggers of all append-only tables (for `RunPython` in a migration)."""
    connection_ = schema_editor.connection
    for statement in _drop(connection_.vendor):
        schema_editor.execute(statement, params=None)


@contextmanager
def allow_changes() -> Iterator[None]:
    """Run the block in a transaction that may change and delete append-only rows."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL sealed.permit = 'on'")
            yield
            cursor.execute("SET LOCAL sealed.permit = 'off'")
        else:
            cursor.execute("INSERT INTO sealed_permit VALUES (1)")
            yield
            cursor.execute("DELETE FROM sealed_permit")
