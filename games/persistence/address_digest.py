"""Digests of e-mail addresses, which suffice for comparison."""

from hashlib import sha256


def address_digest(address: str) -> str:
    """Return the SHA-256 of an address, ignoring case."""
    return sha256(address.strip().casefold().encode()).hexdigest()
