"""Digests of e-mail addresses, for tables that need to compare addresses but must not store them."""

from hashlib import sha256


def address_digest(address: str) -> str:
    """Return the SHA-256 of an address, ignoring case."""
    return sha256(address.strip().casefold().encode()).hexdigest()
