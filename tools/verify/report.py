"""The findings as text: the faults, the uncertain facts, and what ``verify`` can and cannot confirm."""

from collections.abc import Iterator

from .coverage import not_vouched, vouched
from .findings import Findings
from .record import Record

MOST = 20
"""The maximum number of lines of a kind that are printed."""
_RESULT = "game.standings"


def report(found: Findings) -> Iterator[str]:
    """Yield the lines to print between the heading and the verdict."""
    for mark, lines in (("NOT SOUND ", found.faults), ("unsure    ", found.unsure), ("          ", found.notes)):
        yield from (f"{mark}{line}" for line in lines[:MOST])
        if len(lines) > MOST:
            yield f"{mark}… and {len(lines) - MOST} more"
    if found.record is not None:
        yield "Vouched for"
        yield from (f"  {line}" for line in _vouched(found, found.record))
        yield "Not vouched for (why)"
        yield from (f"  {line}" for line in _not_vouched(found, found.record))


def _vouched(found: Findings, record: Record) -> Iterator[str]:
    if found.faults:
        yield "nothing: the record is not sound"
        return
    if not found.upheld:
        yield "nothing: no letter vouches for any of it"
        return
    if found.upheld < record.last:
        yield f"only up to segment {found.upheld} of {record.last}:"
    for one in vouched(record):
        if _RESULT not in one.paths or (record.is_over and found.upheld == record.last):
            yield f"{one.what} ({one.why})"


def _not_vouched(found: Findings, record: Record) -> Iterator[str]:
    if found.unsure and not found.faults:
        yield "what is marked as unsure above"
    for one in not_vouched(record):
        paths = f": {', '.join(one.paths)}" if one.paths else ""
        yield f"{one.what} ({one.why}){paths}"
