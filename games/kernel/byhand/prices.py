"""What is bought and what it is paid from; what may be offered, said and drawn of a draft."""

from typing import Any, Literal

from msgspec import Struct

from games.kernel.errors import Problem
from games.kernel.text import Text

NO_WORDS = Text("", "")


class Purse(Struct, frozen=True, gc=False):
    """What the values of a basket are paid from: at most `limit`, by this rule; `subject` is whose purse it is.

    Where prices and limit are in halves, two are `per` one; people read them as whole and half.
    """

    key: str
    name: Text
    limit: int
    subject: str = ""
    rule: str = ""
    per: Literal[1, 2] = 1

    def amount(self, paid: int) -> str:
        """So much of it as people read it."""
        whole, half = divmod(abs(paid), self.per)
        sign = "\u2212" if paid < 0 else ""
        return sign + ("\u00bd" if half and not whole else f"{whole}\u00bd" if half else str(whole))


class Proposal(Struct, frozen=True):
    """A whole answer that a player may take as it stands: the usual one, as before, to stay."""

    name: Text
    answer: Any


class Priced(Struct, frozen=True):
    """A value that an argument could take next; of a path, the way there, its price, and the band it falls into."""

    value: str
    way: tuple[str, ...] = ()
    price: int = 0
    band: str = ""
    note: Text = NO_WORDS


class Offer(Struct, frozen=True):
    """What a tap could make of the draft: in words, its price, the whole answer then, and what would be wrong with it.

    `change` is ``new``, ``set``, ``add``, ``leave_out``, ``to``, ``via``, ``on``, ``back``, ``up`` or ``down``;
    `pointer` is where the answer changes.
    """

    change: str
    pointer: str
    text: Text
    note: Text
    price: int
    band: str
    answer: Any
    problems: tuple[Problem, ...] = ()


class Line(Struct, frozen=True):
    """Something to know before sealing: about which part of the draft, and how grave it is."""

    pointer: str
    tone: str
    text: Text


class Outlook(Struct, frozen=True):
    """What a draft comes to, for all that its seat knows; `spent` is what each purse pays."""

    lines: tuple[Line, ...] = ()
    spent: dict[str, int] = {}


class Mark(Struct, frozen=True):
    """What to draw of a draft: a ``way`` through places, what is named (``at``), a ``link`` from one to others. Its
    label is a verb, or of a link the number that is drawn where it begins.
    """

    kind: str
    places: tuple[str, ...]
    tone: str
    pointer: str
    label: str
