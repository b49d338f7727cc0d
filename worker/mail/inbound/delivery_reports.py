"""Read and record reports about this server's e-mails: bounces (RFC 3464) and complaints (RFC 5965).

Anyone can write such a report. So it counts only if it contains something that only a recipient's mail server knows:
the envelope tag that this server made for the e-mail, or the e-mail's Message-ID, with the address to which it was
sent.
"""

import re
from dataclasses import dataclass
from datetime import datetime

from games.models import MailEvent
from games.persistence.address_digest import address_digest
from games.persistence.mail_tags import find_bounced_mail
from games.selectors.mail_delivery import get_mail, get_mail_by_message_id
from games.services.mail_delivery import DeliveryReport, delivered_address_digest, do_record_delivery_event
from worker.mail.inbound.headers import Headers, parse_addresses, split_message
from worker.mail.inbound.mime_parts import decode_transfer_encoding, split_parts
from worker.mail.outbound.errors import find_enhanced_code, is_permanent_failure

What = MailEvent.What

MAX_PART = 20_000
"""The maximum number of bytes that are read of each part of a report."""
MAX_READERS = 10
_BLANK = re.compile(rb"\r?\n[ \t]*\r?\n")
_ACTIONS = {"failed": What.BOUNCED, "delayed": What.DELAYED, "delivered": What.DELIVERED}


@dataclass(frozen=True)
class DeliveryStatusReport:
    """The content of a report about an e-mail, not verified."""

    message_id: str
    """The Message-ID of the e-mail."""
    recipients: tuple[str, ...]
    """The addresses to which the e-mail went."""
    event: str
    """The delivery result, a value of `MailEvent.What`."""
    code: str = ""
    """The enhanced status code, such as "5.1.1"."""
    detail: str = ""
    """The mail server's text."""
    attempted_at: datetime | None = None
    """When delivery was last tried or, if the report does not tell, when the reporting server received the e-mail."""


def is_report(headers: Headers) -> bool:
    """Return True if a message is a report about another message."""
    kind, more = headers.parameters("Content-Type")
    return kind == "multipart/report" and bool(more.get("boundary"))


def read_report(headers: Headers, body: bytes) -> DeliveryStatusReport | None:
    """Return the content of a report; None if it contains no delivery result or complaint."""
    _, more = headers.parameters("Content-Type")
    facts: list[Headers] = []
    kinds, message_id = "", ""
    for part in split_parts(body, more["boundary"]):
        head, inner = split_message(part[:MAX_PART])
        kind, _ = head.parameters("Content-Type")
        inner = decode_transfer_encoding(inner, head.first("Content-Transfer-Encoding"))
        if kind in ("message/delivery-status", "message/global-delivery-status", "message/feedback-report"):
            kinds, facts = kind, [Headers(block) for block in _BLANK.split(inner.strip(), MAX_READERS + 1)]
        elif kind in ("message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"):
            message_id = split_message(inner.lstrip(b"\r\n"))[0].first("Message-ID").strip()[:200]
    if not facts:
        return None
    return _complaint(facts[0], message_id) if kinds == "message/feedback-report" else _status(facts, message_id)


def _complaint(facts: Headers, message_id: str) -> DeliveryStatusReport | None:
    if facts.first("Feedback-Type").strip().casefold() not in ("abuse", "fraud"):
        return None
    readers = tuple(one for value in facts.all("Original-Rcpt-To")[:MAX_READERS] for one in parse_addresses(value))
    return DeliveryStatusReport(message_id, readers, What.COMPLAINED, detail=facts.first("User-Agent")[:200])


def _status(facts: list[Headers], message_id: str) -> DeliveryStatusReport | None:
    """Return the report for the first recipient with a known action; this server's e-mails have one recipient each.

    `facts` are the groups of fields in the report: about the message, then about each recipient.
    """
    for one in facts:
        what = _ACTIONS.get(one.first("Action").strip().casefold())
        if what is None:
            continue
        named = [*one.all("Original-Recipient"), *one.all("Final-Recipient")][:MAX_READERS]
        readers = tuple(found for value in named for found in parse_addresses(value.partition(";")[2] or value))
        code = find_enhanced_code(one.first("Status")[:80])
        said = one.first("Diagnostic-Code") or one.first("Status")
        tried = one.read_date("Last-Attempt-Date") or facts[0].read_date("Arrival-Date")
        return DeliveryStatusReport(message_id, readers, what, code, said[:500], tried)
    return None


def record_report(headers: Headers, body: bytes, recipients: list[str], digest: str) -> str:
    """Record a report about an e-mail of this server, if it is verified.

    `recipients` are the envelope's recipients, `digest` the SHA-256 of the report. Returns ``noted``, ``known`` for a
    copy of a recorded report, or ``nobody`` if the report is not verified.
    """
    found = read_report(headers, body)
    if found is None:
        return "nobody"
    number = find_bounced_mail(recipients)
    if number is not None:
        mail = get_mail(number)
        address = delivered_address_digest(mail) if mail is not None else ""
    else:
        mail = get_mail_by_message_id(found.message_id)
        address = delivered_address_digest(mail) if mail is not None else ""
        if address not in map(address_digest, found.recipients):
            return "nobody"
    if mail is None or not address:
        return "nobody"
    hard = found.event == What.BOUNCED and is_permanent_failure(found.code)
    told = DeliveryReport(found.event, "report", hard, found.code, found.detail, digest, found.attempted_at)
    return do_record_delivery_event(mail, told, address=address)
