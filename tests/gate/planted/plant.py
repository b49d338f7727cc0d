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
    """A leak: which gate must catch it and how it is laid; of deeds also which one it tells of, and to whom.

    `shows` is a pattern of the names of what it stands in, of all that can be read: there it must be caught. Of a leak
    of a title it is the check, and the game, that is looked at before others, where they would be asked for long.
    """

    name: str
    gate: str
    lay: Callable[[Patch], Alter | None]
    deed: str = ""
    observer: str = "black"
    shows: str = ""

    def __str__(self) -> str:
        return f"{self.gate}: {self.name}"


def set_to(owner: Any, name: str, value: Any) -> Callable[[Patch], None]:
    return lambda patch: patch.setattr(owner, name, value)


def altered(**parts: Any) -> Callable[[Patch], Alter]:
    """The title with parts exchanged."""
    return lambda patch: lambda title: title.evolve(**parts)


def seen_with(change: Callable[[Any, Any], dict[str, Any]]) -> Callable[[Patch], Alter]:
    """The view of everybody with fields changed by what the umpire sees."""

    def alter(title: Title[Any]) -> Title[Any]:
        def view(state: Any, seat: str) -> Any:
            return structs.replace(title.secrecy.view(state, seat), **change(state, title.secrecy.view(state, UMPIRE)))

        return title.evolve(view=view)

    return lambda patch: alter
