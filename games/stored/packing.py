"""From the kernel's structs to stored bytes and back. Everything here is deflated JSON."""

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


def read_answer(blob: Blob | None) -> Any:
    """A sealed answer as builtins."""
    return msgspec.json.decode(bytes(blob or b"null"))


def as_stored(entries: Sequence[journal.Entry]) -> list[journal.Entry]:
    """Entries as they would be read back, so that going on from memory and from the store is the same."""
    return _entries.decode(_encode(entries))


def plain(value: object) -> Any:
    """A struct as builtins, as it would be read back from the store."""
    return msgspec.json.decode(_encode(value))


def typed_event(title: Title[Any], event: Any) -> Any:
    """A plain event as the title's own struct.

    By way of a decoder that is kept: converted as it is, the union of all events would be worked out anew each time,
    which costs a thousand times as much.
    """
    return codec.decode(codec.encode(event), title.event_type)


def read_question(title: Title[Any], blob: Blob) -> Ask[Any]:
    """A stored question with its form; the context is what the title says, else a plain object.

    The form of one that was read lately is the same object again, with what was found out of it: nobody changes forms.
    """
    found = _stored((title.form_types, title.context_types), bytes(blob))
    return Ask(**{name: getattr(found, name) for name in found.__struct_fields__})


@lru_cache(maxsize=64)
def _stored(kinds: tuple[Any, Any], blob: bytes) -> Any:
    """A page, a tap, a check and an answer read the same question one after the other."""
    decoder = _questions.get(kinds)
    if decoder is None:
        decoder = _questions[kinds] = msgspec.json.Decoder(_question_type(*kinds))
    return decoder.decode(inflate(blob))


def why_unreadable(title: Title[Any], blob: Blob) -> str:
    """Why a stored question can be shown no more under the present rules; empty where it can."""
    try:
        read_question(title, blob)
    except (TypeError, ValueError, msgspec.MsgspecError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _question_type(form_types: Any, context_types: Any) -> type[msgspec.Struct]:
    """`Ask` with the title's own kinds of form and context, so that each is read as what it was."""
    forms: Any = reduce(or_, form_types)
    contexts: Any = reduce(or_, context_types) | None if context_types else Any
    fields = [("key", str), ("kind", str), ("seat", str), ("rule", str), ("prompt", Text), ("form", forms)]
    spare = [("context", contexts, None), ("advisers", tuple[str, ...], ())]
    return msgspec.defstruct("StoredQuestion", [*fields, *spare], frozen=True)


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
