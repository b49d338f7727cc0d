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
"""Maximum number of one player's previews that a process computes, or that wait in it, at the same time."""
MAX_CONCURRENT = 4
"""Maximum number of all players' previews in a process at the same time: half of its threads."""
TURN_SECONDS = 10.0
"""Maximum seconds that a preview waits for the same player's previous preview."""
RETRY_SECONDS = 1
"""Seconds after which a refused preview can be tried again."""
BUDGET_SECONDS = 2.0
"""A player's budget: seconds of processor time that the player's previews can use at full speed."""
BUDGET_PER_SECOND = 0.2
"""Seconds of processor time that a used budget regains in each second."""
OVERDRAFT = 5
"""The used processor time at which a player's previews are refused, as a multiple of the budget."""


class PreviewsBusy(Exception):
    """Raised if a preview cannot be computed now.

    The player or the process has no free slot, or the player has used several times the budget of processor time.
    """


class PreviewSlots:
    """The slots for previews in one process, counted by player and in total. All methods are thread-safe."""

    def __init__(self, per_player: int, total: int) -> None:
        self._per_player, self._total = per_player, total
        self._changed = Condition()
        self._taken, self._computing = Counter[object](), set[object]()

    @contextmanager
    def take(self, player: object) -> Iterator[None]:
        """Hold a slot for a player while the context is open. Raises PreviewsBusy at once if none is free."""
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
        """Hold a slot for a player while the context is open, after the player's previous preview has ended.

        Raises PreviewsBusy if no slot is free, or if the previous preview takes longer than `seconds`.
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
    """The processor time that each player's previews have used recently.

    It is a leaky bucket for each player: used time is forgotten at a constant rate. All methods are thread-safe. A
    player's budget does not depend on other players.
    """

    def __init__(self, seconds: float, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._per_second, self._clock = seconds, per_second, clock
        self._changed = Condition()
        self._used: dict[object, tuple[float, float]] = {}
        """For each player the used seconds of processor time, and the clock's time when they were computed."""

    def charge(self, player: object, seconds: float) -> None:
        """Add seconds of processor time that a player has used; players whose budgets are full again are forgotten."""
        with self._changed:
            self._used[player] = (self._left_over(player) + seconds, self._clock())
            for other in [one for one in self._used if not self._left_over(one)]:
                del self._used[other]

    def is_used_up(self, player: object) -> bool:
        """Return True if the player's previews have recently used more than the budget."""
        with self._changed:
            return self._left_over(player) > self._most

    def is_overdrawn(self, player: object) -> bool:
        """Return True if the player's previews have recently used more than `OVERDRAFT` times the budget."""
        with self._changed:
            return self._left_over(player) > OVERDRAFT * self._most

    def _left_over(self, player: object) -> float:
        used, since = self._used.get(player, (0.0, 0.0))
        return max(used - self._per_second * (self._clock() - since), 0.0)
