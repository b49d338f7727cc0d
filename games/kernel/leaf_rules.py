"""Declarations of the seats that may know each leaf of a stored state.

A leaf is a value that contains no others: a number, a boolean, a text or None. Its pattern is the path to it, with
``[]`` for a place in a list and ``{}`` for a key of a mapping: ``fleets[].hand[]``. The order of the entries of a list
or mapping is a leaf, too: ``fleets[].hand~``.
"""

import re
from collections.abc import Callable, Collection
from functools import cache
from typing import Any, NamedTuple

from msgspec import Struct

from games.kernel.events import EVERYBODY, PUBLIC

ABSENT = object()


class LeafAt(NamedTuple):
    """A leaf in a state: its pattern, the objects around it from the state inwards, and the mapping keys in its path.

    `subjects` are the two values that differ between the worlds; for the order of entries those that change places, or
    all keys of a mapping.
    """

    pattern: str
    around: tuple[Any, ...]
    keys: tuple[str, ...]
    subjects: tuple[Any, ...] = ()

    @property
    def state(self) -> Any:
        """The whole state."""
        return self.around[0]

    def field(self, name: str) -> Any:
        """Return the field of the innermost object that has it, or ABSENT."""
        structs = [one for one in self.around if isinstance(one, Struct) and hasattr(one, name)]
        return getattr(structs[-1], name) if structs else ABSENT


Who = Callable[[LeafAt, str], bool]
"""Return True if the seat (or "public") may know the leaf."""


class LeafRule(Struct, frozen=True, kw_only=True):
    """The seats that may know the leaves of a pattern, with the rule numbers that say so.

    A pattern that ends in ``**`` covers everything below. `sees`: the seats that may see the leaf now. `shows`: the
    seats that may learn it when the game goes on, although they cannot see it now.
    """

    path: str
    rule: str
    sees: Who
    shows: Who

    def covers(self, pattern: str) -> bool:
        """Return True if the rule applies to leaves of a pattern."""
        return _expression(self.path).fullmatch(pattern) is not None


@cache
def _expression(path: str) -> re.Pattern[str]:
    whole = path.removesuffix("**")
    return re.compile(re.escape(whole) + (".*" if whole != path else ""))


def leaf(path: str, rule: str, sees: Who | None = None, *, shows: Who | None = None) -> LeafRule:
    """Return a rule about the leaves of a pattern. Without `sees` and `shows`, everybody sees them."""
    if sees is None and shows is None:
        sees = everybody
    return LeafRule(path=path, rule=rule, sees=sees or nobody, shows=shows or nobody)


def everybody(at: LeafAt, seat: str) -> bool:
    """Return True: the leaf is public."""
    return True


def nobody(at: LeafAt, seat: str) -> bool:
    """Return False: no seat may know the leaf."""
    return False


def players(at: LeafAt, seat: str) -> bool:
    """Return True for every seat, but not for spectators."""
    return seat != PUBLIC


def key(at: LeafAt, seat: str) -> bool:
    """Return True for the seat whose key is in the path."""
    return seat in at.keys


def only(*seats: str) -> Who:
    """Return the audience of these seats."""
    return lambda at, seat: seat in seats


def own(name: str) -> Who:
    """Return the audience of the seats in the field `name` of the innermost object that has it."""

    def owns(at: LeafAt, seat: str) -> bool:
        named = [getattr(one, name) for one in at.subjects if isinstance(one, Struct) and hasattr(one, name)]
        return any(_holds(one, seat) for one in named or [at.field(name)])

    return owns


def _holds(value: Any, seat: str) -> bool:
    if isinstance(value, str):
        return value == seat
    return isinstance(value, Collection) and (seat in value or EVERYBODY[0] in value)


def either(*audiences: Who) -> Who:
    """Return the audience of the seats in any of the audiences."""
    return lambda at, seat: any(who(at, seat) for who in audiences)


def when(condition: Callable[[LeafAt], bool], who: Who = everybody) -> Who:
    """Return an audience that applies only while a condition on the leaf's surroundings holds."""
    return lambda at, seat: condition(at) and who(at, seat)
