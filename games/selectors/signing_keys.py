"""The server's public keys, for checking its signatures."""

from dataclasses import dataclass
from datetime import datetime

from games.models import SigningKey
from games.persistence import signing


@dataclass(frozen=True)
class PublicKey:
    """A present or past signing key. `line` states it in one line, with the signature by the key before it.

    `public` are the 32 bytes of Ed25519 in base64 for URLs, without padding.
    """

    id: str
    algorithm: str
    public: str
    since: datetime
    until: datetime | None
    line: str


def list_public_keys() -> list[PublicKey]:
    """Return all signing keys of this server, the oldest first."""
    rows = SigningKey.objects.order_by("since", "id")
    return [PublicKey(row.pk, "Ed25519", row.public, row.since, row.until, format_key_line(row)) for row in rows]


def format_key_line(row: SigningKey) -> str:
    """Return a key as one line: ``so-key-1 KEY PUBLIC SINCE ENDORSED_BY ENDORSEMENT``.

    Missing parts are a hyphen.
    """
    text = signing.key_statement(row.pk, row.public, row.since)
    return f"{text} {row.endorsed_by or signing.EMPTY_FIELD} {row.endorsement or signing.EMPTY_FIELD}"
