"""Receipts: how the server understood an answer, and its confirmation."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

from games.kernel.drafts import Annotation, Preview
from games.kernel.forms import Form
from games.kernel.text import Text
from games.kernel.title import Title
from games.models.compression import deflate, inflate

Time = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]


class InterpretedAnswer(Struct, frozen=True, kw_only=True):
    """An answer as understood: as JSON, in the text notation, and in words.

    `preview` is its projected effect as far as its seat knows, `annotations` are its marks on the picture.
    """

    answer: Any
    notation: str
    description: Text
    preview: Preview = field(name="outlook", default=Preview())
    annotations: tuple[Annotation, ...] = field(name="marks", default=())


class Receipt(InterpretedAnswer, frozen=True, kw_only=True):
    """The server's confirmation. `hash` is the SHA-256 of the nonce and the answer's JSON, as proof of the answer.

    `witness` is the server's signature under it (`games.persistence.signing`), over `receipt_subject`. `closes` says
    what, beside `changeable_until`, ends the time for changes: ``at_once`` (no other seat is asked),
    ``when_all_answered``, or ``when_ready`` (this is a draft). It never reveals whether others have answered. `late`:
    the answer came after the deadline and its grace, and counts because the decision was still open.
    """

    decision: str
    game: str
    seat: str
    revision: int
    ready: bool
    nonce: str
    hash: str
    at: Time
    changeable_until: Time | None
    closes: str
    witness: str = ""
    late: bool = False


_USUAL = (
    b'{"answer":[{"order":"","card":"c"}],"notation":"choose pass","description":{"en":"","ja":""},"decision":"",'
    b'"game":"","seat":"red","revision":1,"ready":true,"nonce":"","hash":"","at":"2026-01-01T00:00:00.000000+00:00",'
    b'"changeable_until":null,"closes":"when_all_answered"}{"closes":"at_once"}{"closes":"when_ready"}'
)
"""A typical receipt, as the dictionary for deflating. Never change it: stored receipts depend on it."""


def pack_receipt(receipt: Receipt) -> bytes:
    """Return a receipt as stored bytes."""
    return deflate(msgspec.json.encode(receipt), _USUAL)


def read_receipt(blob: bytes | memoryview) -> Receipt:
    """Return a stored receipt."""
    return msgspec.json.decode(inflate_receipt(blob), type=Receipt)


def inflate_receipt(blob: bytes | memoryview) -> bytes:
    """Return the JSON of a stored receipt. Raises ValueError for damaged bytes."""
    return inflate(bytes(blob), _USUAL)


def receipt_subject(receipt: Receipt) -> str:
    """Return the signed text of a receipt: ``DECISION/REVISION/ready|draft/HASH``."""
    state = "ready" if receipt.ready else "draft"
    return f"{receipt.decision}/{receipt.revision}/{state}/{receipt.hash}"


def describe_answer(title: Title[Any], form: Form[Any], answer: Any) -> Text:
    """Return a typed answer as players read it."""
    labels = form.labels_in_context(title.presentation.labels)
    return Text.each(lambda language: form.describe(answer, language, labels))
