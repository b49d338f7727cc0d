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
    """A leaf of a stored state: a value that contains no others, or the order of a list or mapping."""

    pattern: str
    """The path to the leaf, such as ``fleets[].hand[]``."""
    around: tuple[Any, ...]
    """The objects that contain the leaf, the whole state first."""
    keys: tuple[str, ...]
    """The mapping keys in the path."""
    subjects: tuple[Any, ...] = ()
    """What the conformance test changes. For a value: the old and the new value. For the order of a list: the two
    entries that change places. For the order of a mapping: all its keys in the new order.
    """

    @property
    def state(self) -> Any:
        """The whole state."""
        return self.around[0]

    def field(self, name: str) -> Any:
        """Return the value of the field `name` in the innermost object around the leaf with such a field, or ABSENT."""
        structs = [one for one in self.around if isinstance(one, Struct) and hasattr(one, name)]
        return getattr(structs[-1], name) if structs else ABSENT


Who = Callable[[LeafAt, str], bool]
"""An audience: return True if the seat (or "public") may know the leaf, from (leaf, seat)."""


class LeafRule(Struct, frozen=True, kw_only=True):
    """A rule that says which seats may know the leaves of a pattern."""

    path: str
    """The pattern of the leaves. A pattern that ends in ``**`` covers all leaves whose patterns begin like it."""
    rule: str
    """The numbers of the game's rules on which this rule is based."""
    sees: Who
    """Returns True for a seat that may see the leaf now."""
    shows: Who
    """Returns True for a seat that may learn the leaf when the game goes on, although it cannot see the leaf now."""

    def covers(self, pattern: str) -> bool:
        """Return True if the rule applies to leaves of a pattern."""
        return _expression(self.path).fullmatch(pattern) is not None


@cache
def _expression(path: str) -> re.Pattern[str]:
    whole = path.removesuffix("**")
    return re.compile(re.escape(whole) + (".*" if whole != path else ""))


def leaf(path: str, rule: str, sees: Who | None = None, *, shows: Who | None = None) -> LeafRule:
    """Return a rule about the leaves of a pattern. Without `sees` and `shows`, everybody may see these leaves."""
    if sees is None and shows is None:
        sees = everybody
    return LeafRule(path=path, rule=rule, sees=sees or nobody, shows=shows or nobody)


def everybody(at: LeafAt, seat: str) -> bool:
    """Return True for every reader: the leaf is public."""
    return True


def nobody(at: LeafAt, seat: str) -> bool:
    """Return False for every reader: no seat may know the leaf."""
    return False


def players(at: LeafAt, seat: str) -> bool:
    """Return True for every seat and False for spectators (`PUBLIC`): all players may know the leaf."""
    return seat != PUBLIC


def key(at: LeafAt, seat: str) -> bool:
    """Return True if a mapping key in the leaf's path is the seat: each seat knows what is stored under its key."""
    return seat in at.keys


def only(*seats: str) -> Who:
    """Return an audience of the named seats."""
    return lambda at, seat: seat in seats


def own(name: str) -> Who:
    """Return an audience of the seats that the field `name` holds, in the innermost object that has this field.

    If objects among the leaf's `subjects` have the field, the seats that their fields hold count instead.
    """

    def owns(at: LeafAt, seat: str) -> bool:
        named = [getattr(one, name) for one in at.subjects if isinstance(one, Struct) and hasattr(one, name)]
        return any(_holds(one, seat) for one in named or [at.field(name)])

    return owns


def _holds(value: Any, seat: str) -> bool:
    if isinstance(value, str):
        return value == seat
    return isinstance(value, Collection) and (seat in value or EVERYBODY[0] in value)


def either(*audiences: Who) -> Who:
    """Return an audience of all seats that belong to any of the given audiences."""
    return lambda at, seat: any(who(at, seat) for who in audiences)


def when(condition: Callable[[LeafAt], bool], who: Who = everybody) -> Who:
    """Return the audience `who` if the condition holds for the leaf, otherwise nobody."""
    return lambda at, seat: condition(at) and who(at, seat)
