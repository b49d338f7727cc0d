"""The hash chain over stored data, and the marks that prove it outside the server.

A segment's digest covers all data written with it: answers and dice, events, states, views; since version 2 also the
data of `chained_facts`: seats and settings, questions asked and closed, and the result. It is salted, so that its hash
reveals nothing. Two chains run through the digests: over the line of play, and over all segments in the order of
writing. A game keeps its version of the chain for life (`Game.chain_version`).

An audience must not be able to count hidden stops, and the head of a chain changes with each of them. So each audience
gets its own mark at each of its own stops (`make_mark`). A mark is computable with salt and chain, looks random to all
others, and cannot be linked to other marks.
"""

import secrets
from collections.abc import Iterable
from hashlib import sha256
from operator import xor
from typing import Any, NamedTuple

from games.models import Branch, Checkpoint, DataPack, Game, JournalSegment, Seat, SeatView
from games.persistence.chained_facts import Fact, branch_fact, hash_facts, hash_json, result_fact

CHAIN_VERSIONS = (1, 2)
SALT_BYTES = 16
MARK_BYTES = 48
_HINT_BYTES = 4
_HINTS = 4
"""How many parts of a segment, the first of its `SegmentDigests`, have a hint in a mark."""

ViewDigest = tuple[str, int, int, int, str, str]
"""A view in the chain: audience, its stop, its first event, count of events, version, SHA-256 of the plain view."""


class SegmentDigests(NamedTuple):
    """The parts of a segment, each with its own hash; in version 1 of the chain the last three are empty."""

    journal: bytes
    events: bytes
    states: bytes
    views: bytes
    setup: bytes = b""
    questions: bytes = b""
    result: bytes = b""


class SegmentHashes(NamedTuple):
    """A segment's own digest and its hash in each of the two chains."""

    digest: str
    chain: bytes
    order: bytes


def new_salt() -> bytes:
    """Return a random salt, which makes a segment's digest unguessable."""
    return secrets.token_bytes(SALT_BYTES)


def genesis_hash(game: Game) -> bytes:
    """Return the hash that precedes the first segment.

    It covers the agreements, the opening, and the commitments of dice and nonces.
    """
    branch = Branch.objects.get(game=game, number=0)
    pack = DataPack.objects.values_list("digest", flat=True).get(pk=game.data_pack_id)
    opening = Checkpoint.objects.get(game=game, written=0)
    seats = Seat.objects.filter(game=game).order_by("position")
    agreed = (game.title, game.scenario, game.options, pack)
    added = [(seat.role, seat.nonce_state, seat.nonce_commitment) for seat in seats]
    if game.chain_version == 1:
        return hash_json("so-genesis-1", *agreed, opening.digest, branch.commitment, added)
    first = _state_fact(opening, game.chain_version)
    return hash_json("so-genesis-2", str(game.origin or game.pk), *agreed, first, branch_fact(branch), added)


def hash_segment_contents(
    game: Game,
    row: JournalSegment,
    events: bytes,
    checkpoints: Iterable[Checkpoint],
    view_digests: Iterable[ViewDigest],
    questions: Iterable[Fact] = (),
) -> SegmentDigests:
    """Return the hashes of a segment and the data written with it, by kind.

    `events` are its stored events, `questions` the facts about the questions that it asked and closed.
    """
    states = [_state_fact(one, game.chain_version) for one in checkpoints]
    parts = (sha256(bytes(row.entries)).digest(), sha256(events).digest(), hash_json(*states))
    held = SegmentDigests(*parts, hash_json(*sorted(view_digests)))
    if game.chain_version == 1:
        return held
    setup, result = sha256(bytes(row.setup)).digest(), hash_json(*result_fact(game, row))
    return held._replace(setup=setup, questions=hash_facts(questions), result=result)


def hash_segment(
    game: Game, row: JournalSegment, contents: SegmentDigests, parent: bytes, last: bytes, opening: Branch | None = None
) -> SegmentHashes:
    """Return the segment's hashes, over its parent in the line of play and over the one written last.

    `opening` is the branch that starts with it.
    """
    numbers = (row.number, row.branch, row.parent, row.cause, row.first_entry, row.entry_count, row.first_event)
    words = (row.event_count, row.rules_version, row.at.isoformat())
    commitment, fact = (opening.commitment, branch_fact(opening)) if opening else ("", ())
    begins: Any = commitment if game.chain_version == 1 else fact
    parts = [part.hex() for part in contents if part]
    salt = bytes(row.salt).hex()
    own = hash_json(f"so-segment-{game.chain_version}", salt, *numbers, *words, begins, *parts)
    return SegmentHashes(own.hex(), sha256(parent + own).digest(), sha256(last + own).digest())


def _state_fact(row: Checkpoint, version: int) -> Fact:
    fact = (row.number, row.step, row.first_entry, row.first_event, row.first_draw, row.rules_version, row.digest)
    return fact if version == 1 else (row.branch, row.keyframe, *fact)


def make_mark(row: JournalSegment, contents: SegmentDigests, audience: str, stop: int) -> bytes:
    """Return the mark in an audience's e-mails for all data stored up to segment `row`, which made its `stop`.

    The first 32 bytes prove it. The other 16 contain, hidden, the beginnings of the first four of the segment's
    `SegmentDigests`: with the salt, they show which of these kinds of data was changed.
    """
    salt = bytes(row.salt).hex()
    hints = b"".join(part[:_HINT_BYTES] for part in contents[:_HINTS])
    pad = hash_json("so-hint-1", salt, audience, stop)
    return hash_json("so-mark-1", salt, bytes(row.order).hex(), audience, stop) + bytes(map(xor, hints, pad))


def view_digest(row: SeatView, view: bytes) -> ViewDigest:
    """Return the digest of a stored view for the hash chain; `view` are its plain bytes."""
    return unsaved_view_digest(row.audience, row.stop, row.first_event, row.event_count, row.view_version, view)


def unsaved_view_digest(
    audience: str, stop: int, first_event: int, event_count: int, version: str, view: bytes
) -> ViewDigest:
    """Return the digest of a view that is not stored yet (see `view_digest`)."""
    return (audience, stop, first_event, event_count, version, sha256(view).hexdigest())


def state_digest(state: bytes) -> str:
    """Return the hash of a checkpoint's state for the chain; it never leaves the server."""
    return sha256(state).hexdigest()[:32]
