"""A browser that subscribes at a push service, and reads what it is pushed (RFC 8291), with its own decryption."""

import json
import secrets
from base64 import urlsafe_b64encode
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def base64url(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class Browser:
    """A browser with its keys."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.private, self.secret = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": base64url(_point(self.private.public_key())), "auth": base64url(self.secret)}

    def form(self, label: str = "") -> dict[str, str]:
        """What the page's form sends."""
        return {"endpoint": self.endpoint, **self.keys, "label": label}

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt a message of one record: salt, record size, the sender's key, and the text with its delimiter."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        info = b"WebPush: info\0" + _point(self.private.public_key()) + sender
        common = _derive(self.secret, shared, info, 32)
        key = _derive(salt, common, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derive(salt, common, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert plain.endswith(b"\x02"), "the delimiter of the last record"
        found: dict[str, Any] = json.loads(plain[:-1])
        return found
