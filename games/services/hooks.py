"""Hints to the worker, given after the commit. Nothing depends on them: the sweep finds what a hint left behind."""

import logging
from collections.abc import Callable
from functools import partial

from django.db import transaction

logger = logging.getLogger(__name__)

RESOLVE, BOTS, MAIL = "resolve", "bots", "mail"

Hint = Callable[[str], None]

_hints: dict[str, Hint] = {}


def register(name: str, hint: Hint) -> None:
    """Call `hint(game_id)` after every commit that leaves work of that name; one hint per name, the last one counts."""
    _hints[name] = hint


def after_commit(name: str, game_id: object) -> None:
    """Give the hint once the present transaction is committed; one that fails is logged and forgotten."""
    transaction.on_commit(partial(_give, name, str(game_id)))


def _give(name: str, game_id: str) -> None:
    """What is committed stands, whatever becomes of the hint. (Django's own `robust` fails on partial functions.)"""
    hint = _hints.get(name)
    if hint is None:
        return
    try:
        hint(game_id)
    except Exception:
        logger.exception("the hint %s for game %s was lost", name, game_id)
