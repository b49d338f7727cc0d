"""Send webhook calls: claimed one by one, signed, sent outside any transaction, marked.

Each worker sends one call at a time, and each player has at most one call in flight. So a host that does not respond
delays one worker only.
"""

import hashlib
import hmac
import time
from contextlib import closing

from django.conf import settings

from games.models import WebhookCall
from games.services import webhooks
from worker.webhooks.http_call import CallRefused, post_call

SLICE_SECONDS = 10.0
NO_KEY_REASON = "its key is lost with the server's old secret key: nothing is sent that anybody could forge"


def sign_body(key: str, moment: int, body: bytes) -> str:
    """Return the HMAC-SHA256 of time and body, which proves origin and age to the holder of the key."""
    code = hmac.new(key.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={code}"


def send_webhooks(*, budget: float = SLICE_SECONDS) -> bool:
    """Send due calls for a while; return True if there are more that no other worker has claimed."""
    until = time.monotonic() + budget
    with closing(webhooks.claim_calls()) as calls:
        for call in calls:
            webhooks.record_call_result(call, _sent(call))
            if time.monotonic() > until:
                break
    return webhooks.has_due_calls()


def _sent(call: WebhookCall) -> str:
    """Return why it was not accepted; empty if it was."""
    body, moment, key = bytes(call.body), int(time.time()), webhooks.get_signing_key(call.webhook)
    if not key:
        return NO_KEY_REASON
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Sealed-Orders-Webhook",
        "Sealed-Orders-Delivery": str(call.pk),
        "Sealed-Orders-Signature": sign_body(key, moment, body),
    }
    try:
        private, ports = settings.PBEM_WEBHOOK_ALLOW_PRIVATE, settings.PBEM_WEBHOOK_PORTS
        post_call(call.webhook.url, body, headers, private=private, ports=ports)
    except CallRefused as error:
        return str(error)
    return ""
