"""Anymail's webhook views for incoming e-mail, adapted where they fail on players' messages.

The module needs the extra ``esp``, so it is imported by the first call.
"""

from base64 import b64decode
from importlib import import_module
from typing import Any

from anymail.inbound import AnymailInboundMessage
from anymail.webhooks.brevo import BrevoInboundWebhookView
from anymail.webhooks.sparkpost import SparkPostInboundWebhookView

NAMES = {
    "brevo": "Brevo",
    "mailgun": "Mailgun",
    "mailjet": "Mailjet",
    "postmark": "Postmark",
    "sendgrid": "SendGrid",
    "sparkpost": "SparkPost",
}


class BrevoInboundView(BrevoInboundWebhookView):
    """Brevo's view, which does not fetch attachments from Brevo's server, because they are not read."""

    def esp_to_anymail_event(self, esp_event: dict[str, Any]) -> Any:
        """Return the event; its message has all attachments, but they are empty because nobody reads them."""
        found = super().esp_to_anymail_event({**esp_event, "Attachments": []})
        for one in esp_event.get("Attachments", []):
            kind, name = one.get("ContentType") or "application/octet-stream", one.get("Name")
            found.message.attach(
                AnymailInboundMessage.construct_attachment(content_type=kind, content=b"", filename=name)
            )
        return found


class SparkPostInboundView(SparkPostInboundWebhookView):
    """SparkPost's view, which keeps the bytes of base64 messages, because they may be in any encoding."""

    def esp_to_anymail_event(self, event_class: str, event: dict[str, Any], raw_event: dict[str, Any]) -> Any:
        """Return the event; its message is parsed from the unchanged bytes."""
        content = event.get("content", {})
        if not content.get("email_rfc822_is_base64"):
            return super().esp_to_anymail_event(event_class, event, raw_event)
        empty = {**event, "content": {"email_rfc822": "", "email_rfc822_is_base64": False}}
        found = super().esp_to_anymail_event(event_class, empty, raw_event)
        whole = AnymailInboundMessage.parse_raw_mime_bytes(b64decode(content["email_rfc822"]))
        whole.envelope_sender, whole.envelope_recipient = (
            found.message.envelope_sender,
            found.message.envelope_recipient,
        )
        found.message = whole
        return found


_OURS = {("brevo", "Inbound"): BrevoInboundView, ("sparkpost", "Inbound"): SparkPostInboundView}


def get_webhook_view(service: str, what: str) -> Any:
    """Return the view for the webhook of a mail service.

    `what` is ``Tracking`` for delivery events, ``Inbound`` for incoming mail.
    """
    found = _OURS.get((service, what))
    return found or getattr(import_module(f"anymail.webhooks.{service}"), f"{NAMES[service]}{what}WebhookView")
