"""Capture the refusal of a text as a value, and raise it later, in the transaction that replies to the writer."""

from collections.abc import Callable
from typing import TypeVar

from games.kernel.errors import GameError

T = TypeVar("T")


def capture_refusal(act: Callable[[], T]) -> T | GameError:
    """Call `act`; return its result or, if it raises a `GameError` (a refusal), that error."""
    try:
        return act()
    except GameError as refusal:
        return refusal


def unwrap(found: T | GameError) -> T:
    """Return `found`, a result of `capture_refusal`; raise it if it is a `GameError`."""
    if isinstance(found, GameError):
        raise found
    return found
