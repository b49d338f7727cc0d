"""Trigger the worker after a commit. Best effort; the periodic sweep finds work whose trigger was lost.

After a failed trigger, none is tried for `RETRY_PAUSE` seconds, so that an unavailable broker causes one wait, not
many.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial

from django.db import transaction

logger = logging.getLogger(__name__)

RESOLVE, BOTS, THINK, CURVE, MAIL, INBOUND = "resolve", "bots", "think", "curve", "mail", "inbound"
RETRY_PAUSE = 5.0
"""Seconds in which no trigger is tried after one has failed."""

Trigger = Callable[[str], None]

_hints: dict[str, Trigger] = {}
_held_back: ContextVar[dict[tuple[str, str], str] | None] = ContextVar("held_back", default=None)
_silent_until = 0.0


def register_trigger(name: str, trigger: Trigger) -> None:
    """Register the function that `trigger_after_commit` calls for this `name`, with the id of a game.

    A later registration replaces an earlier one.
    """
    _hints[name] = trigger


def trigger_after_commit(name: str, game_id: object) -> None:
    """Call the trigger registered as `name` after the present transaction commits; a failure is logged and ignored."""
    transaction.on_commit(partial(_give, name, str(game_id)))


@contextmanager
def collect_triggers() -> Iterator[None]:
    """Collect the triggers of all commits in the block, and call them at its end without repetitions.

    The trigger for mail is called once, every other trigger once for each game.
    """
    held: dict[tuple[str, str], str] = {}
    token = _held_back.set(held)
    try:
        yield
    finally:
        _held_back.reset(token)
        for (name, _), game_id in held.items():
            _give(name, game_id)


def _give(name: str, game_id: str) -> None:
    """Call the trigger and log a failure, which does not affect the commit.

    This replaces Django's ``on_commit(robust=True)``, which cannot log partial functions.
    """
    global _silent_until
    held = _held_back.get()
    if held is not None:
        held[name, "" if name == MAIL else game_id] = game_id
        return
    hint = _hints.get(name)
    if hint is None or time.monotonic() < _silent_until:
        return
    try:
        hint(game_id)
    except Exception:
        _silent_until = time.monotonic() + RETRY_PAUSE
        logger.exception("the hint %s for game %s was lost; none is given for %s seconds", name, game_id, RETRY_PAUSE)


def resume() -> None:
    """End the pause after a failed trigger, so that the next trigger is tried."""
    global _silent_until
    _silent_until = 0.0
