"""Drafts: purses, proposals, suggested edits, previews and annotations."""

from typing import Any, Literal

from msgspec import Struct

from games.kernel.errors import Problem
from games.kernel.odds import Odds
from games.kernel.text import Text

NO_TEXT = Text("", "")


class Purse(Struct, frozen=True, gc=False):
    """A budget: the prices of all values in one argument of an order may add up to at most `limit`."""

    key: str
    name: Text
    limit: int
    subject: str = ""
    """The id of the unit whose budget it is."""
    rule: str = ""
    """The number of the rule that sets the limit."""
    per: Literal[1, 2] = 1
    """The unit of prices and limit: whole units (1) or half units (2)."""

    def format_amount(self, paid: int) -> str:
        """Return an amount in the purse's unit as players read it, such as "2½"."""
        whole, half = divmod(abs(paid), self.per)
        sign = "\u2212" if paid < 0 else ""
        return sign + ("\u00bd" if half and not whole else f"{whole}\u00bd" if half else str(whole))


class Proposal(Struct, frozen=True):
    """A complete, named answer that the player may choose as it is, such as the previous orders or "all units stay"."""

    name: Text
    answer: Any


class Completion(Struct, frozen=True):
    """A value that an argument of an order could take next."""

    value: str
    path: tuple[str, ...] = ()
    """If the value is a place on a path: all places on the path up to it."""
    price: int = 0
    """The price of the value, or of the whole path."""
    band: str = ""
    """The severity of the path's cost: ``free``, ``spends`` or ``risk``; empty if it has none."""
    note: Text = NO_TEXT
    """The cost in words."""


class SuggestedEdit(Struct, frozen=True):
    """An edit of the draft that a tap offers, with the complete answer after it."""

    kind: str
    """What the edit does. ``new``: add an order; ``set``, ``add`` and ``leave_out``: set, add or remove a value;
    ``to``, ``via``, ``on`` and ``back``: lead a path to the tapped place, through it, from its end on to it, or back to
    it; ``up`` and ``down``: move a value within its list; ``many``: give orders to several units at once.
    """
    pointer: str
    """The JSON pointer to the changed place in the answer."""
    text: Text
    """The edit in words."""
    note: Text
    """The cost of the changed order's path in words."""
    price: int
    """The price of this path."""
    band: str
    """The severity of the cost: ``free``, ``spends`` or ``risk``; empty if there is no cost."""
    answer: Any
    """The complete answer after the edit, as JSON."""
    problems: tuple[Problem, ...] = ()
    """The problems of this answer; an edit without problems is legal."""
    odds: tuple[Odds, ...] = ()
    """The chances of the new or changed order."""


class PreviewLine(Struct, frozen=True, omit_defaults=True):
    """A notice about a part of the draft, to read before submitting."""

    pointer: str
    """The JSON pointer to this part of the draft."""
    tone: str
    """The severity: ``free`` (no cost), ``spends`` (uses something up) or ``risk``."""
    text: Text
    odds: Odds | None = None
    """The chances that the notice is about; the text then ends with their short form."""


class Preview(Struct, frozen=True):
    """The projected result of a draft, from the seat's own information only.

    `spent` is the amount that the draft takes from each purse.
    """

    lines: tuple[PreviewLine, ...] = ()
    spent: dict[str, int] = {}


class Annotation(Struct, frozen=True):
    """A mark on the board that shows a part of the draft."""

    kind: str
    """``way``: a line through `places`; ``at``: a mark at each of `places`; ``link``: lines from the first of `places`
    to the others.
    """
    places: tuple[str, ...]
    tone: str
    """The severity of a path's cost, as in `PreviewLine`; empty without cost."""
    pointer: str
    """The JSON pointer to the part of the draft."""
    label: str
    """The verb of the order, or the number drawn at the beginning of a link; may be empty."""
