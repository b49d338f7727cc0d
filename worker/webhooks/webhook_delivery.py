"""Send webhook calls one by one: claim a call, sign or encrypt it, send it outside any transaction, mark the result.

Each worker sends one call at a time, and only one worker sends calls of a player. So a host that does not respond
delays only one worker.
"""

import hashlib
import hmac
import time
from contextlib import closing

from django.conf import settings

from games.models import Webhook, WebhookCall
from games.services import webhooks
from worker.webhooks.http_call import CallRefused, post_call
from worker.webhooks.notification import write_notification

SLICE_SECONDS = 10.0
GONE = (404, 410)
"""The HTTP statuses by which a push service says that a subscription has ended (RFC 8030, section 7.3)."""
NO_KEY_REASON = "its key is lost with the server's old secret key: nothing is sent that anybody could forge"


def sign_body(key: str, moment: int, body: bytes) -> str:
    """Return the HMAC-SHA256 of time and body: it proves to the receiver the sender and the age of a call.

    `key` is the secret that the webhook's owner has too, `moment` the time in Unix seconds.
    """
    code = hmac.new(key.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={code}"


def send_webhooks(*, budget: float = SLICE_SECONDS) -> bool:
    """Send due calls for `budget` seconds; return True if more calls can be claimed."""
    until = time.monotonic() + budget
    with closing(webhooks.claim_calls()) as calls:
        for call in calls:
            webhooks.record_call_result(call, _sent(call))
            if time.monotonic() > until:
                break
    return webhooks.has_due_calls()


def _sent(call: WebhookCall) -> str:
    """Send a call; return the reason why it was not accepted, or "" if it was.

    A device whose push subscription has ended is deleted.
    """
    is_device = call.webhook.format == Webhook.Format.PUSH
    try:
        headers, body = write_notification(call) if is_device else _signed(call)
        private, ports = settings.PBEM_WEBHOOK_ALLOW_PRIVATE, settings.PBEM_WEBHOOK_PORTS
        post_call(call.webhook.url, body, headers, private=private, ports=ports)
    except CallRefused as error:
        if is_device and error.status in GONE:
            webhooks.do_remove_expired_device(call.webhook)
        return str(error)
    return ""


def _signed(call: WebhookCall) -> tuple[dict[str, str], bytes]:
    """Return the headers and the body of a call. Raises CallRefused without a key."""
    body, moment, key = bytes(call.body), int(time.time()), webhooks.get_signing_key(call.webhook)
    if not key:
        raise CallRefused(NO_KEY_REASON)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Sealed-Orders-Webhook",
        "Sealed-Orders-Delivery": str(call.pk),
        "Sealed-Orders-Signature": sign_body(key, moment, body),
    }
    return headers, body
