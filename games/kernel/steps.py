"""Steps: the rows of a title's sequence of play."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from games.kernel.table import Table

S = TypeVar("S")

AskFrequency = Literal["always", "seldom", "never"]
MayAsk = Callable[[Any], bool | Literal["always"]]
"""Return whether the next step may ask a question on this table, or surely does (`always`). Do not change the table."""


@dataclass(frozen=True)
class Step(Generic[S]):
    """One row of the sequence of play. `run` returns the key of the next step, or None when the game is over.

    `asks` sets the cost of the checkpoint before the step (ADR 23):

    - `always`: the state is written and read again.
    - `seldom`: the step runs on the state in memory, and restarts on a stored one if it does ask.
    - `never`: no game can stop here, so nothing is written.
    - a function of the table decides each time: `seldom` where it returns True, `never` where it returns False.
    """

    key: str
    rule: str
    run: Callable[[Any], Awaitable[str | None]]
    asks: AskFrequency | MayAsk = "always"

    def ask_frequency(self, table: Table[S]) -> AskFrequency:
        """Return how often the step asks on this table."""
        if isinstance(self.asks, str):
            return self.asks
        may = self.asks(table)
        return "always" if may == "always" else "seldom" if may else "never"
