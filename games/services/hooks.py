"""Hints to the worker, given after the commit. Nothing depends on them: the sweep finds what a hint left behind.

After one that was lost no hint is tried for `PAUSE` seconds, so that a broker that is away costs one wait, not many.
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
PAUSE = 5.0
"""Seconds for which no hint is given after one that was lost."""

Hint = Callable[[str], None]

_hints: dict[str, Hint] = {}
_held_back: ContextVar[dict[tuple[str, str], str] | None] = ContextVar("held_back", default=None)
_silent_until = 0.0


def register(name: str, hint: Hint) -> None:
    """Call `hint(game_id)` after every commit that leaves work of that name; one hint per name, the last one counts."""
    _hints[name] = hint


def after_commit(name: str, game_id: object) -> None:
    """Give the hint once the present transaction is committed; one that fails is logged and forgotten."""
    transaction.on_commit(partial(_give, name, str(game_id)))


@contextmanager
def collected() -> Iterator[None]:
    """Hold back the hints of the block's commits and give each once at its end: one for mail, one for each game."""
    held: dict[tuple[str, str], str] = {}
    token = _held_back.set(held)
    try:
        yield
    finally:
        _held_back.reset(token)
        for (name, _), game_id in held.items():
            _give(name, game_id)


def _give(name: str, game_id: str) -> None:
    """What is committed stands, whatever becomes of the hint. (Django's own `robust` fails on partial functions.)"""
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
        _silent_until = time.monotonic() + PAUSE
        logger.exception("the hint %s for game %s was lost; none is given for %s seconds", name, game_id, PAUSE)


def speak_again() -> None:
    """Forget that a hint was lost."""
    global _silent_until
    _silent_until = 0.0
