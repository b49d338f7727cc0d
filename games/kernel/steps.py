"""Steps: the procedures of a title's sequence of play."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from games.kernel.table import Table

S = TypeVar("S")

AskFrequency = Literal["always", "seldom", "never"]
MayAsk = Callable[[Any], bool | Literal["always"]]
"""Return `always` if the step certainly asks on this table, True if it may ask, else False. Do not change the table."""


@dataclass(frozen=True)
class Step(Generic[S]):
    """One row of the sequence of play. `run` returns the key of the next step, or None when the game is over.

    `asks` sets the cost of the checkpoint before the step (ADR 23):

    - `always`: the state is encoded and decoded again before the step.
    - `seldom`: the state is encoded, but the step runs on the state in memory. It restarts from the encoded state if it
      asks.
    - `never`: no game can stop in this step, so no checkpoint is stored.
    - a function of the table decides each time: it returns `always`, True for `seldom`, or False for `never`.
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
