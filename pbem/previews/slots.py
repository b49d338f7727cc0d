"""Slots for previews of drafts: a few for each player and for the process, so that other requests have threads.

A preview can take a second of processor time. A player without a free slot is refused at once instead of occupying
another thread of the web server.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition

MAX_PER_PLAYER = 2
"""Previews of one player that a process computes, or that wait in it, at the same time."""
MAX_CONCURRENT = 4
"""Previews of all players in a process at the same time: half of its threads."""
TURN_SECONDS = 10.0
"""Seconds that a preview waits until the previous one of its player is computed."""
RETRY_SECONDS = 1
"""Seconds after which a refused preview can be tried again."""
BUDGET_SECONDS = 2.0
"""Seconds of processor time that a player's previews can use at full speed."""
BUDGET_PER_SECOND = 0.2
"""Seconds of processor time by which a used budget recovers each second."""
OVERDRAFT = 5
"""How many budgets a player may use before previews are refused until some of it has recovered."""


class PreviewsBusy(Exception):
    """Raised if the player, or the process, has no free slot for a preview, or the player used too much time."""


class PreviewSlots:
    """The slots of one process. All methods are thread-safe."""

    def __init__(self, per_player: int, total: int) -> None:
        self._per_player, self._total = per_player, total
        self._changed = Condition()
        self._taken, self._computing = Counter[object](), set[object]()

    @contextmanager
    def take(self, player: object) -> Iterator[None]:
        """Hold a slot for a player. Raises PreviewsBusy without waiting."""
        with self._changed:
            if self._taken[player] >= self._per_player or self._taken.total() >= self._total:
                raise PreviewsBusy
            self._taken[player] += 1
        try:
            yield
        finally:
            with self._changed:
                self._taken[player] -= 1
                if not self._taken[player]:
                    del self._taken[player]

    @contextmanager
    def compute(self, player: object, seconds: float = TURN_SECONDS) -> Iterator[None]:
        """Hold a slot for a player, and compute only this preview of the player.

        Raises PreviewsBusy without a free slot, or if the player's previous preview takes longer than `seconds`.
        """
        with self.take(player):
            with self._changed:
                if not self._changed.wait_for(lambda: player not in self._computing, seconds):
                    raise PreviewsBusy
                self._computing.add(player)
            try:
                yield
            finally:
                with self._changed:
                    self._computing.discard(player)
                    self._changed.notify_all()


class ProcessorBudget:
    """The processor time that each player's previews have used recently: a leaky bucket for each player.

    All methods are thread-safe. The key is the player; nothing of another player changes a budget.
    """

    def __init__(self, seconds: float, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._per_second, self._clock = seconds, per_second, clock
        self._changed = Condition()
        self._used: dict[object, tuple[float, float]] = {}
        """For each player the used seconds, and the time of that figure."""

    def charge(self, player: object, seconds: float) -> None:
        """Add used seconds; budgets that have recovered are forgotten."""
        with self._changed:
            self._used[player] = (self._left_over(player) + seconds, self._clock())
            for other in [one for one in self._used if not self._left_over(one)]:
                del self._used[other]

    def is_used_up(self, player: object) -> bool:
        """Return True if the player's previews have used more than the budget."""
        with self._changed:
            return self._left_over(player) > self._most

    def is_overdrawn(self, player: object) -> bool:
        """Return True if the player's previews have used more than `OVERDRAFT` budgets."""
        with self._changed:
            return self._left_over(player) > OVERDRAFT * self._most

    def _left_over(self, player: object) -> float:
        used, since = self._used.get(player, (0.0, 0.0))
        return max(used - self._per_second * (self._clock() - since), 0.0)
