"""Reports about letters: that one came back (RFC 3464), or that its reader complained (RFC 5965).

Anybody can write such a report. It counts only if it shows what nobody but its letter's way has seen: the tag on the
envelope that this server made, or the letter's own Message-ID, with an address that this letter really went to.
"""

import re
from dataclasses import dataclass
from datetime import datetime

from games.models import MailEvent
from games.selectors.delivery import letter_called, letter_numbered
from games.services.delivery import Told, do_note, went_to
from games.stored.addresses import address_digest
from games.stored.tags import bounced_letter
from worker.inbound.headers import Headers, addresses_in, split_message
from worker.inbound.parts import split_parts, transferred
from worker.mail.trouble import enhanced_code, is_hard

What = MailEvent.What

MOST_PART = 20_000
"""Bytes of a part of a report that are looked at."""
MOST_READERS = 10
_BLANK = re.compile(rb"\r?\n[ \t]*\r?\n")
_ACTIONS = {"failed": What.BOUNCED, "delayed": What.DELAYED, "delivered": What.DELIVERED}


@dataclass(frozen=True)
class Report:
    """A report as it was written, believed or not: about which letter, which addresses, and what became of it.

    `tried` is when it was last tried to bring the letter there, or else when it came to who reports.
    """

    message_id: str
    readers: tuple[str, ...]
    what: str
    code: str = ""
    detail: str = ""
    tried: datetime | None = None


def is_report(headers: Headers) -> bool:
    """Whether a message says that it reports on another."""
    kind, more = headers.parameters("Content-Type")
    return kind == "multipart/report" and bool(more.get("boundary"))


def read_report(headers: Headers, body: bytes) -> Report | None:
    """What a report says; None where it says nothing that counts."""
    _, more = headers.parameters("Content-Type")
    facts: list[Headers] = []
    kinds, message_id = "", ""
    for part in split_parts(body, more["boundary"]):
        head, inner = split_message(part[:MOST_PART])
        kind, _ = head.parameters("Content-Type")
        inner = transferred(inner, head.first("Content-Transfer-Encoding"))
        if kind in ("message/delivery-status", "message/global-delivery-status", "message/feedback-report"):
            kinds, facts = kind, [Headers(block) for block in _BLANK.split(inner.strip(), MOST_READERS + 1)]
        elif kind in ("message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"):
            message_id = split_message(inner.lstrip(b"\r\n"))[0].first("Message-ID").strip()[:200]
    if not facts:
        return None
    return _complaint(facts[0], message_id) if kinds == "message/feedback-report" else _status(facts, message_id)


def _complaint(facts: Headers, message_id: str) -> Report | None:
    if facts.first("Feedback-Type").strip().casefold() not in ("abuse", "fraud"):
        return None
    readers = tuple(one for value in facts.all("Original-Rcpt-To")[:MOST_READERS] for one in addresses_in(value))
    return Report(message_id, readers, What.COMPLAINED, detail=facts.first("User-Agent")[:200])


def _status(facts: list[Headers], message_id: str) -> Report | None:
    """The first reader with an action that counts: each letter of ours has one."""
    for one in facts:
        what = _ACTIONS.get(one.first("Action").strip().casefold())
        if what is None:
            continue
        named = [*one.all("Original-Recipient"), *one.all("Final-Recipient")][:MOST_READERS]
        readers = tuple(found for value in named for found in addresses_in(value.partition(";")[2] or value))
        code = enhanced_code(one.first("Status")[:80])
        said = one.first("Diagnostic-Code") or one.first("Status")
        tried = one.moment("Last-Attempt-Date") or facts[0].moment("Arrival-Date")
        return Report(message_id, readers, what, code, said[:500], tried)
    return None


def note_report(headers: Headers, body: bytes, recipients: list[str], digest: str) -> str:
    """Note what a report says, if it can be believed: ``noted``, ``known`` for a copy, else ``nobody``."""
    found = read_report(headers, body)
    if found is None:
        return "nobody"
    number = bounced_letter(recipients)
    if number is not None:
        mail = letter_numbered(number)
        address = went_to(mail) if mail is not None else ""
    else:
        mail = letter_called(found.message_id)
        address = went_to(mail) if mail is not None else ""
        if address not in map(address_digest, found.readers):
            return "nobody"
    if mail is None or not address:
        return "nobody"
    hard = found.what == What.BOUNCED and is_hard(found.code)
    told = Told(found.what, "report", hard, found.code, found.detail, digest, found.tried)
    return do_note(mail, told, address=address)
