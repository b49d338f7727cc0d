"""Anymail's pages for mail that comes in by services, where they would stumble over what players send.

Needs the extra ``esp``; imported by the first call.
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


class BrevoLetters(BrevoInboundWebhookView):
    """Attachments are not fetched: nobody reads them, and a letter with one must not wait for another server."""

    def _fetch_attachment(self, attachment: dict[str, Any]) -> Any:
        kind, name = attachment.get("ContentType") or "application/octet-stream", attachment.get("Name")
        return AnymailInboundMessage.construct_attachment(content_type=kind, content=b"", filename=name)


class SparkPostLetters(SparkPostInboundWebhookView):
    """Messages in base64 may be in any coding of their sender's, not in UTF-8 alone."""

    def esp_to_anymail_event(self, event_class: str, event: dict[str, Any], raw_event: dict[str, Any]) -> Any:
        """The message, whose bytes stay as they are."""
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


_OURS = {("brevo", "Inbound"): BrevoLetters, ("sparkpost", "Inbound"): SparkPostLetters}


def page_of(service: str, what: str) -> Any:
    """The page where a service tells what became of letters (``Tracking``), or brings mail (``Inbound``)."""
    found = _OURS.get((service, what))
    return found or getattr(import_module(f"anymail.webhooks.{service}"), f"{NAMES[service]}{what}WebhookView")
