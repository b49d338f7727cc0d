"""Check fields of an export that no hash covers: each is compared with the hashed data from which it follows."""

import json
from collections.abc import Iterator
from typing import Any

from .blobs import inflate
from .facts import ADDED, SEAT_FIELDS, SETTINGS, Row, answers_hash
from .record import Record, Segment
from .words import stored

_AS_KEPT = ("stop", "number", "mark", "view_version", "at")
"""The columns in which an audience's newest view equals the last of its stored views."""
_OF_PLAYERS = ("kind", "since")
"""The columns of a seat that may change when a game is moved to another server."""


def faults(record: Record) -> Iterator[str]:
    """Yield a text for each field that contradicts the hashed data."""
    yield from _position_faults(record)
    yield from _status_faults(record)
    yield from _view_faults(record)
    yield from _newest_faults(record)
    yield from _place_faults(record)
    if record.version > 1:
        yield from _question_faults(record)
        yield from _setup_faults(record)


def _position_faults(record: Record) -> Iterator[str]:
    """Check that the game's branch, stop, step and checkpoint are those of its last segment."""
    game, last = record.game, record.rows[-1] if record.rows else None
    if game["title"] != record.pack["title"]:
        yield "game: its component data is another title's"
    own = [row for row in record.tables["checkpoints"] if row["branch"] == game["branch"]]
    newest: Row = max(own, key=lambda row: row["number"], default={})
    found = {"checkpoint": newest.get("number"), "keyframe": newest.get("keyframe"), "step": newest.get("step") or ""}
    if last is not None:
        chain = record.segments[last["number"]].chain
        found |= {"branch": last["branch"], "stop": last["number"]}
        if stored(game["chain_hash"]) != chain:
            yield "game: its hash is not that of the last segment"
        if record.is_over and game["rules_version"] != last["rules_version"]:
            yield "game: its rules are not those of the last segment"
    yield from (f"game: its {name} is not {value!r}" for name, value in found.items() if game[name] != value)


def _status_faults(record: Record) -> Iterator[str]:
    """Check that other fields fit the game's status. The result itself is hashed."""
    game = record.game
    if record.is_over:
        if game["hold_reason"] or game["paused_at"]:
            yield "game: it is over and said to be held or paused"
        if record.rows and game["ended_at"] != record.rows[-1]["at"]:
            yield "game: it did not end with its last segment"
    elif game["standings"] is not None:
        yield "game: it has a result and is not over"


def _view_faults(record: Record) -> Iterator[str]:
    """Check the marks and dates of views."""
    for number, rows in sorted(record.views.items()):
        segment = record.segments.get(number)
        for row, _ in rows:
            stop = f"stop {row['stop']} of {row['audience']}"
            if segment is None:
                yield f"views: {stop} belongs to segment {number}, which is missing"
                continue
            if stored(row["mark"]) != segment.mark(row["audience"], row["stop"]):
                yield f"views: the mark of {stop} is not that of segment {number}"
            if row["at"] != segment.at:
                yield f"views: {stop} is dated {row['at'][:16]}, its segment {number} {segment.at[:16]}"


def _newest_faults(record: Record) -> Iterator[str]:
    """Check that the newest view of each audience equals the last of its stored views."""
    rows = {row["audience"]: row for row in record.tables["lookouts"]}
    for audience in sorted(rows.keys() | record.newest.keys()):
        kept, view = record.newest.get(audience, ({}, b""))
        row = rows.get(audience, {})
        told = kept["first_event"] + kept["event_count"] - 1 if kept else 0
        same = all(row.get(name) == kept.get(name) for name in _AS_KEPT) and row.get("events") == told
        if not same or not _says(row, view):
            yield f"views: the newest of {audience} is not the last that was kept"


def _place_faults(record: Record) -> Iterator[str]:
    """Check that events and checkpoints have the same branch as their segment."""
    branches: dict[int, int] = {row["number"]: row["branch"] for row in record.rows}
    for row in record.tables["events"]:
        if branches.get(row["number"]) != row["branch"]:
            yield f"events: those of segment {row['number']} are of another branch"
    for row in record.tables["checkpoints"]:
        if (branches | {0: 0}).get(row["written"]) != row["branch"]:
            yield f"states: checkpoint {row['branch']}/{row['number']} is of another branch than its segment"


def _question_faults(record: Record) -> Iterator[str]:
    for row in record.requests:
        named = f"questions: {row['key']} of {row['seat']}"
        asked, closed = record.segments.get(row["stop"]), record.segments.get(row["closing_stop"])
        if asked is None or stored(row["mark"]) != _mark(row, asked):
            yield f"{named} does not have the mark of segment {row['stop']}"
        if answers_hash(row["answers"]) != stored(row["answers_hash"]):
            yield f"{named}: the revisions of its answer do not fit their hash"
        if not _is_closed_rightly(record, row, closed):
            yield f"{named} is not closed by segment {row['closing_stop']}"


def _mark(row: Row, asked: Segment) -> bytes:
    """Return the mark that a question must have: b"" if a standing order answered at once, so it was never open."""
    return b"" if row["closing_stop"] == row["stop"] else asked.mark(row["seat"], row["seat_stop"])


def _is_closed_rightly(record: Record, row: Row, closed: Segment | None) -> bool:
    """Return True if a question was closed at its closing segment's time, or is open, or its game was abandoned."""
    if closed is not None:
        return bool(row["closed_at"] == closed.at and row["outcome"])
    if row["closing_stop"] is not None or record.is_over:
        return False
    return record.game["status"] == "abandoned" or (row["closed_at"] is None and not row["outcome"])


def _setup_faults(record: Record) -> Iterator[str]:
    """Compare the seats and settings of a finished game with the last ones that were hashed."""
    found = [json.loads(inflate(stored(row["setup"]))) for row in record.rows if row["setup"]]
    if not record.is_over:
        return
    last = found[-1] if found else {"seats": [], "settings": {}}
    for name in SETTINGS:
        usual = ADDED.get(name)
        if record.game.get(name, usual) != last["settings"].get(name, usual):
            yield f"game: its {name} is not what it was at the last segment"
    chained = [_seat(record, seat) for seat in last["seats"]]
    if chained != [_seat(record, seat) for seat in record.seats]:
        yield "seats: who has them is not what it was at the last segment"


def _seat(record: Record, seat: Row) -> Row:
    """Return the fields of a seat that must not have changed since the last segment."""
    names = [name for name in SEAT_FIELDS if name != "stand_in"]
    found: dict[str, Any] = {name: seat.get(name) for name in names}
    if record.is_imported and found["kind"] != "bot":
        found |= dict.fromkeys(_OF_PLAYERS)
    return found


def _says(row: Row, view: bytes) -> bool:
    try:
        return inflate(stored(row.get("view"))) == view
    except ValueError:
        return False
