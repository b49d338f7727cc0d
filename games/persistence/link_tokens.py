"""Make secret tokens for links: 256 random bits. The database stores only their hash."""

import secrets
from hashlib import sha256


def make_link_token() -> tuple[str, str]:
    """Return a new token for a link, and the digest to store."""
    token = secrets.token_urlsafe(32)
    return token, token_digest(token)


def token_digest(token: str) -> str:
    """Return the hash of a link's token, as the database stores it."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()
