"""A leak: how it is laid, and the gate that must catch it."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from msgspec import structs

from games.kernel.events import UMPIRE
from games.kernel.title import Title

Patch = pytest.MonkeyPatch
Alter = Callable[[Title[Any]], Title[Any]]


class Plant(NamedTuple):
    """A leak that a test plants on purpose, and that a gate must catch."""

    name: str
    gate: str
    """The name of the gate that must catch it."""
    lay: Callable[[Patch], Alter | None]
    """Plants the leak; returns the change of a title if the leak is in a title."""
    action: str = ""
    """The name of the secret action that it reveals."""
    observer: str = "black"
    """The seat that it reveals the action to."""
    shows: str = ""
    """A pattern of the names of the readable things that reveal it. For a leak in a title: the check and the game that
    are tried first, because to try all takes long.
    """

    def __str__(self) -> str:
        return f"{self.gate}: {self.name}"


def set_to(owner: Any, name: str, value: Any) -> Callable[[Patch], None]:
    return lambda patch: patch.setattr(owner, name, value)


def altered(**parts: Any) -> Callable[[Patch], Alter]:
    """Return a change of a title that replaces some parts."""
    return lambda patch: lambda title: title.evolve(**parts)


def seen_with(change: Callable[[Any, Any], dict[str, Any]]) -> Callable[[Patch], Alter]:
    """Return a change of a title whose views of all seats have fields computed from the umpire's view."""

    def alter(title: Title[Any]) -> Title[Any]:
        def view(state: Any, seat: str) -> Any:
            return structs.replace(title.secrecy.view(state, seat), **change(state, title.secrecy.view(state, UMPIRE)))

        return title.evolve(view=view)

    return lambda patch: alter
