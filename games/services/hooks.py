"""Hints to the worker, given after the commit. Nothing depends on them: the sweep finds what a hint left behind."""

from collections.abc import Callable
from functools import partial

from django.db import transaction

RESOLVE, BOTS, MAIL = "resolve", "bots", "mail"

Hint = Callable[[str], None]

_hints: dict[str, Hint] = {}


def register(name: str, hint: Hint) -> None:
    """Call `hint(game_id)` after every commit that leaves work of that name; one hint per name, the last one counts."""
    _hints[name] = hint


def after_commit(name: str, game_id: object) -> None:
    """Give the hint once the present transaction is committed; one that fails is logged and forgotten."""
    transaction.on_commit(partial(_give, name, str(game_id)), robust=True)


def _give(name: str, game_id: str) -> None:
    hint = _hints.get(name)
    if hint is not None:
        hint(game_id)
