"""The data besides the moves that the hash chain covers: seats and settings, questions with answers, the result.

`tools/verify` computes all of it again from a record and shares no code with this module on purpose.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import msgspec

from games.models import Branch, Game, JournalSegment, OpenRequest, Seat
from games.models.compression import deflate
from games.persistence.standing_orders import read_followed

SETTINGS = (
    *("name", "deadline_hours", "reminder_hours", "release_at", "time_zone", "clock", "openness", "absence"),
    *("visibility", "several_seats", "created_at", "started_at"),
)
"""The columns of a game in its setup. Its title, scenario and options never change: the genesis hash covers them."""
SEAT_FIELDS = ("role", "position", "kind", "bot", "stand_in", "since", "by_invitation")
"""The columns of a seat in its game's setup."""

Fact = tuple[Any, ...]


def hash_json(*values: Any) -> bytes:
    """Return the SHA-256 of a JSON array without spaces, keys in order: unambiguous, and easy to reproduce anywhere."""
    return sha256(msgspec.json.encode(values, order="sorted")).digest()


def setup_json(game: Game, seats: Iterable[Seat]) -> bytes:
    """Return the JSON of the game's settings, and of each seat's occupant: a player, or the name of a bot."""
    settings = {name: _plain(getattr(game, name)) for name in SETTINGS}
    rows = [{name: _plain(getattr(seat, name)) for name in SEAT_FIELDS} for seat in seats]
    return msgspec.json.encode({"seats": rows, "settings": settings}, order="sorted")


def record_setup(row: JournalSegment, game: Game, seats: Sequence[Seat]) -> None:
    """Store seats and settings with a segment about to be written, if they differ from those stored last."""
    setup = setup_json(game, seats)
    digest = sha256(setup).digest()
    if bytes(game.setup_hash) != digest:
        row.setup, game.setup_hash = deflate(setup), digest


def asked_fact(row: OpenRequest) -> Fact:
    """Return the chained representation of a question, for the segment that asked it."""
    question = sha256(bytes(row.question)).hexdigest()
    named = (row.seat.role, row.entry, row.key, row.kind, row.rule)
    return ("asked", *named, question, row.seat_stop, _plain(row.opened_at))


def closed_fact(row: OpenRequest, outcome: str, followed: bytes | memoryview = b"") -> Fact:
    """Return the chained representation of a question's result, for the segment that closed it.

    It has all answers to it, and which of them counts. `followed` is the column of that name; its order's id is left
    out, because another server renames it.
    """
    facts = hash_json(read_followed(followed).facts).hex() if followed else ""
    named = (row.seat.role, row.entry, row.branch, row.stop)
    answered = (row.revision, row.ready, bytes(row.answers_hash).hex(), facts)
    return ("closed", *named, outcome, _plain(row.due_at), *answered)


def hash_facts(facts: Iterable[Fact]) -> bytes:
    """Return a hash that does not depend on the order of the facts."""
    return sha256(b"\n".join(sorted(msgspec.json.encode(fact, order="sorted") for fact in facts))).digest()


def extend_answers_hash(
    before: bytes | memoryview,
    revision: int,
    answer: bytes | memoryview | None,
    ready: bool,
    channel: str,
    receipt: bytes | memoryview,
    at: datetime,
) -> bytes:
    """Return the hash over all revisions of an answer after one more is stored; `answer` is None for a withdrawal.

    `before` is the hash so far.
    """
    parts = (None if answer is None else bytes(answer), bytes(receipt))
    answered, received = (part if part is None else sha256(part).hexdigest() for part in parts)
    return hash_json(bytes(before).hex(), revision, answered, ready, channel, received, _plain(at))


def branch_fact(branch: Branch) -> Fact:
    """Return the chained representation of a branch: the commitment of its dice, its origin, and the reason.

    It belongs to the branch's first segment.
    """
    origin = (branch.root, branch.parent, branch.parent_checkpoint)
    return (branch.commitment, *origin, branch.reason, _plain(branch.created_at))


def result_fact(game: Game, row: JournalSegment) -> Fact:
    """Return the chained result of a finished game, for its last segment; empty for every other segment."""
    if game.status != Game.Status.OVER or row.number != game.stop:
        return ()
    return (game.status, _plain(game.ended_at), game.standings)


def _plain(value: Any) -> Any:
    """Return a time as text, in UTC as the database returns it, and any other value unchanged."""
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value
