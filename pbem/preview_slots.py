"""Slots for previews of drafts: a few for each player and for the process, so that other requests have threads.

A preview can take a second of processor time. A player without a free slot is refused at once instead of occupying
another thread of the web server.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

MAX_PER_PLAYER = 2
"""Previews of one player that a process computes at the same time."""
MAX_CONCURRENT = 4
"""Previews of all players that a process computes at the same time: half of its threads."""
TURN_SECONDS = 10.0
"""Seconds that a preview waits for its turn to be computed."""
RETRY_SECONDS = 1
"""Seconds after which a refused preview can be tried again."""


class PreviewsBusy(Exception):
    """Raised if the player, or the process, has no free slot for a preview."""


class PreviewSlots:
    """The slots of one process. All methods are thread-safe."""

    def __init__(self, per_player: int, total: int) -> None:
        self._per_player, self._total = per_player, total
        self._lock, self._turn = Lock(), Lock()
        self._taken = Counter[object]()

    @contextmanager
    def take(self, player: object) -> Iterator[None]:
        """Hold a slot for a player. Raises PreviewsBusy without waiting."""
        with self._lock:
            if self._taken[player] >= self._per_player or self._taken.total() >= self._total:
                raise PreviewsBusy
            self._taken[player] += 1
        try:
            yield
        finally:
            with self._lock:
                self._taken[player] -= 1
                if not self._taken[player]:
                    del self._taken[player]

    @contextmanager
    def compute(self, player: object) -> Iterator[None]:
        """Hold a place for a player, and compute alone in this process. Raises PreviewsBusy.

        The interpreter runs one thread at a time: several previews at once would be no faster, and every short request
        would share the processor with all of them instead of with one.
        """
        with self.take(player), self.take_turn():
            yield

    @contextmanager
    def take_turn(self, seconds: float = TURN_SECONDS) -> Iterator[None]:
        """Compute alone in this process, without a place. Raises PreviewsBusy after so many seconds."""
        if not self._turn.acquire(timeout=seconds):
            raise PreviewsBusy
        try:
            yield
        finally:
            self._turn.release()


preview_slots = PreviewSlots(MAX_PER_PLAYER, MAX_CONCURRENT)
"""The places of this process; the page and REST share them."""
