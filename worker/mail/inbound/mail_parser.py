"""Parse an incoming message: its claimed sender, and the sender's own words."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from games.order_text import MOST_WRITTEN, strip_bullet
from worker.mail.inbound.auto_replies import FORWARDER_REASONS, auto_reply_reason
from worker.mail.inbound.headers import MAX_HEADER_LENGTH, Headers, split_message
from worker.mail.inbound.line_normalizer import to_ascii_numbering, to_notation_signs, unflow_lines
from worker.mail.inbound.mime_parts import TextPart, UnreadContent, extract_texts_and_unread, is_complete
from worker.mail.inbound.quote_stripping import extract_own_text

MAX_BYTES = 10_000_000
"""The maximum size of a message in bytes; a longer message is not read, and a reply tells the player so."""


MAX_REFERENCES = 9
"""The maximum number of Message-IDs in the References of a reply."""
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,200}>")


@dataclass(frozen=True)
class ParsedMail:
    """A parsed message."""

    headers: Headers
    message_id: str
    sender: str
    """The single address in From; empty if From has no address or several."""
    subject: str
    sent_at: datetime | None
    """The date in the message; None if it has none."""
    auto_reply_reason: str
    """Why the message is automatic (see `auto_replies`); empty for a person's message."""
    is_complete: bool = True
    """False if the message was truncated in transit."""
    lines: list[str] = field(default_factory=list)
    """The sender's own lines in plain notation. An automatic message has none, unless a forwarder may have caused that
    (`FORWARDER_REASONS`).
    """
    raw_lines: list[str] = field(default_factory=list)
    """The same lines as written."""
    paragraph_starts: frozenset[int] = frozenset()
    """The indices of the lines that begin a paragraph."""
    unread: frozenset[UnreadContent] = frozenset()
    """The kinds of content that were not read."""

    @property
    def sender_names(self) -> frozenset[str]:
        """Return the sender's display name: the whole name, and each of its words."""
        shown = self.headers.text("From").partition("<")[0].replace('"', " ").casefold().split()
        return frozenset({" ".join(shown), *shown} - {""})

    @property
    def answered_ids(self) -> tuple[str, ...]:
        """Return the Message-IDs in In-Reply-To: those of the answered message."""
        return tuple(_MESSAGE_ID.findall(self.headers.first("In-Reply-To")))

    @property
    def thread_ids(self) -> tuple[str, ...]:
        """Return the Message-IDs to which the message refers: the first, which began the thread, and the last few."""
        found = list(dict.fromkeys(_MESSAGE_ID.findall(self.headers.first("References"))))
        return tuple(found if len(found) <= MAX_REFERENCES else [found[0], *found[1 - MAX_REFERENCES :]])


def read_message(raw: bytes) -> ParsedMail:
    """Parse a message. Never fails on any input, and takes time linear in its length."""
    headers, body = split_message(raw[:MAX_BYTES])
    noise = auto_reply_reason(headers)
    is_read = not noise or noise in FORWARDER_REASONS
    texts, unread = extract_texts_and_unread(headers, body) if is_read else ([], frozenset())
    said, parted = _own(texts)
    return ParsedMail(
        headers=headers,
        message_id=headers.first("Message-ID")[:250],
        sender=find_single_sender(headers),
        subject=headers.text("Subject"),
        sent_at=headers.read_date("Date"),
        auto_reply_reason=noise,
        is_complete=is_complete(headers, raw),
        lines=said if sum(map(len, said)) > MOST_WRITTEN else to_plain_notation(said),
        raw_lines=said,
        paragraph_starts=parted,
        unread=unread,
    )


def _own(texts: Iterable[TextPart]) -> tuple[list[str], frozenset[int]]:
    """Return the sender's own lines of all texts, and the indices of the lines that begin a paragraph."""
    said: list[str] = []
    parted: set[int] = set()
    for words in texts:
        own = extract_own_text(unflow_lines(words))
        parted |= {len(said) + number for number in (*own.paragraph_starts, *([0] if said else []))}
        said += own.lines
    return said, frozenset(parted)


def to_plain_notation(raw_lines: list[str]) -> list[str]:
    """Return the lines with ASCII letters, digits and punctuation, without bullets or numbers at their beginning."""
    return [to_notation_signs(strip_bullet(to_ascii_numbering(line))) for line in raw_lines]


def find_single_sender(headers: Headers) -> str:
    """Return the single sender address of a message; "" without an address, or if there are or may be several.

    A further address may be hidden after the end of a truncated header, or by look-alike or case-folding characters.
    """
    written, senders = headers.all("From"), headers.addresses("From")
    if len(written) != 1 or len(senders) != 1 or len(written[0]) >= MAX_HEADER_LENGTH:
        return ""
    return senders[0] if senders[0].isascii() else ""


def content_digest(headers: Headers, body: bytes) -> str:
    """Return the SHA-256 of a message's content; copies that came on different routes have the same digest."""
    told = [headers.first(name) for name in ("Message-ID", "From", "To", "Date", "Subject", "Content-Type")]
    words = "\n".join(told).encode("utf-8", "replace")
    return sha256(words + b"\n\n" + body.replace(b"\r\n", b"\n").strip()).hexdigest()
