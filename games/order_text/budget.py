"""The budget for parsing one text, counted in steps and not in time: the same text always gives the same result.

A step is about one look-up of a name. The whole budget is about 0.1 s of processor time, many times the cost of any
form's complete answer.
"""

from games.kernel.errors import Problem
from games.kernel.text import Text

MOST_STEPS = 20_000
"""The budget for one text, in steps."""
KEPT_STEPS = 2_000
"""The steps of the budget that are reserved for checking all parsed lines together at the end."""
_ENDLESS = 2**62


class Spent(Exception):
    """Raised if the budget for a text is used up.

    It is no `GameError`, because parsers catch a `GameError` and try another reading, whose result could be wrong.
    """


class Budget:
    """Counts the steps that parsing one text takes (`spent`), and limits them.

    A part of the allowed steps is reserved for the end, until `release` is called.
    """

    def __init__(self, most: int = MOST_STEPS, kept: int = KEPT_STEPS) -> None:
        self.spent = 0
        self._most, self._kept = most, kept

    def spend(self, steps: int = 1) -> None:
        """Count steps that are about to be taken. Raises Spent if fewer steps are left, without the reserved ones."""
        if self.spent + steps > self._most - self._kept:
            raise Spent
        self.spent += steps

    def release(self) -> None:
        """Make the reserved steps available: the rows are parsed, and their orders are checked together."""
        self._kept = 0


def unlimited() -> Budget:
    """Return a budget without a limit, for texts that were not written by a player."""
    return Budget(_ENDLESS)


TOO_LONG_TO_READ = Problem(
    "",
    "too_long_to_read",
    Text(
        "Too long to read: from here on nothing was read. Write shorter lines, or fewer.",
        "長すぎるため、この行から先は読めませんでした。1行を短くするか、行数を減らしてください。",
    ),
)
"""The problem of the line at which the budget was used up, and of each line after it."""
