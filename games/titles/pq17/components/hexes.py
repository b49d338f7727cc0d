"""1.1 The hex grid: hexes have a corner at the top, and even rows are shifted half a hex to the east.

A hex number has four digits, row and column, both counted from 01 at the top left.
"""

from collections.abc import Mapping
from functools import cache

ROWS, COLUMNS = 17, 22
OPPOSITE = {"E": "W", "W": "E", "NE": "SW", "SW": "NE", "NW": "SE", "SE": "NW"}
"""For each side of a hex, the side of the neighbour that touches it."""
_EVEN = {"E": (0, 1), "W": (0, -1), "NE": (-1, 1), "NW": (-1, 0), "SE": (1, 1), "SW": (1, 0)}
_ODD = {"E": (0, 1), "W": (0, -1), "NE": (-1, 0), "NW": (-1, -1), "SE": (1, 0), "SW": (1, -1)}


def hex_number(row: int, column: int) -> str:
    """Return the four digits of a hex: its row and column."""
    return f"{row:02d}{column:02d}"


@cache
def row_and_column(hex_: str) -> tuple[int, int]:
    """Return the row and column of a hex. Raises ValueError for an invalid hex number."""
    if len(hex_) != 4 or not (hex_.isascii() and hex_.isdigit()):
        raise ValueError(f"{hex_!r} is not the number of a hex")
    row, column = int(hex_[:2]), int(hex_[2:])
    if not (1 <= row <= ROWS and 1 <= column <= COLUMNS):
        raise ValueError(f"{hex_!r} is off the map")
    return row, column


@cache
def neighbours(hex_: str) -> Mapping[str, str]:
    """Return the neighbours of `hex_` on the map, by the side of `hex_` at which they lie, in the order of OPPOSITE."""
    row, column = row_and_column(hex_)
    steps = _EVEN if row % 2 == 0 else _ODD
    return {
        side: hex_number(row + down, column + right)
        for side, (down, right) in ((side, steps[side]) for side in OPPOSITE)
        if 1 <= row + down <= ROWS and 1 <= column + right <= COLUMNS
    }


def distance(one: str, other: str) -> int:
    """Return the number of hexes from one hex to another, ignoring obstacles."""
    (row, across), (other_row, other_across) = _slanted(one), _slanted(other)
    down, right = other_row - row, other_across - across
    return (abs(right) + abs(down) + abs(right + down)) // 2


@cache
def _slanted(hex_: str) -> tuple[int, int]:
    """Return the coordinates of a hex on two axes at 60 degrees, in which distances are simple sums."""
    row, column = row_and_column(hex_)
    return row, (2 * column + (row % 2 == 0) - row + 1) // 2
