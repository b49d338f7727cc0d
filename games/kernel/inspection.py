"""Inspection: what a seat knows about a thing on its board, and how far places are apart, all from the seat's view."""

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Struct

MAX_RING = 99
"""The largest distance for which `Inspector.ring` may be called."""


class Figure(Struct, frozen=True, gc=False):
    """A named figure of a thing, such as its speed or hits now, in one language."""

    name: str
    value: str


class Inspection(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a seat knows about a thing or a place, in one language."""

    id: str
    kind: str = ""
    """The class of thing, such as "light cruiser"."""
    place: str = ""
    """The id of its place."""
    inside: str = ""
    """The id of the unit that carries it."""
    where: str = ""
    """Its place in words."""
    known: str = ""
    """When the seat learned this; empty if the information is current."""
    state: str = ""
    """The most important of `figures` in a few words."""
    figures: tuple[Figure, ...] = ()
    """Its present figures."""
    lines: tuple[str, ...] = ()
    """Further facts, one a line."""
    contents: tuple[str, ...] = ()
    """The ids of the things within it."""
    is_spread: bool = False
    """True if the things within it lie apart from each other and form no stack."""
    own: bool = False
    """True if the seat commands the thing."""


class Measurement(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The way from one place to another, in one language."""

    start: str
    """The id of the first place."""
    end: str
    """The id of the last place."""
    distance: int
    """The length of the way in the title's spaces."""
    path: tuple[str, ...] = ()
    """The ids of the places on the way."""
    lines: tuple[str, ...] = ()
    """Further facts, one a line."""


class Inspector(NamedTuple):
    """The functions of a title that inspect things and measure distances. All of them use the view only."""

    units: Callable[[Any], tuple[str, ...]]
    """Return the ids of the seat's own units, from (view)."""
    things: Callable[[Any], tuple[str, ...]]
    """Return the ids of all other things that the seat knows, from (view)."""
    inspect: Callable[[Any, str, str], Inspection | None]
    """Return what is known about a thing or a place, from (view, id, language); None if there is nothing to tell."""
    measure: Callable[[Any, str, str, str], Measurement | None] | None = None
    """Return the way between two places or things, from (view, start, end, language); None if the place of one is
    unknown. A title without distances has neither this function nor `ring`.
    """
    ring: Callable[[Any, str, int], tuple[str, ...]] | None = None
    """Return the places at a distance, from (view, place or thing, distance)."""


def figures(*pairs: tuple[str, object]) -> tuple[Figure, ...]:
    """Return a figure for each pair (name, value) with a value that is not the empty text."""
    return tuple(Figure(name, str(value)) for name, value in pairs if str(value))
