"""Tokens in links: 256 random bits, shown once; only their hash is stored."""

import secrets
from hashlib import sha256


def make_link_token() -> tuple[str, str]:
    """Return a new token for a link, and the digest to store."""
    token = secrets.token_urlsafe(32)
    return token, token_digest(token)


def token_digest(token: str) -> str:
    """Return the stored digest of a token."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()
