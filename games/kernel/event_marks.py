"""The marks of an event: the ids that it contains, which a replay highlights on the board when it shows the event.

They are read from the variant of the event that the reader received, so they disclose nothing else.
"""

from collections.abc import Iterator, Mapping
from itertools import compress, repeat
from typing import Any

from msgspec import Struct

_TAG = "event"


class MarkFields(Struct, frozen=True):
    """The names of those fields of an event that a replay highlights on the board; "attacker.of" is a nested field."""

    unit: str = ""
    """The field with the id of the moving unit."""
    track: tuple[str, ...] = ()
    """The fields with the places on its way, in order."""
    shot: tuple[str, str] | None = None
    """Two fields: the one with the firer, and the one with its targets."""
    lost: str = ""
    """The field with the units that may be sunk or destroyed."""
    lost_if: str = ""
    """The field with a flag for all units of `lost`, or with a list of flags, one for each: only units with a true flag
    are lost. Empty: all are lost.
    """


class EventMarks(Struct, frozen=True):
    """The ids that an event contains, for marks on the board."""

    names: tuple[str, ...] = ()
    """All ids in the event."""
    unit: str = ""
    """The moving unit; empty if none moves."""
    track: tuple[str, ...] = ()
    """The places on the moving unit's way, in order."""
    shots: tuple[tuple[str, str], ...] = ()
    """Pairs (firer, target)."""
    lost: tuple[str, ...] = ()
    """The units sunk or destroyed."""


NO_FIELDS = MarkFields()


def read_event_marks(event: Mapping[str, Any], fields: Mapping[str, MarkFields]) -> EventMarks:
    """Return the ids in an event (as JSON) that a replay highlights on the board.

    `fields`: the fields that the title declares for marks, by the tag of the event. If the event reports another one,
    the marks are those of the reported event.
    """
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
    """Yield the ids of the units that an event reports as lost."""
    units = [*_words_at(told, named.lost)]
    flags = told.get(named.lost_if, False) if named.lost_if else True
    yield from compress(units, flags if isinstance(flags, list | tuple) else repeat(flags))


def _told(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the innermost event: an event that reports another one has it in a field."""
    inner = next((value for value in event.values() if isinstance(value, Mapping) and _TAG in value), None)
    return event if inner is None else _told(inner)


def _words_at(value: Any, path: str) -> Iterator[str]:
    """Yield the words in the field at a dotted path; none for an empty path."""
    if not path:
        return
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    yield from _words(value)


def _words(value: Any) -> Iterator[str]:
    """Yield all strings in a JSON value, also keys, in order; without the tags of events."""
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
