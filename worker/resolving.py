"""Playing games on in the worker, in slices, so that a game between bots does not keep a worker for itself."""

from contextvars import ContextVar

from games.services import hooks
from games.services.bots import advance_slice

SLICE = 40
"""Resolves and rounds of bots' answers in one task."""

_advancing: ContextVar[str] = ContextVar("advancing", default="")


def advance(game_id: str, *, limit: int = SLICE) -> bool:
    """Play the game on as far as answers and bots allow; True when there is more to do at once."""
    token = _advancing.set(game_id)
    try:
        with hooks.collected():
            return advance_slice(game_id, limit=limit)
    finally:
        _advancing.reset(token)


def is_advancing(game_id: str) -> bool:
    """True while this very task plays that game on: it needs no hint to do so."""
    return _advancing.get() == game_id
