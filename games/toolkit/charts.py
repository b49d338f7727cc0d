"""Charts (tables) of the game for players, built from the figures of a title's data."""

from collections.abc import Iterable, Sequence

from games.kernel.reference import NO_TEXT, Chart
from games.kernel.text import Text

Cell = Text | str | int


def chart(
    key: str,
    name: Text,
    rules: Sequence[str],
    columns: Iterable[Cell],
    rows: Iterable[Iterable[Cell]],
    note: Text = NO_TEXT,
) -> Chart:
    """Return a chart (a table) of a title's reference.

    `key` is the id of the chart, `rules` are the numbers of the rules that use it, `columns` the headings, and `note`
    is a text below. Cells that are numbers or plain strings become texts that are the same in every language. Raises
    ValueError if a row has another number of cells than `columns`.
    """
    head = tuple(map(_cell, columns))
    body = tuple(tuple(map(_cell, row)) for row in rows)
    if any(len(row) != len(head) for row in body):
        raise ValueError(f"the chart {key} has rows without {len(head)} cells")
    return Chart(key, name, tuple(rules), head, body, note)


def signed(amount: int) -> str:
    """Return a modifier with its sign: "+2", "−1", "0"."""
    return f"{amount:+d}".replace("-", "−") if amount else "0"


def _cell(value: Cell) -> Text:
    return value if isinstance(value, Text) else Text.same(value)
