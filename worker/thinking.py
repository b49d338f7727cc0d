"""Long computations, in the queue `think`: the costly decisions of bots, and the chances of finished games.

These computations do not delay other games. Since the sweep publishes each task again while there is work, a mark in
the cache keeps two tasks from doing the same work; if the mark is lost, a second task does no harm, because its results
are refused.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.conf import settings
from django.core.cache import cache

from games.services.bots import do_think
from games.services.curves.refinement import do_refine_curve

SLICE_LEASE = 60
"""Seconds after which a task that computes a slice of a chance curve counts as dead."""


def think(game_id: str) -> bool:
    """Let a bot of the game answer one question; return True if more questions wait for bots."""
    with _only_one(f"thinking:{game_id}", 2 * settings.PBEM_BOT_SECONDS + 5) as alone:
        return alone and do_think(game_id)


def refine_curve(game_id: str) -> bool:
    """Compute a slice of the chance curve of a finished game; return True if more is to be computed."""
    with _only_one(f"curve:{game_id}", SLICE_LEASE) as alone:
        return alone and do_refine_curve(UUID(game_id))


@contextmanager
def _only_one(mark: str, seconds: float) -> Iterator[bool]:
    """Run the block with True if no other task has the `mark` in the cache, else with False.

    The mark is removed at the end of the block or, if the task dies, after `seconds`.
    """
    alone = cache.add(mark, True, timeout=seconds)
    try:
        yield alone
    finally:
        if alone:
            cache.delete(mark)
