"""Readers of component data. A table is a tab-separated file; errors name the file, line and column.

A cell is never empty; "-" means no value. The first line names the columns, in any order.
"""

import re
import tomllib
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import NoReturn, TypeVar

import msgspec

T = TypeVar("T")
V = TypeVar("V", bound=str)

NOTHING = "-"
SOURCES = ("rulebook", "public", "reconstructed")

_ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


class ComponentError(ValueError):
    """Invalid component data. The message names the file, and the line and column if they are known."""

    def __init__(self, message: str, *, file: str, line: int = 0, column: str = "") -> None:
        self.file, self.line, self.column = file, line, column
        place = file + (f", line {line}" if line else "") + (f", column {column}" if column else "")
        super().__init__(f"{place}: {message}")


class Row:
    """One line of a table. Each method reads one cell, and raises ComponentError if the cell is invalid."""

    def __init__(self, file: str, line: int, cells: Mapping[str, str]) -> None:
        self.file, self.line, self._cells = file, line, cells

    def fail(self, column: str, message: str) -> NoReturn:
        """Raise ComponentError with a message about the cell in `column`."""
        raise ComponentError(message, file=self.file, line=self.line, column=column)

    def text(self, column: str) -> str:
        """Return the cell's text; it must have a value."""
        cell = self._cells[column]
        if cell == NOTHING:
            self.fail(column, "must not be empty")
        return cell

    def optional(self, column: str) -> str:
        """Return the cell's text, or "" for "-"."""
        cell = self._cells[column]
        return "" if cell == NOTHING else cell

    def identifier(self, column: str) -> str:
        """Return the cell's id: words of lower case letters and digits, joined by single underscores."""
        cell = self._cells[column]
        if not _ID.fullmatch(cell):
            self.fail(column, f"{cell!r} is not an id (lower case words joined by underscores)")
        return cell

    def new_id(self, taken: Container[str]) -> str:
        """Return the id in the column "id". Raises ComponentError if it is in `taken`, the ids of earlier rows."""
        identifier = self.identifier("id")
        if identifier in taken:
            self.fail("id", f"{identifier!r} stands twice")
        return identifier

    def sources(self, figures: Iterable[str], absent: Iterable[str] = ()) -> dict[str, str]:
        """Return the sources of figures (names of columns) by figure, from the columns ``<figure>_source``.

        A source is one of `SOURCES`. Figures in `absent` have no value in this row; their source must be "-", and they
        are left out.
        """
        missing = set(absent)
        found: dict[str, str] = {}
        for figure in figures:
            column = f"{figure}_source"
            if figure not in missing:
                found[figure] = self.choice(column, SOURCES)
            elif self.optional(column):
                self.fail(column, f"names a source, but there is no {figure}")
        return found

    def number(self, column: str, *, least: int = 0) -> int:
        """Return the cell's whole number, which must be at least `least`."""
        cell = self._cells[column]
        if not (cell.isascii() and cell.isdigit()):
            self.fail(column, f"{cell!r} is not a whole number")
        if int(cell) < least:
            self.fail(column, f"{cell} is below {least}")
        return int(cell)

    def optional_number(self, column: str) -> int:
        """Return the cell's whole number, or 0 for "-"."""
        return self.number(column) if self.optional(column) else 0

    def flag(self, column: str) -> bool:
        """Return True if the cell is y, False if it is n."""
        return self.choice(column, ("y", "n")) == "y"

    def choice(self, column: str, allowed: Sequence[V]) -> V:
        """Return the cell's word, which must be one of the allowed words."""
        cell = self._cells[column]
        for word in allowed:
            if cell == word:
                return word
        self.fail(column, f"{cell!r} is not one of {', '.join(allowed)}")


R = TypeVar("R", bound=Row)


def read_table(file: str, content: bytes, columns: Sequence[str], row_type: type[R]) -> Iterator[R]:
    """Yield the rows of a table that must have exactly these columns, in any order.

    `content` is the content of the file named `file`, `row_type` is `Row` or a title's subclass. Raises ComponentError
    if the columns differ, or if a row has another number of cells.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ComponentError("is not UTF-8 text", file=file) from None
    lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
    head = lines[0].split("\t")
    _check_head(file, head, columns)
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) != len(head):
            raise ComponentError(f"has {len(cells)} cells instead of {len(head)}", file=file, line=number)
        row = row_type(file, number, dict(zip(head, cells, strict=True)))
        for column, cell in zip(head, cells, strict=True):
            if not cell.strip():
                row.fail(column, f'is blank (write "{NOTHING}" for nothing)')
        yield row


def read_toml(file: str, content: bytes, type_: type[T]) -> T:
    """Return the content of the TOML file named `file` as a struct. Raises ComponentError for invalid data."""
    try:
        raw = tomllib.loads(content.decode("utf-8"))
    except ValueError as error:
        raise ComponentError(f"is not TOML: {error}", file=file) from None
    try:
        return msgspec.convert(raw, type_, str_keys=True)
    except msgspec.ValidationError as error:
        raise ComponentError(str(error), file=file) from None


def check_equal(file: str, what: str, found: object, wanted: object) -> None:
    """Raise ComponentError if a value computed from a file's data (`found`) differs from the expected one (`wanted`).

    `what` names the value in the message.
    """
    if found != wanted:
        raise ComponentError(f"{what}: {wanted} expected, {found} found", file=file)


def _check_head(file: str, head: Sequence[str], columns: Sequence[str]) -> None:
    for column in columns:
        if column not in head:
            raise ComponentError("this column is missing", file=file, line=1, column=column)
    for column in head:
        if column not in columns:
            raise ComponentError("nobody knows this column", file=file, line=1, column=column)
        if head.count(column) > 1:
            raise ComponentError("this column stands twice", file=file, line=1, column=column)
