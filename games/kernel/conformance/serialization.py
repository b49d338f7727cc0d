"""Serialization: states, journals, events and views survive JSON unchanged."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from games.kernel.codec import decode, encode
from games.kernel.conformance.play import Play, Stop
from games.kernel.conformance.report import Finding
from games.kernel.journal import Entry

UNREADABLE = (msgspec.MsgspecError, TypeError, ValueError)


def check_serialization(play: Play) -> Iterator[Finding]:
    """Check at every stop that encoding is stable, and that making a view changes nothing.

    Stable means: encoding, decoding and encoding again gives the same bytes.
    """
    for stop in play.stops:
        for what, changed in _stored(play, stop):
            if changed:
                yield play.finding("survive", stop.where, f"{what} {changed}")
        if encode(stop.live_state) != stop.state:
            yield play.finding("survive", stop.where, "the state was changed by looking at it")
    for checkpoint in play.written_checkpoints:
        if changed := _changed(checkpoint.state, play.title.read_state, play.title.write_state):
            yield play.finding("survive", play.place(checkpoint), f"the state {changed}")


def _stored(play: Play, stop: Stop) -> Iterator[tuple[str, str]]:
    title = play.title
    yield "the state", _changed(stop.state, lambda data: decode(data, title.rules.state_type), encode)
    yield "the journal", _changed(encode(stop.recorded), lambda data: decode(data, tuple[Entry, ...]), encode)
    for event in stop.events:
        for form in event.event.variants:
            name = f"event {type(form.event).__name__}"
            yield name, _changed(encode(form.event), lambda data: decode(data, title.rules.event_type), encode)
    for seat, view in stop.views.items():
        yield f"the view of {seat}", _changed(view, lambda data: decode(data, title.secrecy.view_type), encode)


def _changed(data: bytes, read: Callable[[bytes], Any], write: Callable[[Any], bytes]) -> str:
    """Return how `data` changes when it is read and written again; empty if it does not change."""
    try:
        again = write(read(data))
    except UNREADABLE as error:
        return f"cannot be read again: {error}"
    return "" if again == data else f"comes back otherwise: {difference(data, again)}"


def difference(left: bytes, right: bytes) -> str:
    """Return, as text for a finding, the first place where two encodings differ, with some bytes around it."""
    at = next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    start = max(0, at - 40)
    ours, theirs = left[start : at + 60], right[start : at + 60]
    return f"…{ours.decode(errors='replace')}… against …{theirs.decode(errors='replace')}…"
