"""Resolve games in the worker, in slices, so that a game between bots does not occupy a worker."""

from contextvars import ContextVar

from games.services import triggers
from games.services.bots import advance_slice

MAX_STOPS_PER_TASK = 40
"""Resolves and rounds of bot answers in one task."""

_advancing: ContextVar[str] = ContextVar("advancing", default="")


def advance(game_id: str, *, limit: int = MAX_STOPS_PER_TASK) -> bool:
    """Play the game on as far as answers and bots allow; return True if more can be done at once."""
    token = _advancing.set(game_id)
    try:
        with triggers.collect_triggers():
            return advance_slice(game_id, limit=limit)
    finally:
        _advancing.reset(token)


def is_advancing(game_id: str) -> bool:
    """Return True while the current task resolves that game: then it needs no trigger."""
    return _advancing.get() == game_id
