"""How many rows PostgreSQL touches for what a block asks it: the plans it really used, counted."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import connection

_WHOLE = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin")
"""Ways to an answer that read tables through."""


class Asked(NamedTuple):
    """One statement, and the rows that it read from tables and indexes, kept or not."""

    rows: int
    sql: str


@contextmanager
def rows_touched() -> Iterator[list[Asked]]:
    """Run each SELECT of the block under EXPLAIN ANALYZE before it is run; at the end the most costly comes first.

    Tables are read through only where there is no other way: what a few thousand rows would be too few for to show.
    """
    asked: list[Asked] = []

    def explained(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if str(sql).startswith("SELECT") and not many:
            with context["connection"].connection.cursor() as cursor:
                for way in _WHOLE:
                    cursor.execute(f"SET {way} = off")
                cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
                (found,) = cursor.fetchone()
                for way in _WHOLE:
                    cursor.execute(f"RESET {way}")
            plan = json.loads(found) if isinstance(found, str) else found
            asked.append(Asked(_rows(plan[0]["Plan"]), str(sql)))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explained):
        yield asked
    asked.sort(reverse=True)


def _rows(plan: dict[str, Any]) -> int:
    """The rows of all scans in a plan."""
    below = sum(_rows(part) for part in plan.get("Plans", ()))
    if "Relation Name" not in plan and "Index Name" not in plan:
        return below
    lost = sum(plan.get(name, 0) for name in ("Rows Removed by Filter", "Rows Removed by Index Recheck"))
    return below + int(plan["Actual Loops"] * (plan["Actual Rows"] + lost))
