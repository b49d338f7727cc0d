"""What the server signs: one line of text, the same for letters, receipts and dice, and the line of a key.

A witness is ``so-witness-1 WHAT GAME SEAT STOP MARK SUBJECT TIME KEY SIGNATURE``, in one line, a hyphen for what there
is not. SIGNATURE (Ed25519) is over the text before it. Bytes are in base64 for URLs, without padding.
"""

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

WITNESS = "so-witness-1"
KEY = "so-key-1"
NOTHING = "-"


class Signer(NamedTuple):
    """A key pair; `id` and `public` as they are published."""

    id: str
    public: str
    private: Ed25519PrivateKey

    def sign(self, text: str) -> str:
        """The signature under a text."""
        return written(self.private.sign(text.encode()))


class Reached(NamedTuple):
    """How far an audience has come: its own stop, and the mark that vouches for all that was stored until then."""

    stop: int = 0
    mark: bytes = b""


def current() -> Signer:
    """The key that this server signs with."""
    return _signer(settings.PBEM_SIGNING_SEED)


def retired(key_id: str) -> Signer | None:
    """A key that was signed with earlier, if its seed is still known."""
    signers = map(_signer, settings.PBEM_SIGNING_SEEDS_RETIRED)
    return next((one for one in signers if one.id == key_id), None)


def witness(what: str, game: UUID, seat: str, reached: Reached, subject: str, at: datetime) -> str:
    """The signed line: `what` about `subject` was said to a seat (or nobody) that had come so far."""
    mark, signer = written(reached.mark) or NOTHING, current()
    words = (WITNESS, what, game, seat or NOTHING, reached.stop, mark, subject, at.isoformat(), signer.id)
    text = " ".join(map(str, words))
    return f"{text} {signer.sign(text)}"


def key_text(key_id: str, public: str, since: datetime) -> str:
    """What is said of a key, and signed by the one before it."""
    return f"{KEY} {key_id} {public} {since.isoformat()}"


def text_digest(text: str) -> str:
    """The hash of a letter's text: without what mail servers may change at the ends of lines."""
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").split("\n")]
    return written(sha256("\n".join(lines).rstrip().encode()).digest())


def document_digest(document: Mapping[str, Any]) -> str:
    """The hash of a JSON object: keys in order, no spaces."""
    return written(sha256(msgspec.json.encode(document, order="sorted")).digest())


def written(raw: bytes) -> str:
    """Bytes in base64 for URLs, without padding."""
    return urlsafe_b64encode(raw).decode().rstrip("=")


@lru_cache(maxsize=8)
def _signer(seed: bytes) -> Signer:
    private = Ed25519PrivateKey.from_private_bytes(seed)
    public = private.public_key().public_bytes_raw()
    return Signer(sha256(public).hexdigest()[:16], written(public), private)
