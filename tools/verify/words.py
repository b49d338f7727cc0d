"""Encoding conventions of all signed and hashed data."""

import json
from base64 import b64decode, b64encode, urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any


def written(raw: bytes) -> str:
    """Return bytes in base64url without padding."""
    return urlsafe_b64encode(raw).decode().rstrip("=")


def read(text: str) -> bytes:
    """Decode base64url without padding. Raises ValueError for a text that cannot be decoded."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def stored(text: str | None) -> bytes:
    """Decode a binary field of an export. Raises ValueError for anything but the canonical base64 of some bytes."""
    found = b64decode(text or "", validate=True)
    if b64encode(found).decode() != (text or ""):
        raise ValueError(f"not in plain base64: {text!r:.40}")
    return found


def as_json(value: Any, *, ordered: bool = True) -> bytes:
    """Return the bytes of a value as JSON without spaces, with sorted keys if `ordered`."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, sort_keys=ordered).encode()


def hashed(*values: Any) -> bytes:
    """Return the SHA-256 of the values as a JSON array without spaces and with sorted keys."""
    return sha256(as_json(list(values))).digest()
