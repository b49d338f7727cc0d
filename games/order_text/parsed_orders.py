"""The result of parsing an e-mail's lines: the orders, and the refused lines with their reasons."""

from msgspec import Struct, field

from games.kernel.errors import Problem
from games.kernel.text import Text
from games.orders.idle_behaviour import IdleKind


class RefusedLine(Struct, frozen=True):
    """A refused line: its text, its problems, and the nearest names.

    With `conflicts_with_others`, each of these lines is valid alone, but they are not a valid answer together.
    """

    written: str
    problems: tuple[Problem, ...]
    suggestions: tuple[Text, ...] = field(default=(), name="nearest")
    conflicts_with_others: bool = field(default=False, name="whole")


class ParsedOrders(Struct, frozen=True):
    """The result of parsing: `text` in the notation (None: no order is possible), and the refused lines.

    `idle_units` are the units that, as the lines say, stay without an order; `idle_kind` is their behaviour.
    `ignored` are lines that were not understood and do not look like orders; they do not block the orders beside
    them.
    """

    text: str | None
    refused: tuple[RefusedLine, ...] = ()
    idle_units: tuple[Text, ...] = ()
    idle_kind: IdleKind = "stays"
    ignored: tuple[RefusedLine, ...] = ()
