"""How an answer was understood, and what the server confirmed of it."""

from typing import Any

import msgspec
from msgspec import Struct

from games.kernel.byhand.prices import Mark, Outlook
from games.kernel.forms import Form
from games.kernel.text import LANGUAGES, Text
from games.kernel.title import Title
from games.models.compress import deflate, inflate


class Understood(Struct, frozen=True, kw_only=True):
    """An answer as it was understood: as JSON, in the text notation, and in words.

    `outlook` is what it comes to for all that its seat knows, `marks` what to draw of it on the picture.
    """

    answer: Any
    notation: str
    description: Text
    outlook: Outlook = Outlook()
    marks: tuple[Mark, ...] = ()


class Receipt(Understood, frozen=True, kw_only=True):
    """What the server confirms. `hash` is the SHA-256 of the nonce and the answer's JSON, for holding it to its word.

    `witness` is the server's signature under it (`games.stored.signing`), over `subject_of`.
    `closes` says what ends the time for changes beside `changeable_until`: ``at_once`` (nobody else is asked),
    ``when_all_answered``, or ``when_ready`` (this is a draft). It never tells what others have done.
    """

    decision: str
    game: str
    seat: str
    revision: int
    ready: bool
    nonce: str
    hash: str
    at: str
    changeable_until: str | None
    closes: str
    witness: str = ""


_USUAL = (
    b'{"answer":[{"order":"","card":"c"}],"notation":"choose pass","description":{"en":"","ja":""},"decision":"",'
    b'"game":"","seat":"red","revision":1,"ready":true,"nonce":"","hash":"","at":"2026-01-01T00:00:00.000000+00:00",'
    b'"changeable_until":null,"closes":"when_all_answered"}{"closes":"at_once"}{"closes":"when_ready"}'
)
"""What receipts look like, as a dictionary for deflating them. Never change it: stored receipts refer to it."""


def pack_receipt(receipt: Receipt) -> bytes:
    """A receipt as stored bytes."""
    return deflate(msgspec.json.encode(receipt), _USUAL)


def read_receipt(blob: bytes | memoryview) -> Receipt:
    """A stored receipt."""
    return msgspec.json.decode(inflate_receipt(blob), type=Receipt)


def inflate_receipt(blob: bytes | memoryview) -> bytes:
    """A stored receipt's JSON. Raises ValueError."""
    return inflate(bytes(blob), _USUAL)


def subject_of(receipt: Receipt) -> str:
    """What is signed of a receipt: ``DECISION/REVISION/ready|draft/HASH``."""
    state = "ready" if receipt.ready else "draft"
    return f"{receipt.decision}/{receipt.revision}/{state}/{receipt.hash}"


def in_words(title: Title[Any], form: Form[Any], typed: Any) -> Text:
    """A typed answer as players read it."""
    return Text(**{language: form.describe(typed, language, form.named(title.labels)) for language in LANGUAGES})
