"""Convert the kernel's structs to stored bytes and back. All of it is deflated JSON."""

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Any

import msgspec

from games.kernel import codec, journal
from games.kernel.driver import NumberedEvent
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Checkpoint
from games.models.compression import deflate, inflate

Blob = bytes | memoryview

_encode = msgspec.json.Encoder().encode
_entries = msgspec.json.Decoder(list[journal.Entry])
_events = msgspec.json.Decoder(list[NumberedEvent])
_questions: dict[Any, msgspec.json.Decoder[Any]] = {}


def pack(value: object) -> bytes:
    """Return a struct or builtins as stored bytes."""
    return deflate(_encode(value))


def read_entries(blob: Blob) -> list[journal.Entry]:
    """Return the journal entries of a segment."""
    return _entries.decode(inflate(bytes(blob)))


def read_events(blob: Blob) -> list[NumberedEvent]:
    """Return the events of a segment; the variants are plain objects."""
    return _events.decode(inflate(bytes(blob)))


def read_answer(blob: Blob | None) -> Any:
    """Return a sealed answer as builtins."""
    return msgspec.json.decode(bytes(blob or b"null"))


def reload_entries(entries: Sequence[journal.Entry]) -> list[journal.Entry]:
    """Return entries as they would be read back, so that results from memory and from the database are equal."""
    return _entries.decode(_encode(entries))


def to_builtins(value: object) -> Any:
    """Return a struct as JSON builtins, as it would be read back."""
    return msgspec.json.decode(_encode(value))


def to_typed_event(title: Title[Any], event: Any) -> Any:
    """Return a plain event as the title's own struct.

    The decoder is cached: without it, msgspec would analyze the union of all events each time, which takes a thousand
    times as long.
    """
    return codec.decode(codec.encode(event), title.rules.event_type)


def read_question(title: Title[Any], blob: Blob) -> Ask[Any]:
    """Return a stored question with its form. Its context has the title's type, or is a plain object without one.

    A form that was read recently is the same object again, with its cached results: forms are immutable.
    """
    found = _stored((title.rules.form_types, title.rules.context_types), bytes(blob))
    return Ask(**{name: getattr(found, name) for name in found.__struct_fields__})


@lru_cache(maxsize=64)
def _stored(kinds: tuple[Any, Any], blob: bytes) -> Any:
    """Return a stored question, decoded; cached, because a page, a tap, a check and an answer read it in sequence."""
    decoder = _questions.get(kinds)
    if decoder is None:
        decoder = _questions[kinds] = msgspec.json.Decoder(_question_type(*kinds))
    return decoder.decode(inflate(blob))


def unreadable_reason(title: Title[Any], blob: Blob) -> str:
    """Return why the present rules cannot show a stored question; empty if they can."""
    try:
        read_question(title, blob)
    except (TypeError, ValueError, msgspec.MsgspecError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _question_type(form_types: Any, context_types: Any) -> type[msgspec.Struct]:
    """Return `Ask` with the title's own kinds of form and context, so that each is decoded as its own type."""
    forms: Any = reduce(or_, form_types)
    contexts: Any = reduce(or_, context_types) | None if context_types else Any
    fields = [("key", str), ("kind", str), ("seat", str), ("rule", str), ("prompt", Text), ("form", forms)]
    spare = [("context", contexts, None), ("advisers", tuple[str, ...], ())]
    return msgspec.defstruct("StoredQuestion", [*fields, *spare], frozen=True)


def read_state(row: Checkpoint, keyframe: Checkpoint | None) -> bytes:
    """Return the state of a checkpoint, uncompressed."""
    if row.keyframe is None:
        return inflate(bytes(row.state))
    if keyframe is None or keyframe.number != row.keyframe:
        raise ValueError(f"checkpoint {row.number} needs checkpoint {row.keyframe}")
    return inflate(bytes(row.state), inflate(bytes(keyframe.state)))


def read_checkpoint(row: Checkpoint, keyframe: Checkpoint | None) -> journal.Checkpoint:
    """Return a checkpoint for the kernel; the title upgrades states of older versions."""
    return journal.Checkpoint(
        number=row.number,
        step=row.step,
        state=read_state(row, keyframe),
        first_entry=row.first_entry,
        first_event=row.first_event,
        first_draw=row.first_draw,
        rules_version=row.rules_version,
    )
