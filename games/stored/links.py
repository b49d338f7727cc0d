"""Tokens in links: 256 random bits, shown once; the store holds their hash."""

import secrets
from hashlib import sha256


def new_token() -> tuple[str, str]:
    """A token and its digest."""
    token = secrets.token_urlsafe(32)
    return token, digest_of(token)


def digest_of(token: str) -> str:
    """What is stored of a token."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()
