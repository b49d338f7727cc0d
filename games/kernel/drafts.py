"""Drafts: purses, proposals, suggested edits, previews and annotations."""

from typing import Any, Literal

from msgspec import Struct

from games.kernel.errors import Problem
from games.kernel.odds import Odds
from games.kernel.text import Text

NO_TEXT = Text("", "")


class Purse(Struct, frozen=True, gc=False):
    """The budget for the values of a basket argument: at most `limit`, by `rule`; `subject` is its owner.

    If prices and limit are in half units, `per` is 2; players read whole and half units.
    """

    key: str
    name: Text
    limit: int
    subject: str = ""
    rule: str = ""
    per: Literal[1, 2] = 1

    def format_amount(self, paid: int) -> str:
        """Return an amount as players read it."""
        whole, half = divmod(abs(paid), self.per)
        sign = "\u2212" if paid < 0 else ""
        return sign + ("\u00bd" if half and not whole else f"{whole}\u00bd" if half else str(whole))


class Proposal(Struct, frozen=True):
    """A complete answer that the player may choose as it is, such as the usual one, the previous one, or to stay."""

    name: Text
    answer: Any


class Completion(Struct, frozen=True):
    """A value that an argument could take next; for a path, also the way there, its cost and its cost band."""

    value: str
    path: tuple[str, ...] = ()
    price: int = 0
    band: str = ""
    note: Text = NO_TEXT


class SuggestedEdit(Struct, frozen=True):
    """An edit of the draft that a tap offers: a description, its cost, the complete answer after it, and its problems.

    `kind` is ``new``, ``set``, ``add``, ``leave_out``, ``to``, ``via``, ``on``, ``back``, ``up`` or ``down``, or
    ``many`` for orders of several units at once; `pointer` is the changed place in the answer. `odds` are those of the
    new or changed order.
    """

    kind: str
    pointer: str
    text: Text
    note: Text
    price: int
    band: str
    answer: Any
    problems: tuple[Problem, ...] = ()
    odds: tuple[Odds, ...] = ()


class PreviewLine(Struct, frozen=True, omit_defaults=True):
    """A notice to read before submitting: the part of the draft it is about, its severity, and the odds if it has any.

    A text with odds ends with their short form.
    """

    pointer: str
    tone: str
    text: Text
    odds: Odds | None = None


class Preview(Struct, frozen=True):
    """The projected result of a draft, from the seat's own information only; `spent` is the cost to each purse."""

    lines: tuple[PreviewLine, ...] = ()
    spent: dict[str, int] = {}


class Annotation(Struct, frozen=True):
    """A mark on the board that shows a part of the draft.

    Its kind is ``way`` (a line through places), ``at`` (named values) or ``link`` (lines from one value to others). The
    label is a verb, or for a link the number at its beginning.
    """

    kind: str
    places: tuple[str, ...]
    tone: str
    pointer: str
    label: str
