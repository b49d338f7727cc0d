"""Handle the webhook calls of mail services: delivery events and incoming e-mail.

Anymail has authenticated the service. An event is recorded only for the e-mail that it names, and only if that e-mail
was sent to the event's address. The module needs the extra ``esp``, so it is imported by the first call.
"""

import json
import logging
from hashlib import sha256
from typing import Any

from anymail.signals import EventType, RejectReason, inbound, tracking
from django.dispatch import receiver
from django.utils.timezone import is_aware

from games.models import MailEvent, OutgoingMail
from games.persistence.address_digest import address_digest
from games.selectors.mail_delivery import get_mail_by_message_id
from games.services.mail_delivery import DeliveryReport, delivered_address_digest, do_record_delivery_event
from worker.mail.inbound.ingest import ingest
from worker.mail.outbound.errors import find_enhanced_code, is_permanent_failure

What = MailEvent.What

logger = logging.getLogger(__name__)

_BECOMES = {
    EventType.DELIVERED: What.DELIVERED,
    EventType.DEFERRED: What.DELAYED,
    EventType.BOUNCED: What.BOUNCED,
    EventType.REJECTED: What.BOUNCED,
    EventType.FAILED: What.BOUNCED,
    EventType.COMPLAINED: What.COMPLAINED,
}
"""The delivery result for each type of event; other types, such as opens and clicks, are ignored."""


@receiver(tracking, dispatch_uid="worker.mail.inbound.service_events.note_event")
def record_service_event(event: Any, **more: Any) -> None:
    """Record a delivery event of an e-mail, once. A handler of Anymail's signal ``tracking``; `more` is not used.

    Raises DatabaseError if the event cannot be stored now; the service calls again then.
    """
    what = _BECOMES.get(event.event_type)
    mail = _letter(event) if what is not None else None
    if what is None or mail is None:
        logger.info("an event of the mail service is left alone: %s", event.event_type)
        return
    address = delivered_address_digest(mail)
    if not address or address != address_digest(event.recipient or ""):
        logger.warning("the mail service speaks of letter %s and an address that it did not go to", mail.pk)
        return
    said = f"{event.description or ''} {event.mta_response or ''}".strip()
    facts = _facts(event)
    found = find_enhanced_code(said[:500]) or find_enhanced_code(str(facts.get("status", ""))[:80])
    hard = what == What.BOUNCED and _is_hard(event, facts, found)
    tried = event.timestamp if event.timestamp is None or is_aware(event.timestamp) else None
    do_record_delivery_event(
        mail, DeliveryReport(what, "service", hard, found, said, _digest(event), tried), address=address
    )


def _letter(event: Any) -> OutgoingMail | None:
    """Return the e-mail of an event, by its Message-ID: that in the event's metadata, or that given by the service."""
    named = str((event.metadata or {}).get("letter", ""))
    return get_mail_by_message_id(named[:200]) or get_mail_by_message_id(str(event.message_id or "")[:200])


def _facts(event: Any) -> dict[str, Any]:
    """Return the event's data as the service sent it, without the wrapper that SparkPost adds."""
    facts: dict[str, Any] = event.esp_event
    wrapped = facts.get("msys")
    return next(iter(wrapped.values()), {}) if wrapped else facts


_NOBODY_THERE = frozenset({"10", "30"})
"""SparkPost's bounce classes for addresses that accept no e-mail at all."""


def _is_hard(event: Any, facts: dict[str, Any], code: str) -> bool:
    """Return True if the address accepts no e-mail at all, by its mail server's code or by the service's reason."""
    if code:
        return is_permanent_failure(code)
    if "bounce_class" in facts:
        return str(facts["bounce_class"]) in _NOBODY_THERE
    if event.reject_reason is None:  # SendGrid gives no reason after an attempt; a temporary failure is "blocked"
        return facts.get("type") == "bounce"
    if event.reject_reason == RejectReason.INVALID:
        return True
    soft = (facts.get("Type"), facts.get("hard_bounce"), facts.get("event"))
    is_soft = soft[0] == "SoftBounce" or soft[1] is False or soft[2] == "soft_bounce"
    return event.reject_reason == RejectReason.BOUNCED and not is_soft


def _digest(event: Any) -> str:
    """Return the digest of an event without its signature, which may differ when the service repeats the event."""
    facts = {name: value for name, value in event.esp_event.items() if name != "signature"}
    return sha256(json.dumps(facts, sort_keys=True, default=str).encode()).hexdigest()


@receiver(inbound, dispatch_uid="worker.mail.inbound.service_events.take_letter")
def store_service_mail(event: Any, **more: Any) -> None:
    """Store an incoming e-mail that a service received. A handler of Anymail's signal ``inbound``; `more` is not used.

    Authentication results in the e-mail's headers are not trusted, because services do not remove forged results.
    Raises DatabaseError if the e-mail cannot be stored now; the service calls again then.
    """
    message = event.message
    del message["Authentication-Results"]
    recipient = message.envelope_recipient
    try:
        raw = _raw(message)
    except (LookupError, ValueError):
        logger.exception("a message by the mail service cannot be read")
        return
    ingest(raw, channel="service", recipients=[recipient] if recipient else [])


def _raw(message: Any) -> bytes:
    """Return the message as bytes. Raises LookupError, ValueError.

    Headers that a service has decoded, as SendGrid does, are encoded as UTF-8.
    """
    try:
        return bytes(message.as_bytes())
    except UnicodeEncodeError:
        return str(message.as_string()).encode("utf-8", "surrogateescape")
