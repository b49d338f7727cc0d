"""Write notifications for browsers, encrypted for one browser (RFC 8291) and signed by the server (VAPID, RFC 8292)."""

from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from py_vapid import Vapid, VapidException

from games.models import WebhookCall
from games.persistence.push_keys import decode_base64url, load_private_key
from games.services.devices import get_device_keys, needs_new_permission
from worker.webhooks.http_call import CallRefused

LIFETIME_SECONDS = 24 * 60 * 60
"""The time for which a push service keeps a notification for a device that it cannot reach, in seconds."""
PADDED_BYTES = 2048
"""The length of a notification before encryption, in bytes, so that its length tells nothing; longer ones have a
multiple of it. A push service must accept 3,993 bytes.
"""
OTHER_KEY_REASON = "the server's key is another one now: allow notifications again in this browser"


def write_notification(call: WebhookCall) -> tuple[dict[str, str], bytes]:
    """Return the headers and the encrypted body of a call to a push service.

    The topic is the same at every attempt: the push service replaces a copy that it has not delivered yet. Raises
    CallRefused if the device must allow notifications again, because the server's key has changed.
    """
    if not settings.PBEM_PUSH_KEY or needs_new_permission(call.webhook):
        raise CallRefused(OTHER_KEY_REASON)
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(LIFETIME_SECONDS),
        "Topic": call.pk.hex,
        "Urgency": "normal",
        "User-Agent": "Sealed-Orders-Webhook",
    }
    return headers | _authorization(call.webhook.url), _encrypted(call)


def _authorization(endpoint: str) -> dict[str, str]:
    """Return the header that proves to the push service that this server is the one the browser has allowed."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": get_contact()}
    try:
        signed: dict[str, str] = Vapid(load_private_key(settings.PBEM_PUSH_KEY)).sign(claims)
    except VapidException:
        raise CallRefused("no push service accepts this address") from None
    return signed


def get_contact() -> str:
    """Return a contact of the server's operator for push services, as a URL or ``mailto:`` address."""
    contact, sender = settings.PBEM_SITE_CONTACT, settings.DEFAULT_FROM_EMAIL
    if contact and "://" not in contact:
        return f"mailto:{contact}"
    for url in (contact, settings.PBEM_BASE_URL):
        if url.startswith("https://"):
            return f"https://{urlsplit(url).hostname}"
    return f"mailto:{sender.rpartition('<')[2].rstrip('>')}"


def _encrypted(call: WebhookCall) -> bytes:
    """Return the encrypted body, padded with blanks, which mean nothing at the end of JSON."""
    keys, body = get_device_keys(call.webhook), bytes(call.body)
    encrypted: bytes = http_ece.encrypt(
        body.ljust(-(-len(body) // PADDED_BYTES) * PADDED_BYTES),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decode_base64url(keys["p256dh"]),
        auth_secret=decode_base64url(keys["auth"]),
        version="aes128gcm",
    )
    return encrypted
