"""Readers for the cells of this title's sheets that others do not have: coins and dates."""

import re
from collections.abc import Iterator, Sequence

from games.toolkit import tables
from games.toolkit.tables import SOURCES, ComponentError

__all__ = ["DICE", "SOURCES", "Coin", "ComponentError", "Row", "read_sheet"]

Coin = tuple[int, ...]
"""The dice of one coin, largest first: (10, 8) is d10+d8. Empty if the card has no such coin."""

DICE = (4, 6, 8, 10)

_DAY = re.compile(r"19[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
_DIE = re.compile(r"d([0-9]+)")


class Row(tables.Row):
    """One line of a sheet, with coins and dates as cells."""

    def day(self, column: str) -> str:
        """Return the date in a column, such as 1914-09-25, as written."""
        cell = self._cells[column]
        if not _DAY.fullmatch(cell):
            self.fail(column, f"{cell!r} is not a date (1914-09-25)")
        return cell

    def coin(self, column: str) -> Coin:
        """Return the dice of a coin. Raise ComponentError if the cell is empty."""
        coin = self.optional_coin(column)
        if not coin:
            self.fail(column, "a coin is missing (d10+d8)")
        return coin

    def optional_coin(self, column: str) -> Coin:
        """Return the dice of a coin, or () if the cell is empty."""
        cell = self.optional(column)
        return self.read_coin(column, cell) if cell else ()

    def read_coin(self, column: str, written: str) -> Coin:
        """Return the dice of a coin that `written` names; it is a part of the cell in `column`."""
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
    """Yield the rows of a sheet that must have exactly these columns."""
    return tables.read_table(file, content, columns, Row)
