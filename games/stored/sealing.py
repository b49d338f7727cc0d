"""Words that lie in the store for a while and are nobody's but the server's: encrypted under the secret key."""

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256

import msgspec
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

_SALT = b"games.stored.sealing|"


def seal(words: Mapping[str, str]) -> bytes:
    """The words so that only a server with the same secret key can read them."""
    return _box(settings.SECRET_KEY, tuple(settings.SECRET_KEY_FALLBACKS)).encrypt(msgspec.json.encode(dict(words)))


def unseal(sealed: bytes) -> dict[str, str] | None:
    """What was sealed; None for what is wiped, damaged, or sealed under a key that is no longer known."""
    try:
        plain = _box(settings.SECRET_KEY, tuple(settings.SECRET_KEY_FALLBACKS)).decrypt(bytes(sealed))
    except InvalidToken:
        return None
    return msgspec.json.decode(plain, type=dict[str, str])


@lru_cache(maxsize=4)
def _box(secret: str, retired: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(urlsafe_b64encode(sha256(_SALT + key.encode()).digest())) for key in (secret, *retired)])
