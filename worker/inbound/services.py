"""What a mail service tells by its webhooks: what became of letters, and mail that has come in.

Anymail has made sure that the service itself is calling. An event counts only for the letter that it names, and only
where that letter really went to the event's address. Needs the extra ``esp``; imported by the first call.
"""

import json
import logging
from hashlib import sha256
from typing import Any

from anymail.signals import EventType, RejectReason, inbound, tracking
from django.dispatch import receiver
from django.utils.timezone import is_aware

from games.models import MailEvent, OutgoingMail
from games.selectors.delivery import letter_called
from games.services.delivery import Told, do_note, went_to
from games.stored.addresses import address_digest
from worker.inbound.taking import take_in
from worker.mail.trouble import enhanced_code, is_hard

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
"""Other events, such as opens and clicks, are nobody's business."""


@receiver(tracking, dispatch_uid="worker.inbound.services.note_event")
def note_event(event: Any, **more: Any) -> None:
    """Note what became of a letter, once. Raises DatabaseError: then the service calls again."""
    what = _BECOMES.get(event.event_type)
    mail = _letter(event) if what is not None else None
    if what is None or mail is None:
        logger.info("an event of the mail service is left alone: %s", event.event_type)
        return
    address = went_to(mail)
    if not address or address != address_digest(event.recipient or ""):
        logger.warning("the mail service speaks of letter %s and an address that it did not go to", mail.pk)
        return
    said = f"{event.description or ''} {event.mta_response or ''}".strip()
    facts = _facts(event)
    found = enhanced_code(said[:500]) or enhanced_code(str(facts.get("status", ""))[:80])
    hard = what == What.BOUNCED and _is_hard(event, facts, found)
    tried = event.timestamp if event.timestamp is None or is_aware(event.timestamp) else None
    do_note(mail, Told(what, "service", hard, found, said, _digest(event), tried), address=address)


def _letter(event: Any) -> OutgoingMail | None:
    """The letter that an event is about, by the name that it bore, or by the Message-ID if the service keeps it."""
    named = str((event.metadata or {}).get("letter", ""))
    return letter_called(named[:200]) or letter_called(str(event.message_id or "")[:200])


def _facts(event: Any) -> dict[str, Any]:
    """What the service itself tells; SparkPost wraps it up."""
    facts: dict[str, Any] = event.esp_event
    wrapped = facts.get("msys")
    return next(iter(wrapped.values()), {}) if wrapped else facts


_NOBODY_THERE = frozenset({"10", "30"})
"""The classes that SparkPost gives to addresses that take no mail at all."""


def _is_hard(event: Any, facts: dict[str, Any], code: str) -> bool:
    """Whether the address takes no mail at all: by the code of its mail server, else by the service's own reason."""
    if code:
        return is_hard(code)
    if "bounce_class" in facts:
        return str(facts["bounce_class"]) in _NOBODY_THERE
    if event.reject_reason is None:  # SendGrid has no reason where it tried; for now is "blocked"
        return facts.get("type") == "bounce"
    if event.reject_reason == RejectReason.INVALID:
        return True
    soft = (facts.get("Type"), facts.get("hard_bounce"), facts.get("event"))
    is_soft = soft[0] == "SoftBounce" or soft[1] is False or soft[2] == "soft_bounce"
    return event.reject_reason == RejectReason.BOUNCED and not is_soft


def _digest(event: Any) -> str:
    """Of what an event says, without the signature, which may be another when it is told again."""
    facts = {name: value for name, value in event.esp_event.items() if name != "signature"}
    return sha256(json.dumps(facts, sort_keys=True, default=str).encode()).hexdigest()


@receiver(inbound, dispatch_uid="worker.inbound.services.take_letter")
def take_letter(event: Any, **more: Any) -> None:
    """Take mail that has come in to where all of it goes. Raises DatabaseError: then the service calls again.

    Services hand on what a sender wrote into its own headers; nobody there takes out statements in our relays' name.
    """
    message = event.message
    del message["Authentication-Results"]
    recipient = message.envelope_recipient
    try:
        raw = _raw(message)
    except (LookupError, ValueError):
        logger.exception("a message by the mail service cannot be read")
        return
    take_in(raw, way="service", recipients=[recipient] if recipient else [])


def _raw(message: Any) -> bytes:
    """The message as it was sent. Raises LookupError, ValueError.

    Headers that a service hands on in letters of any kind, as SendGrid does, are UTF-8 then.
    """
    try:
        return bytes(message.as_bytes())
    except UnicodeEncodeError:
        return str(message.as_string()).encode("utf-8", "surrogateescape")
