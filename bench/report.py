"""The results of measurements and their targets, as a table or JSON."""

import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from msgspec import Struct, to_builtins

T = TypeVar("T")


class Measure(Struct, frozen=True):
    """A figure with its unit."""

    name: str
    value: float
    unit: str
    aim: str = ""
    """The target in words; empty if there is none."""
    met: bool | None = None
    """True if the target is reached; None without a target."""
    note: str = ""
    """A remark."""


def at_least(name: str, value: float, unit: str, aim: float, note: str = "") -> Measure:
    """Return a figure whose target `aim` is a lower limit; `met` is True if the value reaches it."""
    return Measure(name, value, unit, f"≥ {aim:g}", value >= aim, note)


def at_most(name: str, value: float, unit: str, aim: float, note: str = "") -> Measure:
    """Return a figure whose target `aim` is an upper limit; `met` is True if the value does not exceed it."""
    return Measure(name, value, unit, f"≤ {aim:g}", value <= aim, note)


def progress(text: str) -> None:
    """Print a line to standard error, so that the table on standard output can be piped."""
    print(f"  … {text}", file=sys.stderr, flush=True)


def quantile(times: Sequence[float], part: float) -> float:
    """Return a quantile of a sample; 0 for an empty sample. `part` is from 0 to 1: 0.99 for the p99."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def median(times: Sequence[float]) -> float:
    """Return the median of a sample."""
    return statistics.median(times) if times else 0.0


@contextmanager
def clocked(times: list[float]) -> Iterator[None]:
    """Append the duration of the block in seconds to `times`."""
    began = time.perf_counter()
    yield
    times.append(time.perf_counter() - began)


def repeat(count: int, work: Callable[[], Any]) -> list[float]:
    """Return the durations in seconds of `count` calls of `work`."""
    times: list[float] = []
    for _ in range(count):
        with clocked(times):
            work()
    return times


def table(measures: Sequence[Measure]) -> str:
    """Return the figures as a text table."""
    rows = [("measure", "value", "unit", "aim", "", "note")]
    rows += [
        (m.name, f"{m.value:,.3g}" if m.value < 100 else f"{m.value:,.0f}", m.unit, m.aim, _verdict(m), m.note)
        for m in measures
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, [*widths, 0], strict=True)).rstrip() for row in rows
    ]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])


def _verdict(measure: Measure) -> str:
    return "" if measure.met is None else "met" if measure.met else "MISSED"


def as_json(measures: Sequence[Measure]) -> str:
    """Return the figures as JSON."""
    return json.dumps(to_builtins(list(measures)), indent=1, ensure_ascii=False)
