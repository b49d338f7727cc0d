"""Keep the refusal of a text until the transaction that replies to its writer."""

from collections.abc import Callable
from typing import TypeVar

from games.kernel.errors import GameError

T = TypeVar("T")


def capture_refusal(act: Callable[[], T]) -> T | GameError:
    """Return the result of `act`, or the refusal that it raises."""
    try:
        return act()
    except GameError as refusal:
        return refusal


def unwrap(found: T | GameError) -> T:
    """Return a result of `capture_refusal`, or raise its refusal."""
    if isinstance(found, GameError):
        raise found
    return found
