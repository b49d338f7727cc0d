"""Read the server's public keys, with which everybody can check its signatures."""

from dataclasses import dataclass
from datetime import datetime

from games.models import SigningKey
from games.persistence import signing


@dataclass(frozen=True)
class PublicKey:
    """A present or past signing key."""

    id: str
    algorithm: str
    public: str
    """The 32 bytes of Ed25519 in base64 for URLs, without padding."""
    since: datetime
    until: datetime | None
    """When the key was replaced; None for the present key."""
    line: str
    """The key as text, with the signature by its predecessor."""


def list_public_keys() -> list[PublicKey]:
    """Return all signing keys of this server, the oldest first."""
    rows = SigningKey.objects.order_by("since", "id")
    return [PublicKey(row.pk, "Ed25519", row.public, row.since, row.until, format_key_line(row)) for row in rows]


def format_key_line(row: SigningKey) -> str:
    """Return a key as one line of text: ``so-key-1 KEY PUBLIC SINCE ENDORSED_BY ENDORSEMENT``.

    A missing part is written as a hyphen.
    """
    text = signing.key_statement(row.pk, row.public, row.since)
    return f"{text} {row.endorsed_by or signing.EMPTY_FIELD} {row.endorsement or signing.EMPTY_FIELD}"
