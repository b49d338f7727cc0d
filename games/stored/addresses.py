"""Addresses where they need not be readable: enough to tell whether two are the same."""

from hashlib import sha256


def address_digest(address: str) -> str:
    """The SHA-256 of an address, whose case does not matter."""
    return sha256(address.strip().casefold().encode()).hexdigest()
