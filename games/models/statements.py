"""The statements of a resolve and of a sealed answer, composed once.

A resolve reads four kinds of rows and writes eight. Composing that SQL anew each time costs the ORM more than the
database needs to run it, so this module keeps the text of each statement and sends only the values. Rows are ordinary
model instances. Names of tables and columns come from the models, never from outside.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from contextvars import ContextVar
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, InterfaceError, connection, connections, models, transaction
from django.db.models.base import ModelState

from games.models.journeys import in_one_go

M = TypeVar("M", bound=models.Model)
T = TypeVar("T")
Convert = Callable[[Any], Any]

_PLAIN = (models.IntegerField, models.CharField, models.TextField, models.BooleanField)
"""Fields whose values both databases take as they are."""
_PLAIN_ON_POSTGRESQL = (*_PLAIN, models.UUIDField, models.DateTimeField, models.BinaryField)


def insert(rows: Sequence[models.Model], *, conflict: str = "") -> None:
    """Insert rows of one model, within the caller's transaction. Keys that the database gives are not read back.

    `conflict` is the text of an ON CONFLICT clause, the same for both databases.
    """
    if not rows:
        return
    database, model = connections[DEFAULT_DB_ALIAS], type(rows[0])
    columns = _givers(database.vendor, model)
    values = [
        prepare(getattr(row, name)) if prepare else getattr(row, name) for row in rows for name, prepare in columns
    ]
    _execute(_insertion(database.vendor, model, len(rows), conflict), values)
    alias = database.alias
    for row in rows:
        row._state.adding, row._state.db = False, alias


def insert_values(
    model: type[models.Model], names: tuple[str, ...], rows: Sequence[tuple[Any, ...]], *, conflict: str = ""
) -> None:
    """The same for rows that nobody needs as instances, which take longer to make than to send.

    `names` are the attributes of all columns, in the model's order, and each of `rows` has a value for each. Raises
    ValueError for other names, for no default is put in.
    """
    if not rows:
        return
    vendor = connections[DEFAULT_DB_ALIAS].vendor
    columns = _givers(vendor, model)
    if names != tuple(name for name, _ in columns):
        raise ValueError(f"{model.__name__} has other columns than {names}")
    prepares = [prepare for _, prepare in columns]
    values = [
        prepare(value) if prepare else value for row in rows for prepare, value in zip(prepares, row, strict=True)
    ]
    _execute(_insertion(vendor, model, len(rows), conflict), values)


class Reading(NamedTuple):
    """Rows of one model, to be read. `where` names columns and has a ``%s`` for each of `values`.

    `values` are as the database takes them; `tail` orders or locks; `only` names the attributes that are read, none:
    all. With `parents`, each row comes with the rows that these foreign keys refer to, of which the attributes given
    are read, and `where` says with the table's name which column is meant; a second parent of the same table bears the
    name of the foreign key. Where a foreign key refers to nothing, the parent is None.
    """

    model: type[models.Model]
    where: str
    values: Sequence[Any]
    tail: str = ""
    only: tuple[str, ...] = ()
    parents: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def ask(self, database: Any, cursor: Any) -> None:
        """Send the statement."""
        if self.parents:
            text = _joined_selection(database.vendor, self.model, self.parents, self.where, self.tail, self.only)
        else:
            text = _selection(database.vendor, self.model, self.where, self.tail, self.only)
        cursor.execute(text, self.values)

    def rows(self, database: Any, cursor: Any) -> list[Any]:
        """What came of it."""
        first, *parents = _parts(database.vendor, self.model, self.only, self.parents)
        return [_with_parents(database.alias, row, first, parents) for row in cursor.fetchall()]


def read_together(*readings: Reading) -> list[list[Any]]:
    """The rows of each, in their order, in one journey to the database where it is PostgreSQL.

    The statements run one after the other: behind a reading that locks, the others see what is there once the lock is
    held.
    """
    connection.ensure_connection()
    with in_one_go(gather=True) if len(readings) > 1 else nullcontext():
        asked = [asking(one) for one in readings]
    return [rows() for rows in asked]


def reading_together(*readings: Reading) -> Callable[[], list[list[Any]]]:
    """Send the readings off; `read_together` is what the call then gives, which must come before all other statements.

    PostgreSQL works in the meantime. SQLite is asked by the call.
    """
    if connection.vendor != "postgresql":
        return lambda: read_together(*readings)
    connection.ensure_connection()
    with ExitStack() as stack:
        stack.enter_context(in_one_go())
        asked = [asking(one) for one in readings]
        under_way = stack.pop_all()

    def rows() -> list[list[Any]]:
        under_way.close()
        return [one() for one in asked]

    return rows


def asking(reading: Reading) -> Callable[[], list[Any]]:
    """Send a reading within `together`; its rows are there to be fetched behind that block.

    Fetched within it, they would cost a journey of their own.
    """
    database = connections[DEFAULT_DB_ALIAS]
    cursor = database.cursor()
    reading.ask(database, cursor)

    def rows() -> list[Any]:
        with cursor:
            return reading.rows(database, cursor)

    return rows


def select(model: type[M], *, where: str, values: Sequence[Any], tail: str = "", only: tuple[str, ...] = ()) -> list[M]:
    """The rows of one `Reading`."""
    return read_together(Reading(model, where, values, tail, only))[0]


def select_with(
    model: type[M],
    parents: Mapping[str, tuple[str, ...]],
    *,
    where: str,
    values: Sequence[Any],
    tail: str = "",
    only: tuple[str, ...] = (),
) -> list[M]:
    """The rows of one `Reading`, each with the rows that its foreign keys `parents` refer to."""
    return read_together(Reading(model, where, values, tail, only, tuple(parents.items())))[0]


class _Part(NamedTuple):
    """Of the columns that a statement gives those of one model: where they begin and end, and what becomes of them.

    `converts` are for those that are not taken as they are, by their place. `name` is the foreign key that refers to
    the model, `null` whether it may refer to nothing; the first part has none.
    """

    model: type[models.Model]
    begin: int
    end: int
    attributes: tuple[str, ...]
    converts: tuple[tuple[int, Convert], ...]
    name: str = ""
    null: bool = False

    def made(self, alias: str, row: Sequence[Any]) -> Any:
        """The row as an instance: what `Model.from_db` makes of it, in an eighth of the time.

        That one works out for each row anew which columns were not read, and tells two signals, to which nobody
        listens.
        """
        cells = list(row[self.begin : self.end])
        for place, convert in self.converts:
            cells[place] = convert(cells[place])
        made = self.model.__new__(self.model)
        made._state = state = ModelState()
        state.adding, state.db = False, alias
        made.__dict__.update(zip(self.attributes, cells, strict=True))
        return made


def _with_parents(alias: str, row: Sequence[Any], first: _Part, parents: Sequence[_Part]) -> Any:
    child = first.made(alias, row)
    for part in parents:
        is_there = not part.null or getattr(child, f"{part.name}_id") is not None
        child._state.fields_cache[part.name] = part.made(alias, row) if is_there else None
    return child


@lru_cache(maxsize=256)
def _parts(
    vendor: str,
    model: type[models.Model],
    only: tuple[str, ...],
    parents: tuple[tuple[str, tuple[str, ...]], ...] = (),
) -> tuple[_Part, ...]:
    """How the columns of a `Reading` become a row with its parents."""
    parts = [_part(vendor, model, only, 0)]
    for (name, _), (parent, wanted) in zip(parents, _parents(model, parents), strict=True):
        null = cast("Any", model._meta.get_field(name)).null
        parts.append(_part(vendor, parent, wanted, parts[-1].end)._replace(name=name, null=null))
    return tuple(parts)


def _part(vendor: str, model: type[models.Model], only: tuple[str, ...], begin: int) -> _Part:
    attributes, converts = _takers(vendor, model, only)
    places = tuple((place, one) for place, one in enumerate(converts) if one is not None)
    return _Part(model, begin, begin + len(attributes), tuple(attributes), places)


def change(model: type[models.Model], keys: Sequence[Any], **values: Any) -> None:
    """Give all rows with these primary keys the same `values`, within the caller's transaction."""
    if not keys:
        return
    database = connections[DEFAULT_DB_ALIAS]
    vendor, prepares = database.vendor, dict(_givers(database.vendor, model))
    given = [prepare(value) if (prepare := prepares[name]) else value for name, value in values.items()]
    given += [model._meta.pk.get_db_prep_value(value, database) for value in keys]
    _execute(_change(vendor, model, tuple(values), len(keys)), given)


def change_where(model: type[models.Model], *, where: str, values: Sequence[Any], **changes: Any) -> int:
    """Give the rows that fit the values of `changes`; how many those are. `where` and `values` as for `select`."""
    return changing(model, where=where, values=values, **changes)()


def changing(model: type[models.Model], *, where: str, values: Sequence[Any], **changes: Any) -> Callable[[], int]:
    """`change_where` for a block of `together`: how many rows it gave is known behind the block."""
    vendor, prepares = connection.vendor, dict(_givers(connection.vendor, model))
    given = [prepare(value) if (prepare := prepares[name]) else value for name, value in changes.items()]
    cursor = connection.cursor()
    cursor.execute(_conditional_change(vendor, model, tuple(changes), where), [*given, *values])
    return lambda: int(cursor.rowcount)


def changing_first(
    model: type[M], *, changes: str, where: str, order: str, values: Sequence[Any]
) -> Callable[[], M | None]:
    """Change the first row that fits and that nobody holds just now; the row as it is then, None if there is none.

    One statement, so that two who ask at once get two rows. `changes`, `where` and `order` are SQL that names columns,
    with a ``%s`` for each of `values`, as the database takes them. The row is there behind a block of `together`.
    """
    vendor = connection.vendor
    (part,) = _parts(vendor, model, ())
    cursor = connection.cursor()
    cursor.execute(_change_of_first(vendor, model, changes, where, order), values)

    def changed() -> M | None:
        with cursor:
            row = cursor.fetchone()
        return None if row is None else cast("M", part.made(connection.alias, row))

    return changed


@contextmanager
def together(*, last: bool = False, gather: bool = False) -> Iterator[None]:
    """Send the statements of the block without waiting for the answer to each, on PostgreSQL; the end waits for all.

    Within a transaction, so that an error, which comes out at the end at the latest, undoes it. Statements in the block
    must not depend on what an earlier one found or changed: nobody knows yet. With `last`, nothing of the transaction
    follows: it is committed in the same journey, unless it is part of another. With `gather` all leaves in one piece,
    at the end: better for few statements, which are composed sooner than the server would wake up.
    """
    database = connections[DEFAULT_DB_ALIAS]
    with in_one_go(gather=gather) if database.in_atomic_block else nullcontext(), database.cursor() as cursor:
        before = _of_the_block.set(cursor)
        try:
            yield
        finally:
            _of_the_block.reset(before)
        if last and _is_whole():
            cursor.execute("COMMIT")


_of_the_block: ContextVar[Any] = ContextVar("the cursor of a block of statements", default=None)


def _execute(text: str, values: Sequence[Any]) -> None:
    """Send a statement of which nothing is fetched: by the cursor of its block, for a new one costs as much again."""
    of_the_block = _of_the_block.get()
    if of_the_block is not None:
        of_the_block.execute(text, values)
        return
    with connection.cursor() as cursor:
        cursor.execute(text, values)


def _is_whole() -> bool:
    """Whether the transaction that runs is part of no other."""
    database = connections[DEFAULT_DB_ALIAS]
    return database.vendor == "postgresql" and database.in_atomic_block and not database.savepoint_ids


def in_one_journey(send: Callable[[], Callable[[], T]], meanwhile: Callable[[], None]) -> T:
    """What `send` sends is one transaction, and one journey to the database; what it gives back fetches what came.

    On PostgreSQL, `meanwhile` is done while the database is at it, its commit too, and must ask it nothing (raises
    InterfaceError); within a transaction, and on SQLite, behind it. If a statement fails, nothing of them is stored.
    """
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        with transaction.atomic():
            with together():
                fetch = send()
            found = fetch()
        meanwhile()
        return found
    connection.ensure_connection()
    try:
        return _between_begin_and_commit(send, meanwhile)()
    except BaseException:
        connection.close()  # it may stand in a transaction that nobody ends
        raise


def _between_begin_and_commit(send: Callable[[], T], meanwhile: Callable[[], None]) -> T:
    with in_one_go(), connection.cursor() as cursor:
        cursor.execute("BEGIN")
        sent = send()
        cursor.execute("COMMIT")
        with connection.execute_wrapper(_under_way):
            meanwhile()
    return sent


def _under_way(*_: Any) -> Any:
    raise InterfaceError("the database is asked something while statements are under way")


def update(row: models.Model, *names: str) -> None:
    """Write the named attributes of a stored row, within the caller's transaction."""
    database, model = connections[DEFAULT_DB_ALIAS], type(row)
    prepares = dict(_givers(database.vendor, model))
    values = [prepare(getattr(row, name)) if (prepare := prepares[name]) else getattr(row, name) for name in names]
    values.append(model._meta.pk.get_db_prep_value(row.pk, database))
    _execute(_change(database.vendor, model, names), values)


_UUID, _MOMENT = models.UUIDField(), models.DateTimeField()


def key(value: Any) -> Any:
    """A UUID as the database takes it."""
    return _UUID.get_db_prep_value(value, connection)


def moment(value: datetime) -> Any:
    """A time as the database takes it."""
    return _MOMENT.get_db_prep_value(value, connection)


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

    plain = _PLAIN_ON_POSTGRESQL if vendor == "postgresql" else _PLAIN

    def giver(field: Any) -> Convert | None:
        if isinstance(getattr(field, "target_field", field), plain):
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
def _change(vendor: str, model: type[models.Model], names: tuple[str, ...], count: int = 1) -> str:
    quote = connection.ops.quote_name
    columns = {field.attname: quote(str(field.column)) for field in model._meta.concrete_fields}
    changes = ", ".join(f"{columns[name]} = %s" for name in names)
    marks = ", ".join(["%s"] * count)
    return " ".join(("UPDATE", quote(model._meta.db_table), "SET", changes, "WHERE", quote("id"), f"IN ({marks})"))


@lru_cache(maxsize=64)
def _conditional_change(vendor: str, model: type[models.Model], names: tuple[str, ...], where: str) -> str:
    quote = connection.ops.quote_name
    columns = {field.attname: quote(str(field.column)) for field in model._meta.concrete_fields}
    changes = ", ".join(f"{columns[name]} = %s" for name in names)
    return " ".join(("UPDATE", quote(model._meta.db_table), "SET", changes, "WHERE", where))


@lru_cache(maxsize=16)
def _change_of_first(vendor: str, model: type[models.Model], changes: str, where: str, order: str) -> str:
    quote = connection.ops.quote_name
    table, key_of = quote(model._meta.db_table), quote(str(model._meta.pk.column))
    columns = ", ".join(quote(field.column) for field in _read(model, ()))
    lock = f"{for_update()} SKIP LOCKED" if connection.features.has_select_for_update_skip_locked else ""
    first = " ".join(("SELECT", key_of, "FROM", table, "WHERE", where, "ORDER BY", order, "LIMIT 1", lock))
    return " ".join(("UPDATE", table, "SET", changes, "WHERE", key_of, "=", f"({first})", "RETURNING", columns))


@lru_cache(maxsize=256)
def _selection(vendor: str, model: type[models.Model], where: str, tail: str, only: tuple[str, ...]) -> str:
    quote = connection.ops.quote_name
    columns = ", ".join(quote(field.column) for field in _read(model, only))
    return " ".join(("SELECT", columns, "FROM", quote(model._meta.db_table), "WHERE", where, tail))


def _parents(
    model: type[models.Model], asked: tuple[tuple[str, tuple[str, ...]], ...]
) -> list[tuple[type[models.Model], tuple[str, ...]]]:
    return [(cast("type[models.Model]", model._meta.get_field(name).related_model), only) for name, only in asked]


@lru_cache(maxsize=64)
def _joined_selection(
    vendor: str,
    model: type[models.Model],
    parents: tuple[tuple[str, tuple[str, ...]], ...],
    where: str,
    tail: str,
    only: tuple[str, ...],
) -> str:
    quote, own = connection.ops.quote_name, connection.ops.quote_name(model._meta.db_table)
    columns = [f"{own}.{quote(field.column)}" for field in _read(model, only)]
    tables, named = [own], {own}
    for (name, _), (parent, wanted) in zip(parents, _parents(model, parents), strict=True):
        table, field = quote(parent._meta.db_table), cast("Any", model._meta.get_field(name))
        known_as = quote(name) if table in named else table
        named.add(known_as)
        columns += [f"{known_as}.{quote(one.column)}" for one in _read(parent, wanted)]
        join = f"{'LEFT ' if field.null else ''}JOIN {table}{f' AS {known_as}' if known_as != table else ''}"
        tables.append(f"{join} ON {known_as}.{quote('id')} = {own}.{quote(field.column)}")
    return " ".join(("SELECT", ", ".join(columns), "FROM", *tables, "WHERE", where, tail))


class Spelled(models.Value):
    """A word that stands in the statement itself and is no parameter of it.

    A statement that PostgreSQL has prepared is planned for whatever its parameters may be: a partial index with a
    condition on a column serves it only where the statement spells out that column's value.
    """

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:
        """The word in quotation marks; raises ValueError for what is no plain word."""
        if not str(self.value).isidentifier():
            raise ValueError(f"no plain word: {self.value!r}")
        return f"'{self.value}'", ()


def for_update() -> str:
    """The tail that holds the rows read until the transaction ends; SQLite holds everything anyhow.

    Nobody waits for it who only writes rows that refer to these (``NO KEY``): a letter, a message.
    """
    return "FOR NO KEY UPDATE" if connection.features.has_select_for_no_key_update else ""
