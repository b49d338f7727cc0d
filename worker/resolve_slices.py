"""Resolve games in the worker, in slices, so that a game between bots does not occupy a worker."""

from contextvars import ContextVar

from games.services import triggers
from games.services.bots import advance_slice

MAX_STOPS_PER_TASK = 40
"""The maximum number of resolves, with the bots' answers between them, in one task."""

_advancing: ContextVar[str] = ContextVar("advancing", default="")


def advance(game_id: str, *, limit: int = MAX_STOPS_PER_TASK) -> bool:
    """Resolve the game as far as answers and bots allow, but at most `limit` times.

    Returns True if there is more to play at once.
    """
    token = _advancing.set(game_id)
    try:
        with triggers.collect_triggers():
            return advance_slice(game_id, limit=limit)
    finally:
        _advancing.reset(token)


def is_advancing(game_id: str) -> bool:
    """Return True if the current task is resolving this game, so that no other task need be triggered."""
    return _advancing.get() == game_id
