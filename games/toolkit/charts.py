"""Charts for players, built from the figures of a title's data."""

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
    """Return a chart; numbers and signs are the same in every language. Raises ValueError for rows of other lengths."""
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
