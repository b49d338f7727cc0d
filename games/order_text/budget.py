"""The budget for parsing one text, counted in steps and not in time: the same text always gives the same result.

A step is about one look-up of a name. The whole budget is about 0.1 s of processor time, many times the cost of any
form's complete answer.
"""

from games.kernel.errors import Problem
from games.kernel.text import Text

MOST_STEPS = 20_000
"""The budget of one text."""
KEPT_STEPS = 2_000
"""The part of it that is reserved for the end: the parsed lines are checked together."""
_ENDLESS = 2**62


class Spent(Exception):
    """The budget of a text is used up.

    Not a `GameError`: parsers catch those and try other readings, which would give a wrong result.
    """


class Budget:
    """The remaining steps for one text."""

    def __init__(self, most: int = MOST_STEPS, kept: int = KEPT_STEPS) -> None:
        self.spent = 0
        self._most, self._kept = most, kept

    def spend(self, steps: int = 1) -> None:
        """Count steps before they are taken. Raises Spent if too few are left."""
        if self.spent + steps > self._most - self._kept:
            raise Spent
        self.spent += steps

    def release(self) -> None:
        """Give back the reserved steps."""
        self._kept = 0


def unlimited() -> Budget:
    """Return an unlimited budget, for texts that no player wrote."""
    return Budget(_ENDLESS)


TOO_LONG_TO_READ = Problem(
    "",
    "too_long_to_read",
    Text(
        "Too long to read: from here on nothing was read. Write shorter lines, or fewer.",
        "長すぎるため、この行から先は読めませんでした。1行を短くするか、行数を減らしてください。",
    ),
)
"""The refusal of the line at which the budget was used up, and of each line after it."""
