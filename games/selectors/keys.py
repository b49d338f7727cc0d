"""The public keys of the server, for whoever wants to check what it signed."""

from dataclasses import dataclass
from datetime import datetime

from games.models import SigningKey
from games.stored import signing


@dataclass(frozen=True)
class PublicKey:
    """A key that the server signs with, or once did. `line` says it in one line, with the signature of the key before.

    `public` are the 32 bytes of Ed25519 in base64 for URLs, without padding.
    """

    id: str
    algorithm: str
    public: str
    since: datetime
    until: datetime | None
    line: str


def public_keys() -> list[PublicKey]:
    """Every key that this server ever signed with, the oldest first."""
    rows = SigningKey.objects.order_by("since", "id")
    return [PublicKey(row.pk, "Ed25519", row.public, row.since, row.until, key_line(row)) for row in rows]


def key_line(row: SigningKey) -> str:
    """A key in one line: ``so-key-1 KEY PUBLIC SINCE ENDORSED_BY ENDORSEMENT``, a hyphen for what there is not."""
    text = signing.key_text(row.pk, row.public, row.since)
    return f"{text} {row.endorsed_by or signing.NOTHING} {row.endorsement or signing.NOTHING}"
