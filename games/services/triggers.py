"""Worker triggers after a commit. Best effort; the periodic sweep picks up anything missed.

After a failed trigger, none is tried for `RETRY_PAUSE` seconds, so that a broker that is down costs one wait, not many.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial

from django.db import transaction

logger = logging.getLogger(__name__)

RESOLVE, BOTS, MAIL, INBOUND = "resolve", "bots", "mail", "inbound"
RETRY_PAUSE = 5.0
"""Seconds without triggers after a failed one."""

Trigger = Callable[[str], None]

_hints: dict[str, Trigger] = {}
_held_back: ContextVar[dict[tuple[str, str], str] | None] = ContextVar("held_back", default=None)
_silent_until = 0.0


def register_trigger(name: str, trigger: Trigger) -> None:
    """Register the function `trigger`, called with a game's id after every commit that leaves work of that name.

    A later registration replaces an earlier one.
    """
    _hints[name] = trigger


def trigger_after_commit(name: str, game_id: object) -> None:
    """Call the trigger after the present transaction commits; a failure is logged and ignored."""
    transaction.on_commit(partial(_give, name, str(game_id)))


@contextmanager
def collect_triggers() -> Iterator[None]:
    """Collect the triggers of the block's commits and call them once at its end: one for mail, one for each game."""
    held: dict[tuple[str, str], str] = {}
    token = _held_back.set(held)
    try:
        yield
    finally:
        _held_back.reset(token)
        for (name, _), game_id in held.items():
            _give(name, game_id)


def _give(name: str, game_id: str) -> None:
    """Call the trigger; the commit is not affected by a failure. Django's own ``robust`` fails on partial functions."""
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
    """Forget a failed trigger, so that the next one is tried."""
    global _silent_until
    _silent_until = 0.0
