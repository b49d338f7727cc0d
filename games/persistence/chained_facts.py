"""Facts that a game's hash chain covers besides the journal: seats and settings, questions with answers, the result.

A fact is a tuple of plain values. `tools/verify` computes all facts again from an exported record; on purpose it shares
no code with this module.
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
    *("visibility", "several_seats", "hints_allowed", "trials", "created_at", "started_at"),
)
"""The game's columns in its setup. Title, scenario and options are not among them: the genesis hash covers them."""
ADDED = {"hints_allowed": False, "trials": "bots"}
"""Settings that earlier releases did not have, with the value that leaves them out of the JSON."""
SEAT_FIELDS = ("role", "position", "kind", "bot", "stand_in", "since", "by_invitation")
"""The seat's columns in its game's setup."""

Fact = tuple[Any, ...]


def hash_json(*values: Any) -> bytes:
    """Return the SHA-256 of a JSON array of the values, without spaces and with sorted keys.

    This format is unambiguous and easy to reproduce in any language.
    """
    return sha256(msgspec.json.encode(values, order="sorted")).digest()


def setup_json(game: Game, seats: Iterable[Seat]) -> bytes:
    """Return the JSON of the game's settings and seats, with the name of a seat's bot but not of its player."""
    settings = {name: _plain(getattr(game, name)) for name in SETTINGS}
    settings = {name: value for name, value in settings.items() if name not in ADDED or value != ADDED[name]}
    rows = [{name: _plain(getattr(seat, name)) for name in SEAT_FIELDS} for seat in seats]
    return msgspec.json.encode({"seats": rows, "settings": settings}, order="sorted")


def record_setup(row: JournalSegment, game: Game, seats: Sequence[Seat]) -> None:
    """Set the column `setup` of an unsaved segment to the seats and settings, if these differ from the last setup."""
    setup = setup_json(game, seats)
    digest = sha256(setup).digest()
    if bytes(game.setup_hash) != digest:
        row.setup, game.setup_hash = deflate(setup), digest


def asked_fact(row: OpenRequest) -> Fact:
    """Return the fact that a question was asked, for the segment that asked it."""
    question = sha256(bytes(row.question)).hexdigest()
    named = (row.seat.role, row.entry, row.key, row.kind, row.rule)
    return ("asked", *named, question, row.seat_stop, _plain(row.opened_at))


def closed_fact(row: OpenRequest, outcome: str, followed: bytes | memoryview = b"") -> Fact:
    """Return the fact that a question was closed, for the segment that closed it.

    The fact covers all answers to the question, and which answer counts. `outcome` is a value of `OpenRequest.Outcome`,
    `followed` the content of the column of that name. The standing order's id in `followed` is left out, because the id
    changes when the game is imported on another server.
    """
    facts = hash_json(read_followed(followed).facts).hex() if followed else ""
    named = (row.seat.role, row.entry, row.branch, row.stop)
    answered = (row.revision, row.ready, bytes(row.answers_hash).hex(), facts)
    return ("closed", *named, outcome, _plain(row.due_at), *answered)


def hash_facts(facts: Iterable[Fact]) -> bytes:
    """Return the SHA-256 of the facts. The result does not depend on their order."""
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
    """Return the hash over all revisions of an answer, including a new revision.

    `before` is the hash over the earlier revisions. The other arguments are the columns of the new `SealedAnswer`;
    `answer` is None for a withdrawal.
    """
    parts = (None if answer is None else bytes(answer), bytes(receipt))
    answered, received = (part if part is None else sha256(part).hexdigest() for part in parts)
    return hash_json(bytes(before).hex(), revision, answered, ready, channel, received, _plain(at))


def branch_fact(branch: Branch) -> Fact:
    """Return the fact that a branch began, with the commitment to its dice, its origin and the reason.

    The hash of the branch's first segment covers it.
    """
    origin = (branch.root, branch.parent, branch.parent_checkpoint)
    return (branch.commitment, *origin, branch.reason, _plain(branch.created_at))


def result_fact(game: Game, row: JournalSegment) -> Fact:
    """Return the fact with the result of a finished game, for its last segment; empty for every other segment."""
    if game.status != Game.Status.OVER or row.number != game.stop:
        return ()
    return (game.status, _plain(game.ended_at), game.standings)


def _plain(value: Any) -> Any:
    """Return a time as text, in UTC as the database returns it, and any other value unchanged."""
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value
