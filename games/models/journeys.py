"""Many statements in one journey to PostgreSQL, by psycopg's pipeline, without its waits.

psycopg waits for the answer to BEGIN before it sends the first statement of a pipeline. Here BEGIN goes in front of it.
And it hands each statement to the network by itself, which wakes the server for each: good where the next one takes
a while to compose, for the server works meanwhile; not where they are all there. Those can be gathered and go at once,
when something is fetched or at the end of the block. Answers come back in the same order as ever.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from psycopg import Pipeline
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus


class _Gathered(Pipeline):
    """A pipeline that keeps what it is given until the answers are wanted, and hands it all to the network at once."""

    def _communicate_gen(self) -> PQGen[None]:
        """Called after each statement: nothing goes yet."""
        yield from ()

    def _fetch_gen(self, *, flush: bool) -> PQGen[None]:
        """Called where answers are wanted, and at the end.

        What libpq is given in this mode it keeps, up to 64 kB; psycopg would have it send each statement by itself.
        """
        while self.command_queue:
            self.command_queue.popleft()()
        yield from super()._fetch_gen(flush=True)  # which is what sends


@contextmanager
def in_one_go(*, gather: bool = False) -> Iterator[None]:
    """The statements of the block in one journey, on PostgreSQL; with `gather` none leaves before all do."""
    database: Any = connections[DEFAULT_DB_ALIAS]
    if database.vendor != "postgresql":
        yield
        return
    raw = database.connection
    with database.wrap_database_errors, raw.pipeline() as pipeline:
        if gather and pipeline.level == 1:
            pipeline.__class__ = _Gathered
        if _begins(raw):
            raw.pgconn.send_query_params(b"BEGIN", None)
            pipeline.result_queue.append(None)
        yield


def _begins(raw: Any) -> bool:
    """Whether the next statement is the first one of a transaction, and of one that is like all others."""
    plain = raw.isolation_level is None and raw.read_only is None and raw.deferrable is None
    return plain and not raw.autocommit and raw.pgconn.transaction_status == TransactionStatus.IDLE
