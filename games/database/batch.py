"""SQL statements whose text is composed once and cached, and batches of statements.

The ORM needs more time to compose the SQL of a resolve or a sealed answer than the database needs to run it. This
module composes each text once and then sends only the values. Rows are ordinary model instances. Names of tables and
columns come from the models, never from user input.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from contextvars import ContextVar
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, InterfaceError, connection, connections, models, transaction

from games.database.pipeline import pipelined

M = TypeVar("M", bound=models.Model)
T = TypeVar("T")
Convert = Callable[[Any], Any]

_PLAIN = (models.IntegerField, models.CharField, models.TextField, models.BooleanField)
"""Types of fields whose values PostgreSQL and SQLite accept without conversion."""
_PLAIN_ON_POSTGRESQL = (*_PLAIN, models.UUIDField, models.DateTimeField, models.BinaryField)


def insert(rows: Sequence[models.Model], *, conflict: str = "") -> None:
    """Insert rows of one model in the caller's transaction; keys that the database generates are not set on the rows.

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
    """Insert rows given as tuples of values, which are faster to create than model instances.

    `names` must be the attributes of all columns in the model's order; raises ValueError for other names. Defaults are
    not applied.
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


class SelectQuery(NamedTuple):
    """A SELECT statement for rows of one model, to be sent alone or in a batch.

    `where` is the SQL condition with a ``%s`` for each of `values`, which are database values (see `key` and `moment`).
    `tail` is the end of the statement: ORDER BY, LIMIT or a lock. `only` names the attributes to load; empty means all.
    `parents` are foreign keys to join, each with the attributes to load; with parents, `where` must qualify columns
    with the table's name. If a table is joined twice, the foreign key's name is the alias of the second join. A null
    foreign key gives None.
    """

    model: type[models.Model]
    where: str
    values: Sequence[Any]
    tail: str = ""
    only: tuple[str, ...] = ()
    parents: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def ask(self, database: Any, cursor: Any) -> None:
        """Send the statement with this cursor, without reading its result."""
        if self.parents:
            text = _joined_selection(database.vendor, self.model, self.parents, self.where, self.tail, self.only)
        else:
            text = _selection(database.vendor, self.model, self.where, self.tail, self.only)
        cursor.execute(text, self.values)

    def rows(self, database: Any, cursor: Any) -> list[Any]:
        """Return the model instances for the result rows of the statement that was sent with this cursor."""
        first, *parents = _parts(database.vendor, self.model, self.only, self.parents)
        return [_with_parents(database.alias, row, first, parents) for row in cursor.fetchall()]


def fetch_batch(*queries: SelectQuery) -> list[list[Any]]:
    """Return the rows of each query; on PostgreSQL all queries are sent in one pipeline.

    The statements run in order: queries after one that locks rows see the data after the lock was obtained.
    """
    connection.ensure_connection()
    with pipelined() if len(queries) > 1 else nullcontext():
        asked = [send_query(one) for one in queries]
    return [rows() for rows in asked]


def start_fetching(*queries: SelectQuery) -> Callable[[], list[list[Any]]]:
    """Send the queries; return a function that returns their rows as `fetch_batch` does.

    PostgreSQL runs the queries in the meantime; on SQLite the returned function runs them. Call that function before
    you send any other statement.
    """
    if connection.vendor != "postgresql":
        return lambda: fetch_batch(*queries)
    connection.ensure_connection()
    with ExitStack() as stack:
        stack.enter_context(pipelined())
        asked = [send_query(one) for one in queries]
        under_way = stack.pop_all()

    def rows() -> list[list[Any]]:
        under_way.close()
        return [one() for one in asked]

    return rows


def send_query(query: SelectQuery) -> Callable[[], list[Any]]:
    """Send a query within a `batch`; return a function that returns its rows.

    Call that function after the block of the `batch`: a call within the block costs a round trip.
    """
    database = connections[DEFAULT_DB_ALIAS]
    cursor = database.cursor()
    query.ask(database, cursor)

    def rows() -> list[Any]:
        with cursor:
            return query.rows(database, cursor)

    return rows


def select(model: type[M], *, where: str, values: Sequence[Any], tail: str = "", only: tuple[str, ...] = ()) -> list[M]:
    """Return the rows of one `SelectQuery`."""
    return fetch_batch(SelectQuery(model, where, values, tail, only))[0]


def select_with(
    model: type[M],
    parents: Mapping[str, tuple[str, ...]],
    *,
    where: str,
    values: Sequence[Any],
    tail: str = "",
    only: tuple[str, ...] = (),
) -> list[M]:
    """Return the rows of one `SelectQuery` that joins `parents`."""
    return fetch_batch(SelectQuery(model, where, values, tail, only, tuple(parents.items())))[0]


class _Part(NamedTuple):
    """The columns of one model in the result rows of a statement: columns `begin` to `end` - 1, with their attributes.

    `converts` are pairs of a column's position in the part and the conversion of its values. `key` is the foreign key
    by which the model was joined; None for the query's own model.
    """

    model: type[models.Model]
    begin: int
    end: int
    attributes: tuple[str, ...]
    converts: tuple[tuple[int, Convert], ...]
    key: Any = None

    def made(self, alias: str, row: Sequence[Any]) -> Any:
        """Return the model instance for this part of a result row; `alias` is the database's alias."""
        cells = list(row[self.begin : self.end])
        for place, convert in self.converts:
            cells[place] = convert(cells[place])
        return self.model.from_db(alias, self.attributes, cells)


def _with_parents(alias: str, row: Sequence[Any], first: _Part, parents: Sequence[_Part]) -> Any:
    child = first.made(alias, row)
    for part in parents:
        is_there = not part.key.null or getattr(child, part.key.attname) is not None
        part.key.set_cached_value(child, part.made(alias, row) if is_there else None)
    return child


@lru_cache(maxsize=256)
def _parts(
    vendor: str,
    model: type[models.Model],
    only: tuple[str, ...],
    parents: tuple[tuple[str, tuple[str, ...]], ...] = (),
) -> tuple[_Part, ...]:
    """Return the parts of a `SelectQuery`'s result rows: the columns of its model, then those of each parent."""
    parts = [_part(vendor, model, only, 0)]
    for (name, _), (parent, wanted) in zip(parents, _parents(model, parents), strict=True):
        part = _part(vendor, parent, wanted, parts[-1].end)
        parts.append(part._replace(key=model._meta.get_field(name)))
    return tuple(parts)


def _part(vendor: str, model: type[models.Model], only: tuple[str, ...], begin: int) -> _Part:
    attributes, converts = _takers(vendor, model, only)
    places = tuple((place, one) for place, one in enumerate(converts) if one is not None)
    return _Part(model, begin, begin + len(attributes), tuple(attributes), places)


def update_rows(model: type[models.Model], keys: Sequence[Any], **values: Any) -> None:
    """Set `values` in all rows with these primary keys, in the caller's transaction."""
    if not keys:
        return
    database = connections[DEFAULT_DB_ALIAS]
    vendor, prepares = database.vendor, dict(_givers(database.vendor, model))
    given = [prepare(value) if (prepare := prepares[name]) else value for name, value in values.items()]
    given += [model._meta.pk.get_db_prep_value(value, database) for value in keys]
    _execute(_change(vendor, model, tuple(values), len(keys)), given)


def update_where(model: type[models.Model], *, where: str, values: Sequence[Any], **changes: Any) -> int:
    """Set `changes` in the rows that match and return their number. `where` and `values` are as in `SelectQuery`."""
    return send_update(model, where=where, values=values, **changes)()


def send_update(model: type[models.Model], *, where: str, values: Sequence[Any], **changes: Any) -> Callable[[], int]:
    """Send an `update_where` within a `batch`; call the returned function after the block for the number of rows."""
    vendor, prepares = connection.vendor, dict(_givers(connection.vendor, model))
    given = [prepare(value) if (prepare := prepares[name]) else value for name, value in changes.items()]
    cursor = connection.cursor()
    cursor.execute(_conditional_change(vendor, model, tuple(changes), where), [*given, *values])
    return lambda: int(cursor.rowcount)


def send_update_of_first(
    model: type[M], *, changes: str, where: str, order: str, values: Sequence[Any]
) -> Callable[[], M | None]:
    """Send the update of the first matching row that is not locked; return a function for the changed row or None.

    The update is one statement, so that concurrent callers get different rows. `changes`, `where` and `order` are SQL
    with a ``%s`` for each of `values`, which are database values. Within a `batch`, call the returned function after
    the block.
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
def batch(*, last: bool = False) -> Iterator[None]:
    """On PostgreSQL, send the block's statements without waiting for each result; the block's end waits for all.

    Use it in a transaction, so that an error undoes all statements. A statement must not depend on the result of an
    earlier statement of the block. With `last`, the pipeline also commits the transaction, unless the transaction is
    nested in another.
    """
    database = connections[DEFAULT_DB_ALIAS]
    with pipelined() if database.in_atomic_block else nullcontext(), database.cursor() as cursor:
        before = _of_the_block.set(cursor)
        try:
            yield
        finally:
            _of_the_block.reset(before)
        if last and _is_whole():
            cursor.execute("COMMIT")


_of_the_block: ContextVar[Any] = ContextVar("the cursor of a block of statements", default=None)


def _execute(text: str, values: Sequence[Any]) -> None:
    """Send a statement that returns no rows; within a `batch` with its cursor, because a new cursor takes time."""
    of_the_block = _of_the_block.get()
    if of_the_block is not None:
        of_the_block.execute(text, values)
        return
    with connection.cursor() as cursor:
        cursor.execute(text, values)


def _is_whole() -> bool:
    """Return True if the current transaction on PostgreSQL is the outermost one, without savepoints."""
    database = connections[DEFAULT_DB_ALIAS]
    return database.vendor == "postgresql" and database.in_atomic_block and not database.savepoint_ids


def overlapped_transaction(send: Callable[[], Callable[[], T]], meanwhile: Callable[[], None]) -> T:
    """Run the statements that `send` sends as one transaction; call `meanwhile` while the database works.

    Returns the result of the function that `send` returns, which fetches the results of the statements. On PostgreSQL,
    a statement in `meanwhile` raises InterfaceError. Within another transaction, and on SQLite, `meanwhile` runs
    afterwards. After an error nothing is stored.
    """
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        with transaction.atomic():
            with batch():
                fetch = send()
            found = fetch()
        meanwhile()
        return found
    connection.ensure_connection()
    try:
        return _between_begin_and_commit(send, meanwhile)()
    except BaseException:
        connection.close()  # it may be in a transaction that is never ended
        raise


def _between_begin_and_commit(send: Callable[[], T], meanwhile: Callable[[], None]) -> T:
    with pipelined(), connection.cursor() as cursor:
        cursor.execute("BEGIN")
        sent = send()
        cursor.execute("COMMIT")
        with connection.execute_wrapper(_under_way):
            meanwhile()
    return sent


def _under_way(*_: Any) -> Any:
    raise InterfaceError("the database is asked something while statements are under way")


def update(row: models.Model, *names: str) -> None:
    """Update the named attributes of a stored row in the caller's transaction."""
    database, model = connections[DEFAULT_DB_ALIAS], type(row)
    prepares = dict(_givers(database.vendor, model))
    values = [prepare(getattr(row, name)) if (prepare := prepares[name]) else getattr(row, name) for name in names]
    values.append(model._meta.pk.get_db_prep_value(row.pk, database))
    _execute(_change(database.vendor, model, names), values)


_UUID, _MOMENT = models.UUIDField(), models.DateTimeField()


def key(value: Any) -> Any:
    """Return a UUID (or None) as the value that the database driver accepts."""
    return _UUID.get_db_prep_value(value, connection)


def moment(value: datetime) -> Any:
    """Return a time as the value that the database driver accepts."""
    return _MOMENT.get_db_prep_value(value, connection)


@lru_cache(maxsize=16)
def replacing(model: type[models.Model], keys: tuple[str, ...]) -> str:
    """Return the ON CONFLICT clause that replaces the row with the same `keys`."""
    quote = connection.ops.quote_name
    target = ", ".join(quote(field.column) for field in _given(model) if field.name in keys)
    own = [quote(field.column) for field in _given(model) if field.name not in keys]
    return f"ON CONFLICT ({target}) DO UPDATE SET {', '.join(f'{column} = excluded.{column}' for column in own)}"


def _given(model: type[models.Model]) -> list[Any]:
    """Return the model's fields that an INSERT gives: all but generated keys."""
    return [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]


@lru_cache(maxsize=64)
def _givers(vendor: str, model: type[models.Model]) -> tuple[tuple[str, Convert | None], ...]:
    """Return the attribute of each column of an INSERT, and the conversion to a database value (None: not needed)."""
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
    """Return the attributes of the columns that a query reads, and the conversions from database values or None."""

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
    """A literal that is part of the SQL text instead of a parameter.

    PostgreSQL plans a prepared statement without its parameters. So PostgreSQL uses a partial index with a condition on
    a column only if the value for the column is in the SQL text.
    """

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:
        """Return the word in quotes as SQL. Raises ValueError unless the word is an identifier."""
        if not str(self.value).isidentifier():
            raise ValueError(f"no plain word: {self.value!r}")
        return f"'{self.value}'", ()


def for_update() -> str:
    """Return the end of a SELECT that locks its rows until the transaction ends; "" on SQLite, which has no row locks.

    ``NO KEY`` lets other transactions insert rows that refer to the locked ones, such as e-mails and messages.
    """
    return "FOR NO KEY UPDATE" if connection.features.has_select_for_no_key_update else ""
