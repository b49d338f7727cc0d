"""The database is emptied after a transactional test without waiting for the disk."""

from functools import cache

from django.db import connection, transaction

LITTLE = 1 << 18
"""Bytes of a table whose rows are soon deleted."""
LAID_OUT = frozenset({"django_content_type", "auth_permission"})
"""What a flush would empty and fill again."""


def is_swept() -> bool:
    """Whether all rows were deleted; not on SQLite, and not from tables that have grown.

    A flush makes new files for all tables and indexes, two hundred of them, and PostgreSQL waits for the disk: for two
    seconds where others are at work. As a flush does, this waits for whoever else has begun, and lets nobody begin.
    """
    if connection.vendor != "postgresql":
        return False
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(" ".join(("LOCK TABLE", ", ".join(_tables()), "IN ACCESS EXCLUSIVE MODE")))
        cursor.execute(" UNION ALL ".join(map(_size_of, _tables())))
        held = cursor.fetchall()
        if any(size > LITTLE for _, size in held):
            return False
        for name, _ in held:
            cursor.execute(" ".join(("DELETE FROM", name)))
    return True


def _size_of(name: str) -> str:
    """A table's name and size, if it holds anything."""
    return " ".join((f"SELECT '{name}', pg_relation_size('{name}')", "WHERE EXISTS (SELECT 1 FROM", name, ")"))


@cache
def _tables() -> list[str]:
    found = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return [connection.ops.quote_name(name) for name in sorted(set(found) - LAID_OUT)]
