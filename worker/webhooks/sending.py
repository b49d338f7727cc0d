"""Sending calls of webhooks: claimed one by one, signed, sent outside any transaction, marked."""

import hashlib
import hmac
import time

from django.conf import settings

from games.models import WebhookCall
from games.services import webhooks
from worker.webhooks.line import Refused, post

SLICE_SECONDS = 10.0
KEYLESS = "its key is lost with the server's old secret key: nothing is sent that anybody could forge"


def signature(key: str, moment: int, body: bytes) -> str:
    """HMAC-SHA256 over the moment and the body: whoever knows the key can tell that it is ours, and how old."""
    code = hmac.new(key.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={code}"


def send_webhooks(*, budget: float = SLICE_SECONDS) -> bool:
    """Send what is due for a while; True when there is more."""
    until = time.monotonic() + budget
    for call in webhooks.claim_calls():
        webhooks.mark(call, _sent(call))
        if time.monotonic() > until:
            break
    return webhooks.are_due()


def _sent(call: WebhookCall) -> str:
    """Why it was not taken; empty where it was."""
    body, moment, key = bytes(call.body), int(time.time()), webhooks.key_of(call.webhook)
    if not key:
        return KEYLESS
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Sealed-Orders-Webhook",
        "Sealed-Orders-Delivery": str(call.pk),
        "Sealed-Orders-Signature": signature(key, moment, body),
    }
    try:
        post(call.webhook.url, body, headers, private=settings.PBEM_WEBHOOK_PRIVATE)
    except Refused as error:
        return str(error)
    return ""
