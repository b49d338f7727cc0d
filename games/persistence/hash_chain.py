"""The hash chain over a game's stored data, and the marks that prove it outside the server.

A segment's digest covers all data stored with it: answers and dice, events, states, views; since version 2 also the
data of `chained_facts`: seats and settings, questions asked and closed, and the result. It is salted, so that the
digest reveals nothing. Two chains of hashes run through the digests: one over the line of play, and one over all
segments in the order of storage. A game never changes its version of the chain (`Game.chain_version`).

The newest hash of a chain changes with every stop, but an audience must not be able to count the stops hidden from it.
So players do not get these hashes: each audience gets its own *mark* at each of its own stops (`make_mark`). Salt and
chain are needed to compute a mark; without them it looks random and cannot be linked to other marks.
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
"""The number of hints in a mark: each is the beginning of one hash, in the order of `SegmentDigests`."""

ViewDigest = tuple[str, int, int, int, str, str]
"""The digest of a view: audience, stop, first event, number of events, rules version, SHA-256 of the view's bytes.

Stop and first event are the audience's own numbers."""


class SegmentDigests(NamedTuple):
    """The SHA-256 of each part of a segment; in version 1 of the chain the last three are empty."""

    journal: bytes
    """Of the answers and dice."""
    events: bytes
    """Of the events of all audiences."""
    states: bytes
    """Of the checkpoints."""
    views: bytes
    """Of the views of all audiences."""
    setup: bytes = b""
    """Of the game's seats and settings."""
    questions: bytes = b""
    """Of the questions asked and closed with the segment."""
    result: bytes = b""
    """Of the result of a finished game."""


class SegmentHashes(NamedTuple):
    """The hashes of a segment as a whole."""

    digest: str
    """The hash of its contents."""
    chain: bytes
    """Its hash in the chain over the line of play."""
    order: bytes
    """Its hash in the chain over all segments in the order of storage."""


def new_salt() -> bytes:
    """Return a random salt, which makes a segment's digest unguessable."""
    return secrets.token_bytes(SALT_BYTES)


def genesis_hash(game: Game) -> bytes:
    """Return the hash with which a game's chains begin, before the first segment.

    It covers title, scenario, options and component data, the first checkpoint, and the commitments to dice and nonces.
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
    """Return the hash of each part of a segment.

    `row` is the segment, `events` are the stored bytes of its events, `checkpoints` and `view_digests` those stored
    with it, and `questions` the facts about the questions asked and closed with it.
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
    """Return the segment's digest and its hashes in both chains.

    `contents` is the result of `hash_segment_contents`. `parent` is the hash of the previous segment in the line of
    play, `last` the hash of the segment stored last. `opening` is the branch that starts with the segment, if a branch
    does.
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
    """Return an audience's mark for all data stored up to the segment `row`; `stop` is the audience's own number.

    The first 32 bytes are a hash over that data. The other 16 bytes are hints: the first four bytes of each of the
    first four `SegmentDigests`, encrypted. With the salt, the hints show which part of the data was changed.
    """
    salt = bytes(row.salt).hex()
    hints = b"".join(part[:_HINT_BYTES] for part in contents[:_HINTS])
    pad = hash_json("so-hint-1", salt, audience, stop)
    return hash_json("so-mark-1", salt, bytes(row.order).hex(), audience, stop) + bytes(map(xor, hints, pad))


def view_digest(row: SeatView, view: bytes) -> ViewDigest:
    """Return the digest of a stored view for the hash chain; `view` are its uncompressed bytes."""
    return unsaved_view_digest(row.audience, row.stop, row.first_event, row.event_count, row.view_version, view)


def unsaved_view_digest(
    audience: str, stop: int, first_event: int, event_count: int, version: str, view: bytes
) -> ViewDigest:
    """Return the digest of a view that is not stored yet (see `view_digest`)."""
    return (audience, stop, first_event, event_count, version, sha256(view).hexdigest())


def state_digest(state: bytes) -> str:
    """Return the hash of a checkpoint's state for the chain; players never get it."""
    return sha256(state).hexdigest()[:32]
