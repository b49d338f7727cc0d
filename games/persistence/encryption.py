"""Encrypt short-lived secrets in the database under the server's secret key."""

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256

import msgspec
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

_SALT = b"games.stored.sealing|"


def encrypt(fields: Mapping[str, str]) -> bytes:
    """Return the fields encrypted with the server's secret key."""
    return _box(settings.SECRET_KEY, tuple(settings.SECRET_KEY_FALLBACKS)).encrypt(msgspec.json.encode(dict(fields)))


def decrypt(sealed: bytes) -> dict[str, str] | None:
    """Return the fields that `encrypt` encrypted; None if they were wiped, are damaged, or need an unknown key."""
    try:
        plain = _box(settings.SECRET_KEY, tuple(settings.SECRET_KEY_FALLBACKS)).decrypt(bytes(sealed))
    except InvalidToken:
        return None
    return msgspec.json.decode(plain, type=dict[str, str])


@lru_cache(maxsize=4)
def _box(secret: str, retired: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(urlsafe_b64encode(sha256(_SALT + key.encode()).digest())) for key in (secret, *retired)])
