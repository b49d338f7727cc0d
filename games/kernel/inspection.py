"""What a seat knows about one thing on its board, and how far things are apart, as a title says it from a view."""

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Struct

MAX_RING = 99
"""The largest radius of a ring."""


class Figure(Struct, frozen=True, gc=False):
    """A present value of a thing, with its name, in one language."""

    name: str
    value: str


class Inspection(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a seat knows about a thing or a place, in one language.

    `kind`: what it is, such as "light cruiser". `place`: the id of its place. `inside`: the unit that carries it.
    `where`: its place in words. `known`: when the seat learned this, if it is not of now. `figures`: its present
    values; `state`: the most important of them in a few words. `lines`: further facts. `contents`: the ids of what is
    in it; `is_spread`: they lie apart from each other and are no stack. `own`: the seat commands it.
    """

    id: str
    kind: str = ""
    place: str = ""
    inside: str = ""
    where: str = ""
    known: str = ""
    state: str = ""
    figures: tuple[Figure, ...] = ()
    lines: tuple[str, ...] = ()
    contents: tuple[str, ...] = ()
    is_spread: bool = False
    own: bool = False


class Measurement(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The way from one place to another: its length, the places on it, and what else can be said, in one language."""

    start: str
    end: str
    distance: int
    path: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


class Inspector(NamedTuple):
    """The functions of a title that inspect and measure. All of them use the view only.

    `units` returns the ids of the seat's own units. `things` returns the ids of all other known things. `inspect`
    returns what is known about a thing or a place, from (view, id, language); None for an id without a card of its own.
    `measure` returns the way from (view, start, end, language); None if one of them is in no known place. `ring`
    returns the places at a distance, from (view, place or thing, distance). Titles without distances have neither.
    """

    units: Callable[[Any], tuple[str, ...]]
    things: Callable[[Any], tuple[str, ...]]
    inspect: Callable[[Any, str, str], Inspection | None]
    measure: Callable[[Any, str, str, str], Measurement | None] | None = None
    ring: Callable[[Any, str, int], tuple[str, ...]] | None = None


def figures(*pairs: tuple[str, object]) -> tuple[Figure, ...]:
    """Return figures from values by name, without empty ones."""
    return tuple(Figure(name, str(value)) for name, value in pairs if str(value))
