"""Convert the kernel's structs to stored bytes and back. The stored form is compressed JSON."""

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
    """Return a struct, or JSON values (dict, list, …), as stored bytes."""
    return deflate(_encode(value))


def read_entries(blob: Blob) -> list[journal.Entry]:
    """Return the journal entries in a segment's stored bytes."""
    return _entries.decode(inflate(bytes(blob)))


def read_events(blob: Blob) -> list[NumberedEvent]:
    """Return the events in stored bytes; the variants for the audiences are dicts, not the title's structs."""
    return _events.decode(inflate(bytes(blob)))


def read_answer(blob: Blob | None) -> Any:
    """Return a stored answer as JSON values (dict, list, …)."""
    return msgspec.json.decode(bytes(blob or b"null"))


def reload_entries(entries: Sequence[journal.Entry]) -> list[journal.Entry]:
    """Return the entries as if they had been stored and read, so that cached and loaded positions are equal."""
    return _entries.decode(_encode(entries))


def to_builtins(value: object) -> Any:
    """Return a struct as JSON values (dict, list, str, …), equal to what decoding its stored form would give."""
    return msgspec.json.decode(_encode(value))


def to_typed_event(title: Title[Any], event: Any) -> Any:
    """Return an event, given as a dict, as the title's own struct.

    The decoder is cached: a new decoder would take a thousand times as long, because msgspec analyzes the union of all
    events.
    """
    return codec.decode(codec.encode(event), title.rules.event_type)


def read_question(title: Title[Any], blob: Blob) -> Ask[Any]:
    """Return a stored question with its form. The context is of the title's type or, if there is no such type, a dict.

    Reading the same question again soon returns the same form object with its cached results; forms are immutable.
    """
    found = _stored((title.rules.form_types, title.rules.context_types), bytes(blob))
    return Ask(**{name: getattr(found, name) for name in found.__struct_fields__})


@lru_cache(maxsize=64)
def _stored(kinds: tuple[Any, Any], blob: bytes) -> Any:
    """Return a decoded question; `kinds` are the title's types of forms and contexts.

    It is cached, because a page, a tap, a check and an answer read the same question in sequence.
    """
    decoder = _questions.get(kinds)
    if decoder is None:
        decoder = _questions[kinds] = msgspec.json.Decoder(_question_type(*kinds))
    return decoder.decode(inflate(blob))


def unreadable_reason(title: Title[Any], blob: Blob) -> str:
    """Return the reason why the present rules cannot read a stored question; "" if they can."""
    try:
        read_question(title, blob)
    except (TypeError, ValueError, msgspec.MsgspecError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _question_type(form_types: Any, context_types: Any) -> type[msgspec.Struct]:
    """Return a struct with the fields of `Ask` and the title's own types of form and context, for decoding."""
    forms: Any = reduce(or_, form_types)
    contexts: Any = reduce(or_, context_types) | None if context_types else Any
    fields = [("key", str), ("kind", str), ("seat", str), ("rule", str), ("prompt", Text), ("form", forms)]
    spare = [("context", contexts, None), ("advisers", tuple[str, ...], ())]
    return msgspec.defstruct("StoredQuestion", [*fields, *spare], frozen=True)


def read_state(row: Checkpoint, keyframe: Checkpoint | None) -> bytes:
    """Return the uncompressed state of a checkpoint.

    `keyframe`: the checkpoint with the number `row.keyframe`, whose state is the compression dictionary; None if
    `row.keyframe` is None. Raises ValueError if it is another one, or missing.
    """
    if row.keyframe is None:
        return inflate(bytes(row.state))
    if keyframe is None or keyframe.number != row.keyframe:
        raise ValueError(f"checkpoint {row.number} needs checkpoint {row.keyframe}")
    return inflate(bytes(row.state), inflate(bytes(keyframe.state)))


def read_checkpoint(row: Checkpoint, keyframe: Checkpoint | None) -> journal.Checkpoint:
    """Return a checkpoint for the kernel, with its state uncompressed.

    The title converts states of older versions when it reads them. `keyframe`: as for `read_state`.
    """
    return journal.Checkpoint(
        number=row.number,
        step=row.step,
        state=read_state(row, keyframe),
        first_entry=row.first_entry,
        first_event=row.first_event,
        first_draw=row.first_draw,
        rules_version=row.rules_version,
    )
