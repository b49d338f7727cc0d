"""The result of parsing an e-mail's lines: the orders, and the refused lines with their reasons."""

from msgspec import Struct, field

from games.kernel.errors import Problem
from games.kernel.text import Text
from games.orders.idle_behaviour import IdleKind


class RefusedLine(Struct, frozen=True):
    """A refused line of an e-mail, or several lines that are refused together."""

    written: str
    """The text as the player wrote it."""
    problems: tuple[Problem, ...]
    """The reasons for the refusal."""
    suggestions: tuple[Text, ...] = field(default=(), name="nearest")
    """The known names most similar to unknown words in the text."""
    conflicts_with_others: bool = field(default=False, name="whole")
    """True if each line of the text is valid alone, but together they are no valid answer."""


class ParsedOrders(Struct, frozen=True):
    """The result of parsing the lines of an e-mail: the answer, and the lines that do not belong to it."""

    text: str | None
    """The answer in the notation; None if there is no answer."""
    refused: tuple[RefusedLine, ...] = ()
    """The lines that look like orders but are refused. If there are any, the answer is only a draft."""
    idle_units: tuple[Text, ...] = ()
    """The names of units for which a line only confirms what they do without an order."""
    idle_kind: IdleKind = "stays"
    """What these units do without an order."""
    ignored: tuple[RefusedLine, ...] = ()
    """The lines that were not understood and do not look like orders; the answer counts nevertheless."""
