"""Mutations of numbers in a title's data files, by one up or down: charts, missions, rule numbers, pieces."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.mutate.mutations import Mutant, numbered

PLACES = frozenset({"x", "y", "bends"})
"""Columns that are not mutated, because they only say where things are drawn on the map."""
_NUMBER = re.compile(r"(?<![\w.\"'-])\d+(?![\w.\"'-])")
_KEY = re.compile(r"^(?:\[+([\w.]+)\]+|([\w-]+) *=)")


def figures_of(path: str, text: str) -> list[Mutant]:
    """Return all mutants of a data file: of every number in a cell of a table, or of every number in TOML."""
    return numbered(_cells(path, text) if path.endswith(".tsv") else _values(path, text))


def broken_text(text: str, mutant: Mutant) -> str:
    """Return the file's text with this mutation."""
    return text[: mutant.node] + mutant.after + text[mutant.node + len(mutant.before) :]


def read_broken(path: Path, mutant: Mutant) -> None:
    """Make later reads of the file in this process return the mutated text."""
    broken = broken_text(path.read_text(), mutant)
    for name, value in (("read_bytes", broken.encode()), ("read_text", broken)):
        setattr(Path, name, _reading(getattr(Path, name), path, value))


def _reading(whole: Callable[..., Any], path: Path, broken: bytes | str) -> Callable[..., Any]:
    def read(self: Path, *args: Any, **named: Any) -> Any:
        return broken if self.resolve() == path else whole(self, *args, **named)

    return read


def _values(path: str, text: str) -> list[Mutant]:
    found: list[Mutant] = []
    start, place = 0, "data"
    for line, words in enumerate(text.splitlines(keepends=True), start=1):
        key = _KEY.match(words)
        place = (key[1] or key[2]) if key else place
        content = re.sub(r'"[^"]*"', lambda text: "_" * len(text[0]), words).partition("#")[0]
        for number in _NUMBER.finditer(content):
            found += _neighbours(path, place, line, start + number.start(), number[0])
        start += len(words)
    return found


def _cells(path: str, text: str) -> list[Mutant]:
    found: list[Mutant] = []
    start, columns = 0, text.partition("\n")[0].split("\t")
    for line, words in enumerate(text.splitlines(keepends=True), start=1):
        cells, at = words.rstrip("\n").split("\t"), start
        for column, cell in zip(columns, cells, strict=False):
            if line > 1 and cell.isdecimal() and column not in PLACES:
                found += _neighbours(path, f"{cells[0]}.{column}", line, at, cell)
            at += len(cell) + 1
        start += len(words)
    return found


def _neighbours(path: str, place: str, line: int, offset: int, number: str) -> list[Mutant]:
    others = [int(number) + 1, *([int(number) - 1] if int(number) else [])]
    return [
        Mutant(path=path, place=place, line=line, last_line=line, before=number, after=str(other), node=offset)
        for other in others
    ]
