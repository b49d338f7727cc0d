"""Create many games from a few by copying all rows in the database (PostgreSQL only).

Each copy has its own keys, so that it can be listed, searched, answered and continued like the original. No copy refers
to another copy.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.apps import apps
from django.db import connection, models, transaction
from psycopg.sql import SQL, Composable, Composed, Identifier, Literal

from games.models import AuditEntry, Game, OutgoingMail, Player

_APART: Mapping[tuple[type[models.Model], str], str] = {
    (Player, "username"): "n || '-' || {table}.username",
    (Player, "name_key"): "n || '-' || {table}.name_key",
    (Player, "email"): "n || '-' || {table}.email",
    (OutgoingMail, "message_id"): "'<' || n || '.' || substr({table}.message_id, 2)",
    (Game, "created_at"): "{table}.created_at - n * interval '7 minutes'",
    (Game, "name"): "translate(n::text, '0123456789', 'abcdefghij') || ' ' || {table}.name",
}
"""The columns, besides keys, whose values differ between a copy and its original."""
_MEANT: Mapping[tuple[type[models.Model], str], type[models.Model]] = {
    (AuditEntry, "game"): Game,
    (AuditEntry, "actor"): Player,
}
"""The columns that contain a key of another table without a foreign key."""


def multiply(copies: int) -> int:
    """Add `copies` copies of all stored games and players; return the total number of games."""
    strides = {model: _stride(model) for model in copied_models()}
    first = Game.objects.count()  # no copy of a copy is named like a copy
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        if cursor.fetchone()[0]:
            cursor.execute("SET LOCAL session_replication_role = replica")  # references hold as those copied do
        for model in copied_models():
            cursor.execute(_copying(model, strides), [first, first + copies - 1])
            if strides[model]:
                cursor.execute(_beyond(model))
    return Game.objects.count()


def tidy() -> None:
    """Vacuum and analyze the copied tables, as autovacuum does after a while."""
    with connection.cursor() as cursor:
        for model in copied_models():
            cursor.execute(SQL("VACUUM ANALYZE {}").format(Identifier(model._meta.db_table)))


@lru_cache(maxsize=1)
def copied_models() -> tuple[type[models.Model], ...]:
    """Return the models of players, games and everything that refers to them.

    A model comes after those to which it refers.
    """
    found: list[type[models.Model]] = [Player, Game]
    waiting = [model for model in apps.get_app_config("games").get_models() if model not in found]
    while ready := [model for model in waiting if _targets(model) and _targets(model).isdisjoint(waiting)]:
        found += ready
        waiting = [model for model in waiting if model not in ready]
    return (*found, AuditEntry)


def _targets(model: type[models.Model]) -> set[Any]:
    return {field.related_model for field in model._meta.concrete_fields if field.is_relation} - {model}


def _stride(model: type[models.Model]) -> int:
    """Return the difference between the integer keys of one copy and of the next; 0 if the keys are no integers."""
    if not isinstance(model._meta.pk, models.AutoField):
        return 0
    return int(model._default_manager.aggregate(last=models.Max("pk"))["last"] or 0)


def _copying(model: type[models.Model], strides: Mapping[Any, int]) -> Composed:
    table, fields = Identifier(model._meta.db_table), model._meta.concrete_fields
    columns: list[Composable] = [Identifier(str(field.column)) for field in fields]
    return SQL("INSERT INTO {} ({}) SELECT {} FROM {} CROSS JOIN generate_series(%s::int, %s::int) AS n").format(
        table,
        SQL(", ").join(columns),
        SQL(", ").join(_value(model, field, strides) for field in fields),
        table,
    )


def _value(model: type[models.Model], field: Any, strides: Mapping[Any, int]) -> Composable:
    """Return the SQL expression for a column of a copy. `strides`: the result of `_stride`, by model."""
    table, column = Identifier(model._meta.db_table), Identifier(field.column)
    if apart := _APART.get((model, field.name)):
        return SQL(apart).format(table=table)
    owner: Any = field.related_model if field.is_relation else model if field.primary_key else None
    owner = _MEANT.get((model, field.name), owner)
    if owner not in strides:
        return SQL("{}.{}").format(table, column)
    if isinstance(owner._meta.pk, models.AutoField):
        return SQL("{}.{} + n * {}").format(table, column, Literal(strides[owner]))
    return SQL("md5({}.{}::text || '/' || n)::uuid").format(table, column)


def _beyond(model: type[models.Model]) -> Composed:
    """Return an SQL statement that makes the database number new rows after those of the copies."""
    name = Literal(model._meta.db_table)
    return SQL("SELECT setval(pg_get_serial_sequence({}, 'id'), (SELECT max(id) FROM {}))").format(
        name, Identifier(model._meta.db_table)
    )
