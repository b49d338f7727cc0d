"""The chances of one unit against another, as a title computes them from a seat's view."""

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Struct

from games.kernel.text import Text


class OddsModifier(Struct, frozen=True, gc=False):
    """A modifier of a roll, its amount (0: none that can be added up), and its rule."""

    name: Text
    amount: int
    rule: str


class OddsOutcome(Struct, frozen=True, gc=False):
    """A possible result with its chance in thousandths."""

    name: Text
    chance: int


class Odds(Struct, frozen=True, gc=False):
    """The chances of one way to attack: what is fired, the results, the modifiers, and what is not included."""

    means: Text
    rule: str
    outcomes: tuple[OddsOutcome, ...] = ()
    modifiers: tuple[OddsModifier, ...] = ()
    note: Text = Text("", "")


class OddsTable(NamedTuple):
    """The chances that a title can compute.

    `units` returns the ids of the known units, the reader's own first. `between` returns the chances of one against
    another; none if it cannot attack it now. Both use the view only, so hidden facts cannot change them.
    """

    units: Callable[[Any], tuple[str, ...]]
    between: Callable[[Any, str, str], tuple[Odds, ...]]


def chance_in_words(chance: int) -> str:
    """Return a chance in thousandths as a percentage: "37%", "<1%"."""
    if 0 < chance < 10:
        return "<1%"
    return ">99%" if 990 < chance < 1000 else f"{(chance + 5) // 10}%"
