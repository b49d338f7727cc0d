"""The server's key pair for notifications on devices (VAPID, RFC 8292), and a browser's keys for them (RFC 8291).

Keys are texts in base64 for URLs without padding, as browsers use them.
"""

from base64 import b64decode
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from games.persistence.signing import base64url

PRIVATE_BYTES = 32
"""The length of the server's private key (curve P-256), in bytes."""
AUTH_BYTES = 16
"""The length of a browser's authentication secret, in bytes."""


def make_private_key() -> str:
    """Return a new private key of the server."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64url(number.to_bytes(PRIVATE_BYTES, "big"))


def load_private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Return the server's private key from its text. Raises ValueError if the text is invalid."""
    seed = decode_base64url(text)
    if len(seed) != PRIVATE_BYTES:
        raise ValueError(f"a private key has {PRIVATE_BYTES} bytes")
    return ec.derive_private_key(int.from_bytes(seed, "big"), ec.SECP256R1())


def get_public_key() -> str:
    """Return the server's public key, with which browsers subscribe; "" if the server sends no notifications."""
    return _public_key(settings.PBEM_PUSH_KEY) if settings.PBEM_PUSH_KEY else ""


def is_browser_key(p256dh: str, auth: str) -> bool:
    """Return True if `p256dh` is a valid public key of a browser, and `auth` is as long as a browser's secret is."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64url(p256dh))
        return len(decode_base64url(auth)) == AUTH_BYTES
    except ValueError:
        return False


def decode_base64url(text: str) -> bytes:
    """Return the bytes of a text in base64 for URLs, with or without padding. Raises ValueError for other text."""
    bare = text.rstrip("=")
    return b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)


@lru_cache(maxsize=4)
def _public_key(private: str) -> str:
    public = load_private_key(private).public_key()
    return base64url(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
