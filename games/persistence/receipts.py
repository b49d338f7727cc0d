"""Receipts: the server's confirmation of an answer, and how it understood the answer."""

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
    """An answer as the server understood it."""

    answer: Any
    """The answer as JSON."""
    notation: str
    """The answer in the text notation of orders."""
    description: Text
    """The answer in words."""
    preview: Preview = field(name="outlook", default=Preview())
    """The effect of the answer, as far as the seat can know it."""
    annotations: tuple[Annotation, ...] = field(name="marks", default=())
    """The marks that show the answer on the board."""


class Receipt(InterpretedAnswer, frozen=True, kw_only=True):
    """The server's confirmation of an answer."""

    decision: str
    """The id of the question."""
    game: str
    """The id of the game."""
    seat: str
    revision: int
    ready: bool
    """True if the answer is submitted; False if it is a draft."""
    nonce: str
    """A random text that makes `hash` unguessable."""
    hash: str
    """The SHA-256 of the nonce and the answer's JSON, as proof of the answer."""
    at: Time
    """When the answer was stored."""
    changeable_until: Time | None
    """Until when the answer can be changed; None without a deadline. Like `closes`, it does not reveal whether others
    have answered.
    """
    closes: str
    """The event that may end the time for changes earlier: ``at_once`` (no other seat is asked), ``when_all_answered``,
    or ``when_ready`` (this is a draft).
    """
    witness: str = ""
    """The server's signature over `receipt_subject` (`games.persistence.signing`)."""
    late: bool = False
    """True if the answer came after the deadline and its grace period; it counts because the question was still open.
    """


_USUAL = (
    b'{"answer":[{"order":"","card":"c"}],"notation":"choose pass","description":{"en":"","ja":""},"decision":"",'
    b'"game":"","seat":"red","revision":1,"ready":true,"nonce":"","hash":"","at":"2026-01-01T00:00:00.000000+00:00",'
    b'"changeable_until":null,"closes":"when_all_answered"}{"closes":"at_once"}{"closes":"when_ready"}'
)
"""A typical receipt, used as the compression dictionary. Never change it: stored receipts depend on it."""


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
    """Return an answer, as the form's Python value, in words for players."""
    labels = form.labels_in_context(title.presentation.labels)
    return Text.each(lambda language: form.describe(answer, language, labels))
