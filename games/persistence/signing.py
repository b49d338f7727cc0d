"""The server's signatures for e-mails, receipts and dice, called witnesses, and the line with which a key is published.

A witness is one line of text, ``so-witness-1 WHAT GAME SEAT STOP MARK SUBJECT TIME KEY SIGNATURE``, with a hyphen for
missing parts. SIGNATURE (Ed25519) signs the text before it. Bytes are in base64 for URLs, without padding.
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

WITNESS_PREFIX = "so-witness-1"
KEY_PREFIX = "so-key-1"
EMPTY_FIELD = "-"


class Signer(NamedTuple):
    """A signing key pair; `id` and `public` are the texts published for it."""

    id: str
    public: str
    private: Ed25519PrivateKey

    def sign(self, text: str) -> str:
        """Return the signature of a text, in base64 for URLs."""
        return base64url(self.private.sign(text.encode()))


class AudienceProgress(NamedTuple):
    """How far an audience's history goes: its own stop number, and the mark for all data stored up to that stop."""

    stop: int = 0
    mark: bytes = b""


def current_signer() -> Signer:
    """Return the present signing key."""
    return _signer(settings.PBEM_SIGNING_SEED)


def find_retired_signer(key_id: str) -> Signer | None:
    """Return an earlier signing key; None if the server no longer knows the seed of its private key."""
    signers = map(_signer, settings.PBEM_SIGNING_SEEDS_RETIRED)
    return next((one for one in signers if one.id == key_id), None)


def sign_witness(kind: str, game: UUID, seat: str, reached: AudienceProgress, subject: str, signed_at: datetime) -> str:
    """Return a witness: the server made a document of this `kind` for the seat ("": none) at this point of the game.

    `reached` is how far the seat's history goes at this point. `subject` identifies the document, for example by its
    digest.
    """
    mark, signer = base64url(reached.mark) or EMPTY_FIELD, current_signer()
    words = (
        WITNESS_PREFIX,
        kind,
        game,
        seat or EMPTY_FIELD,
        reached.stop,
        mark,
        subject,
        signed_at.isoformat(),
        signer.id,
    )
    text = " ".join(map(str, words))
    return f"{text} {signer.sign(text)}"


def key_statement(key_id: str, public: str, since: datetime) -> str:
    """Return the line of text that introduces the signing key `public`, in use since `since`.

    The previous key signs this line.
    """
    return f"{KEY_PREFIX} {key_id} {public} {since.isoformat()}"


def text_digest(text: str) -> str:
    """Return the hash of an e-mail's text, ignoring changes of line ends that mail servers may make."""
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").split("\n")]
    return base64url(sha256("\n".join(lines).rstrip().encode()).digest())


def document_digest(document: Mapping[str, Any]) -> str:
    """Return the hash of a JSON object, written with sorted keys and without spaces."""
    return base64url(sha256(msgspec.json.encode(document, order="sorted")).digest())


def base64url(raw: bytes) -> str:
    """Return bytes in base64 for URLs, without padding."""
    return urlsafe_b64encode(raw).decode().rstrip("=")


@lru_cache(maxsize=8)
def _signer(seed: bytes) -> Signer:
    private = Ed25519PrivateKey.from_private_bytes(seed)
    public = private.public_key().public_bytes_raw()
    return Signer(sha256(public).hexdigest()[:16], base64url(public), private)
