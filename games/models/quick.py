"""Inserts whose SQL is put together once.

A resolve writes eight kinds of rows. Composing their INSERT statements anew each time costs the ORM more than the
database needs to run them, so this module keeps the text of each and sends only the values.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db import connection, models


def insert(rows: Sequence[models.Model], *, conflict: str = "") -> None:
    """Insert rows of one model, within the caller's transaction. Keys that the database gives are not read back.

    `conflict` is the text of an ON CONFLICT clause, the same for both databases.
    """
    if not rows:
        return
    model = type(rows[0])
    fields = _fields(model)
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for row in rows for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(_statement(connection.vendor, model, len(rows), conflict), values)
    for row in rows:
        row._state.adding, row._state.db = False, "default"


@lru_cache(maxsize=64)
def _fields(model: type[models.Model]) -> tuple[Any, ...]:
    """The columns that have to be given."""
    return tuple(field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField))


@lru_cache(maxsize=256)
def _statement(vendor: str, model: type[models.Model], count: int, conflict: str) -> str:
    fields, quote = _fields(model), connection.ops.quote_name
    columns = ", ".join(quote(field.column) for field in fields)
    places = "(" + ", ".join(_placeholder(field, vendor) for field in fields) + ")"
    table, rows = quote(model._meta.db_table), ", ".join([places] * count)
    return " ".join(("INSERT INTO", table, f"({columns})", "VALUES", rows, conflict))


def _placeholder(field: Any, vendor: str) -> str:
    """What stands for the field's value; binary values are marked as such on PostgreSQL."""
    return "%b" if isinstance(field, models.BinaryField) and vendor == "postgresql" else "%s"


@lru_cache(maxsize=16)
def replacing(model: type[models.Model], keys: tuple[str, ...]) -> str:
    """The ON CONFLICT clause that puts a row in the place of the one with the same `keys`."""
    quote = connection.ops.quote_name
    own = [field for field in _fields(model) if field.name not in keys]
    target = ", ".join(quote(field.column) for field in _fields(model) if field.name in keys)
    news = ", ".join(f"{quote(field.column)} = excluded.{quote(field.column)}" for field in own)
    return f"ON CONFLICT ({target}) DO UPDATE SET {news}"
