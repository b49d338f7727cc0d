"""7.2, 7.3, 7.5 The average effect of dice against a stack, over all its ships."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from games.titles.pq17.components.contents import Box
from games.titles.pq17.orders.odds import HIGHEST
from games.titles.pq17.rules.forces.battle_display import ship_count
from games.titles.pq17.rules.forces.torpedoes import is_struck
from games.titles.pq17.state.counters import Counter

FACES = range(HIGHEST + 1)
Score = Callable[[Counter, int], int]
"""The effect of a die roll on a ship."""


def die_odds(box: Box, stack: Sequence[Counter], score: Score) -> tuple[int, Fraction]:
    """Return the lowest face that has an effect on any ship of the stack, and the mean effect of a die.

    `score`: the effect of a face on a counter. Each ship is equally likely to be drawn.
    """
    least = next((face for face in FACES if any(score(one, face) for one in stack)), HIGHEST + 1)
    whole = sum(ship_count(box, one) for one in stack)
    each = sum(ship_count(box, one) * sum(score(one, face) for face in FACES) for one in stack)
    return least, Fraction(each, len(FACES) * whole) if whole else Fraction(0)


def hundredths(dice: int, mean: Fraction) -> int:
    """Return the expected total of `dice` dice with this mean effect, in hundredths."""
    return round(100 * dice * mean)


def torpedo_odds(box: Box, stack: Sequence[Counter]) -> tuple[int, Fraction]:
    """7.3.1 Return the lowest face on which a torpedo hits any ship of the stack, and its mean number of hits.

    The ships do not evade.
    """
    return die_odds(box, stack, lambda one, face: int(is_struck(box, one, face)))
