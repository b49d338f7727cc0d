"""7.2, 7.3, 7.5 What dice come to on average, whoever of a stack they fall on."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from games.titles.pq17.box.contents import Box
from games.titles.pq17.orders.odds import HIGHEST
from games.titles.pq17.rules.forces.stacks import weight
from games.titles.pq17.rules.forces.torpedoes import is_struck
from games.titles.pq17.table.counters import Counter

FACES = range(HIGHEST + 1)
Score = Callable[[Counter, int], int]
"""What a die as it falls does to a ship."""


def a_die(box: Box, stack: Sequence[Counter], score: Score) -> tuple[int, Fraction]:
    """The lowest face that does anything to a ship of the stack, and what a die does on average, each ship as likely to
    be drawn as the other.
    """
    least = next((face for face in FACES if any(score(one, face) for one in stack)), HIGHEST + 1)
    whole = sum(weight(box, one) for one in stack)
    each = sum(weight(box, one) * sum(score(one, face) for face in FACES) for one in stack)
    return least, Fraction(each, len(FACES) * whole) if whole else Fraction(0)


def hundredths(dice: int, mean: Fraction) -> int:
    """So many dice of that mean, in hundredths."""
    return round(100 * dice * mean)


def a_torpedo(box: Box, stack: Sequence[Counter]) -> tuple[int, Fraction]:
    """7.3.1 The same of a torpedo, at ships that do not evade."""
    return a_die(box, stack, lambda one, face: int(is_struck(box, one, face)))
