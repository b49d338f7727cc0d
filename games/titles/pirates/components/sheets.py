"""Readers for special cells in the tables of this title: dice and dates."""

import re
from collections.abc import Iterator, Sequence

from games.toolkit import tables
from games.toolkit.tables import SOURCES, ComponentError

__all__ = ["DICE", "SOURCES", "Coin", "ComponentError", "Row", "read_sheet"]

Coin = tuple[int, ...]
"""The dice that a card shows for one purpose, largest first: (10, 8) is d10+d8. () if the card has no dice."""

DICE = (4, 6, 8, 10)

_DAY = re.compile(r"19[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
_DIE = re.compile(r"d([0-9]+)")


class Row(tables.Row):
    """One line of a table that may have dice and dates in its cells."""

    def day(self, column: str) -> str:
        """Return the date in a column as it is written, such as "1914-09-25". Raise ComponentError if it is no date."""
        cell = self._cells[column]
        if not _DAY.fullmatch(cell):
            self.fail(column, f"{cell!r} is not a date (1914-09-25)")
        return cell

    def coin(self, column: str) -> Coin:
        """Return the dice in a cell. Raise ComponentError if the cell has no value, or a value that is no dice."""
        coin = self.optional_coin(column)
        if not coin:
            self.fail(column, "a coin is missing (d10+d8)")
        return coin

    def optional_coin(self, column: str) -> Coin:
        """Return the dice in a cell, or () if the cell has no value.

        Raise ComponentError for a value that is no dice.
        """
        cell = self.optional(column)
        return self.read_coin(column, cell) if cell else ()

    def read_coin(self, column: str, written: str) -> Coin:
        """Return the dice that the text `written` names, such as "d10+d8".

        Raise ComponentError, which names the cell in `column`, if it names no dice.
        """
        dice = []
        for part in written.split("+"):
            match = _DIE.fullmatch(part)
            if match is None or int(match[1]) not in DICE:
                self.fail(column, f"{part!r} in {written!r} is not a die of the game (d4, d6, d8, d10)")
            dice.append(int(match[1]))
        if dice != sorted(dice, reverse=True):
            self.fail(column, f"the dice of {written!r} must stand largest first")
        return tuple(dice)


def read_sheet(file: str, content: bytes, columns: Sequence[str]) -> Iterator[Row]:
    """Yield the rows of a table that must have exactly these columns.

    If the columns differ, raise ComponentError, which names `file`.
    """
    return tables.read_table(file, content, columns, Row)
