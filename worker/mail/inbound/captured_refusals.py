"""Keep refusals of a text until the transaction that replies to its writer."""

from collections.abc import Callable
from typing import TypeVar

from games.kernel.errors import GameError

T = TypeVar("T")


def capture_refusal(act: Callable[[], T]) -> T | GameError:
    """Return an act's result, or the refusal that it raises."""
    try:
        return act()
    except GameError as refusal:
        return refusal


def unwrap(found: T | GameError) -> T:
    """Return the value that `capture_refusal` has found, or raise its refusal."""
    if isinstance(found, GameError):
        raise found
    return found
