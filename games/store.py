"""From the kernel's structs to stored bytes and back, and the hashes that chain what is stored.

Everything here is deflated JSON.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from games.kernel import journal
from games.kernel.driver import NumberedEvent
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Checkpoint, JournalSegment
from games.models.compress import deflate, inflate

Blob = bytes | memoryview

_encode = msgspec.json.Encoder().encode
_entries = msgspec.json.Decoder(list[journal.Entry])
_events = msgspec.json.Decoder(list[NumberedEvent])
_questions: dict[Any, msgspec.json.Decoder[Any]] = {}


def pack(value: object) -> bytes:
    """A struct or builtins as stored bytes."""
    return deflate(_encode(value))


def read_entries(blob: Blob) -> list[journal.Entry]:
    """The journal entries of a segment."""
    return _entries.decode(inflate(bytes(blob)))


def read_events(blob: Blob) -> list[NumberedEvent]:
    """The events of a segment; their wordings are plain objects."""
    return _events.decode(inflate(bytes(blob)))


def typed_event(title: Title[Any], event: Any) -> Any:
    """A plain event as the title's own struct."""
    return msgspec.convert(event, title.event_type)


def read_question(title: Title[Any], blob: Blob) -> Ask[Any]:
    """A stored question with its form; the context is a plain object."""
    decoder = _questions.get(title.form_types)
    if decoder is None:
        decoder = _questions[title.form_types] = msgspec.json.Decoder(_question_type(title))
    found = decoder.decode(inflate(bytes(blob)))
    return Ask(**{name: getattr(found, name) for name in found.__struct_fields__})


def _question_type(title: Title[Any]) -> type[msgspec.Struct]:
    """`Ask` with the title's own kinds of form, so that each is read as what it was."""
    forms: Any = title.form_types[0]
    for kind in title.form_types[1:]:
        forms = forms | kind
    fields = [("key", str), ("kind", str), ("seat", str), ("rule", str), ("prompt", Text), ("form", forms)]
    return msgspec.defstruct("StoredQuestion", [*fields, ("context", Any, None)], frozen=True)


def state_of(row: Checkpoint, keyframe: Checkpoint | None) -> bytes:
    """The state of a checkpoint as it was written."""
    if row.keyframe is None:
        return inflate(bytes(row.state))
    if keyframe is None or keyframe.number != row.keyframe:
        raise ValueError(f"checkpoint {row.number} needs checkpoint {row.keyframe}")
    return inflate(bytes(row.state), inflate(bytes(keyframe.state)))


def read_checkpoint(row: Checkpoint, keyframe: Checkpoint | None) -> journal.Checkpoint:
    """A checkpoint as the kernel takes it; the title brings states of older versions up to date."""
    return journal.Checkpoint(
        number=row.number,
        step=row.step,
        state=state_of(row, keyframe),
        first_entry=row.first_entry,
        first_event=row.first_event,
        first_draw=row.first_draw,
        rules_version=row.rules_version,
    )


class Hashes(NamedTuple):
    """A segment's own digest and its two places in the chains."""

    digest: str
    chain: bytes
    order: bytes


def genesis(commitment: str) -> bytes:
    """What the first segment is chained to: the commitment of the game's first dice."""
    return sha256(f"sealed|{commitment}".encode()).digest()


def segment_digest(row: JournalSegment, told: bytes, checkpoints: Iterable[Checkpoint]) -> str:
    """What a segment and all that was written with it hash to."""
    parts = (row.number, row.branch, row.parent, row.cause, row.first_entry, row.entry_count, row.first_event)
    head = "|".join(map(str, (*parts, row.event_count, row.rules_version, row.at.isoformat())))
    digest = sha256(head.encode())
    for blob in (bytes(row.entries), told):
        digest.update(sha256(blob).digest())
    for checkpoint in checkpoints:
        numbers = (checkpoint.number, checkpoint.step, checkpoint.first_entry, checkpoint.first_event)
        digest.update("|".join(map(str, (*numbers, checkpoint.first_draw, checkpoint.digest))).encode())
    return digest.hexdigest()


def chained(row: JournalSegment, told: bytes, checkpoints: Iterable[Checkpoint], parent: bytes, last: bytes) -> Hashes:
    """The segment's hashes, over its parent in the line of play and over the one written last."""
    digest = segment_digest(row, told, checkpoints)
    own = bytes.fromhex(digest)
    return Hashes(digest, sha256(parent + own).digest(), sha256(last + own).digest())


def state_digest(state: bytes) -> str:
    """What a checkpoint's state hashes to in the chain; it never leaves the server."""
    return sha256(state).hexdigest()[:32]
