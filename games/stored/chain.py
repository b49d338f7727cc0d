"""The hashes that chain what is stored, and the marks that vouch for it outside the server.

A segment's digest covers all that was written with it: answers and dice, events, states, views. It is salted, so that
nothing of it can be guessed from its hash. Two chains run through the digests: over the line of play, and over
everything in the order of writing.

What others see must not count hidden things, and the head of a chain changes with every hidden stop. So each audience
is given, at each of its own stops, a mark of its own (`mark`): whoever knows salt and chain computes it again, for all
others it is a random number, and no two of them can be told to belong together.
"""

import secrets
from collections.abc import Iterable
from hashlib import sha256
from operator import xor
from typing import Any, NamedTuple

import msgspec

from games.models import Branch, Checkpoint, DataPack, Game, JournalSegment, Seat, SeatView

SALT_BYTES = 16
MARK_BYTES = 48
_HINT_BYTES = 4

Seen = tuple[str, int, int, int, str, str]
"""A view in the chain: audience, its stop, its first event, count of events, version, SHA-256 of the plain view."""


class Parts(NamedTuple):
    """What a segment holds, each hashed for itself."""

    journal: bytes
    events: bytes
    states: bytes
    views: bytes


class Hashes(NamedTuple):
    """A segment's own digest and its two places in the chains."""

    digest: str
    chain: bytes
    order: bytes


def new_salt() -> bytes:
    """What makes a segment's digest unguessable."""
    return secrets.token_bytes(SALT_BYTES)


def genesis(game: Game) -> bytes:
    """What the first segment is chained to: what was agreed on, the opening, the commitments of dice and nonces."""
    commitment = Branch.objects.values_list("commitment", flat=True).get(game=game, number=0)
    pack = DataPack.objects.values_list("digest", flat=True).get(pk=game.data_pack_id)
    opening = Checkpoint.objects.values_list("digest", flat=True).get(game=game, written=0)
    seats = Seat.objects.filter(game=game).order_by("position")
    added = [(seat.role, seat.nonce_state, seat.nonce_commitment) for seat in seats]
    return _hashed("so-genesis-1", game.title, game.scenario, game.options, pack, opening, commitment, added)


def parts(row: JournalSegment, told: bytes, checkpoints: Iterable[Checkpoint], seen: Iterable[Seen]) -> Parts:
    """What a segment and all that was written with it hash to, by kind. `told` are its stored events."""
    states = [
        (one.number, one.step, one.first_entry, one.first_event, one.first_draw, one.rules_version, one.digest)
        for one in checkpoints
    ]
    return Parts(sha256(bytes(row.entries)).digest(), sha256(told).digest(), _hashed(*states), _hashed(*sorted(seen)))


def hashes(row: JournalSegment, held: Parts, parent: bytes, last: bytes, opening: str = "") -> Hashes:
    """The segment's hashes, over its parent in the line of play and over the one written last.

    `opening` is the commitment of the dice of a branch that begins with it.
    """
    numbers = (row.number, row.branch, row.parent, row.cause, row.first_entry, row.entry_count, row.first_event)
    words = (row.event_count, row.rules_version, row.at.isoformat(), opening)
    own = _hashed("so-segment-1", bytes(row.salt).hex(), *numbers, *words, *(part.hex() for part in held))
    return Hashes(own.hex(), sha256(parent + own).digest(), sha256(last + own).digest())


def mark(row: JournalSegment, held: Parts, audience: str, stop: int) -> bytes:
    """What stands in an audience's letters for all that was ever stored, up to segment `row`, which made its `stop`.

    The first 32 bytes prove it. The other 16 hide the beginnings of the segment's `Parts`, so that, once the salt is
    known, one can tell what sort of thing was changed.
    """
    salt = bytes(row.salt).hex()
    hints = b"".join(part[:_HINT_BYTES] for part in held)
    pad = _hashed("so-hint-1", salt, audience, stop)
    return _hashed("so-mark-1", salt, bytes(row.order).hex(), audience, stop) + bytes(map(xor, hints, pad))


def seen(row: SeatView, view: bytes) -> Seen:
    """A stored view as it enters the chain; `view` are its plain bytes."""
    return seen_as(row.audience, row.stop, row.first_event, row.event_count, row.view_version, view)


def seen_as(audience: str, stop: int, first_event: int, event_count: int, version: str, view: bytes) -> Seen:
    """The same of a view that is not stored yet."""
    return (audience, stop, first_event, event_count, version, sha256(view).hexdigest())


def state_digest(state: bytes) -> str:
    """What a checkpoint's state hashes to in the chain; it never leaves the server."""
    return sha256(state).hexdigest()[:32]


def _hashed(*values: Any) -> bytes:
    """SHA-256 of a JSON array without spaces, keys in order: unambiguous, and easily made again anywhere."""
    return sha256(msgspec.json.encode(values, order="sorted")).digest()
