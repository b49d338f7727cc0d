"""The statements of a resolve and of a sealed answer, composed once.

A resolve reads four kinds of rows and writes eight. Composing that SQL anew each time costs the ORM more than the
database needs to run it, so this module keeps the text of each statement and sends only the values. Rows are ordinary
model instances. Names of tables and columns come from the models, never from outside.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from django.db import connection, models

M = TypeVar("M", bound=models.Model)
Convert = Callable[[Any], Any]

_PLAIN = (models.IntegerField, models.CharField, models.TextField, models.BooleanField)
"""Fields whose values both databases take as they are."""


def insert(rows: Sequence[models.Model], *, conflict: str = "") -> None:
    """Insert rows of one model, within the caller's transaction. Keys that the database gives are not read back.

    `conflict` is the text of an ON CONFLICT clause, the same for both databases.
    """
    if not rows:
        return
    vendor, model = connection.vendor, type(rows[0])
    columns = _givers(vendor, model)
    values = [
        prepare(getattr(row, name)) if prepare else getattr(row, name) for row in rows for name, prepare in columns
    ]
    with connection.cursor() as cursor:
        cursor.execute(_insertion(vendor, model, len(rows), conflict), values)
    for row in rows:
        row._state.adding, row._state.db = False, connection.alias


def select(model: type[M], *, where: str, values: Sequence[Any], tail: str = "", only: tuple[str, ...] = ()) -> list[M]:
    """Rows of one model. `where` names columns and has a ``%s`` for each of `values` (as the database takes them).

    `tail` orders or locks; `only` names the attributes that are read.
    """
    vendor = connection.vendor
    names, converts = _takers(vendor, model, only)
    with connection.cursor() as cursor:
        cursor.execute(_selection(vendor, model, where, tail, only), values)
        found = cursor.fetchall()
    return [
        model.from_db(
            connection.alias,
            names,
            [value if convert is None else convert(value) for value, convert in zip(row, converts, strict=True)],
        )
        for row in found
    ]


def update(row: models.Model, *names: str) -> None:
    """Write the named attributes of a stored row, within the caller's transaction."""
    vendor, model = connection.vendor, type(row)
    prepares = dict(_givers(vendor, model))
    values = [prepare(getattr(row, name)) if (prepare := prepares[name]) else getattr(row, name) for name in names]
    values.append(model._meta.pk.get_db_prep_value(row.pk, connection))
    with connection.cursor() as cursor:
        cursor.execute(_change(vendor, model, names), values)


def key(value: Any) -> Any:
    """A UUID as the database takes it."""
    return models.UUIDField().get_db_prep_value(value, connection)


@lru_cache(maxsize=16)
def replacing(model: type[models.Model], keys: tuple[str, ...]) -> str:
    """The ON CONFLICT clause that puts a row in the place of the one with the same `keys`."""
    quote = connection.ops.quote_name
    target = ", ".join(quote(field.column) for field in _given(model) if field.name in keys)
    own = [quote(field.column) for field in _given(model) if field.name not in keys]
    return f"ON CONFLICT ({target}) DO UPDATE SET {', '.join(f'{column} = excluded.{column}' for column in own)}"


def _given(model: type[models.Model]) -> list[Any]:
    """The columns that have to be given with a new row."""
    return [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]


@lru_cache(maxsize=64)
def _givers(vendor: str, model: type[models.Model]) -> tuple[tuple[str, Convert | None], ...]:
    """For each column, its attribute and how a value is made fit for the database."""

    def giver(field: Any) -> Convert | None:
        if isinstance(getattr(field, "target_field", field), _PLAIN):
            return None
        return lambda value: field.get_db_prep_save(value, connection)

    return tuple((field.attname, giver(field)) for field in _given(model))


@lru_cache(maxsize=64)
def _takers(
    vendor: str, model: type[models.Model], only: tuple[str, ...]
) -> tuple[list[str], tuple[Convert | None, ...]]:
    """The attributes of the columns read, and how what the database gives becomes their value."""

    def taker(field: Any) -> Convert | None:
        column = field.get_col(model._meta.db_table)
        steps = [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]

        def convert(value: Any) -> Any:
            for step in steps:
                value = step(value, column, connection)
            return value

        return convert if steps else None

    fields = _read(model, only)
    return [field.attname for field in fields], tuple(taker(field) for field in fields)


def _read(model: type[models.Model], only: tuple[str, ...]) -> list[Any]:
    return [field for field in model._meta.concrete_fields if not only or field.attname in only]


@lru_cache(maxsize=256)
def _insertion(vendor: str, model: type[models.Model], count: int, conflict: str) -> str:
    quote, fields = connection.ops.quote_name, _given(model)
    marks = ["%b" if isinstance(field, models.BinaryField) and vendor == "postgresql" else "%s" for field in fields]
    columns = ", ".join(quote(field.column) for field in fields)
    rows = ", ".join([f"({', '.join(marks)})"] * count)
    return " ".join(("INSERT INTO", quote(model._meta.db_table), f"({columns})", "VALUES", rows, conflict))


@lru_cache(maxsize=64)
def _change(vendor: str, model: type[models.Model], names: tuple[str, ...]) -> str:
    quote = connection.ops.quote_name
    columns = {field.attname: quote(str(field.column)) for field in model._meta.concrete_fields}
    changes = ", ".join(f"{columns[name]} = %s" for name in names)
    return " ".join(("UPDATE", quote(model._meta.db_table), "SET", changes, "WHERE", quote("id"), "= %s"))


@lru_cache(maxsize=256)
def _selection(vendor: str, model: type[models.Model], where: str, tail: str, only: tuple[str, ...]) -> str:
    quote = connection.ops.quote_name
    columns = ", ".join(quote(field.column) for field in _read(model, only))
    return " ".join(("SELECT", columns, "FROM", quote(model._meta.db_table), "WHERE", where, tail))


def for_update() -> str:
    """The tail that holds the rows read until the transaction ends; SQLite holds everything anyhow."""
    return "FOR UPDATE" if connection.features.has_select_for_update else ""
