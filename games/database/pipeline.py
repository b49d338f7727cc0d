"""Pipelines on PostgreSQL: send several statements without waiting for each answer."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections


@contextmanager
def pipelined() -> Iterator[None]:
    """Run the block in psycopg's pipeline mode on PostgreSQL; on other databases just run it.

    Results arrive in the order of the statements, at the latest at the end of the block. Of several errors the first
    is raised.
    """
    database: Any = connections[DEFAULT_DB_ALIAS]
    if database.vendor != "postgresql":
        yield
        return
    with database.wrap_database_errors, database.connection.pipeline():
        yield
