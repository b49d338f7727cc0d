"""The things on the board that an event speaks of: what a replay marks for a line of the log.

All names are read from the variant of the event that the reader was told, so the marks tell nothing more.
"""

from collections.abc import Iterator, Mapping
from itertools import compress, repeat
from typing import Any

from msgspec import Struct

_TAG = "event"


class MarkFields(Struct, frozen=True):
    """The fields of an event that hold a track, a shot or a loss; a dot leads into a nested field ("attacker.of").

    `unit` sails along the places of `track`. `shot` holds the fields of the firer and of its targets. `lost` holds
    units that are sunk or destroyed; `lost_if` is a flag for it, or a list with a flag for each of them.
    """

    unit: str = ""
    track: tuple[str, ...] = ()
    shot: tuple[str, str] | None = None
    lost: str = ""
    lost_if: str = ""


class EventMarks(Struct, frozen=True):
    """The ids that an event names, and among them the track of a unit, shots and losses."""

    names: tuple[str, ...] = ()
    unit: str = ""
    track: tuple[str, ...] = ()
    shots: tuple[tuple[str, str], ...] = ()
    lost: tuple[str, ...] = ()


NO_FIELDS = MarkFields()


def read_event_marks(event: Mapping[str, Any], fields: Mapping[str, MarkFields]) -> EventMarks:
    """Return the marks of an event, given as JSON; `fields` are the title's, by the tag of the event."""
    told = _told(event)
    named = fields.get(str(told.get(_TAG, "")), NO_FIELDS)
    unit = next(iter(_words_at(told, named.unit)), "")
    track = tuple(word for field in named.track for word in _words_at(told, field))
    shots: tuple[tuple[str, str], ...] = ()
    if named.shot is not None:
        firer, target = (tuple(_words_at(told, field)) for field in named.shot)
        shots = tuple((one, other) for one in firer[:1] for other in target)
    names = tuple(dict.fromkeys(_words(told)))
    return EventMarks(names, unit, track, shots, tuple(_lost(told, named)))


def _lost(told: Mapping[str, Any], named: MarkFields) -> Iterator[str]:
    """Yield the units that are lost."""
    units = [*_words_at(told, named.lost)]
    flags = told.get(named.lost_if, False) if named.lost_if else True
    yield from compress(units, flags if isinstance(flags, list | tuple) else repeat(flags))


def _told(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the event, or the event that it passes on to further seats."""
    inner = next((value for value in event.values() if isinstance(value, Mapping) and _TAG in value), None)
    return event if inner is None else _told(inner)


def _words_at(value: Any, path: str) -> Iterator[str]:
    """Yield the words in a field; none without a path."""
    if not path:
        return
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    yield from _words(value)


def _words(value: Any) -> Iterator[str]:
    """Yield all words in a JSON value, in order; not the tag of the event."""
    if isinstance(value, str):
        if value:
            yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if key != _TAG:
                yield key  # a table by unit or place has their ids as keys; the name of a field is no id of a board
                yield from _words(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _words(inner)
