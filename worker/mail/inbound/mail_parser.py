"""Parse a message from outside: its claimed sender, and the sender's own words."""

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
"""The maximum size of a message in bytes; a longer one is not read, and its player is told so."""


MAX_REFERENCES = 9
"""The number of Message-IDs of a thread that a reply names."""
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,200}>")


@dataclass(frozen=True)
class ParsedMail:
    """The parsed message.

    `sender` is the single address in From, empty if there is none or several; `auto_reply_reason` is why it is
    automatic (an auto-reply, a bounce, a list), empty for a person's message. `lines` are the sender's own, in plain
    notation unless too long to be orders, `raw_lines` the same as written; `paragraph_starts` are the numbers of the
    lines that begin a paragraph. A message that is not `is_complete` was truncated in transit. `unread` are the kinds
    of content that are not read. A forwarder may have added the marks of a list (`FORWARDER_REASONS`), so such an
    e-mail has its lines too.
    """

    headers: Headers
    message_id: str
    sender: str
    subject: str
    sent_at: datetime | None
    auto_reply_reason: str
    is_complete: bool = True
    lines: list[str] = field(default_factory=list)
    raw_lines: list[str] = field(default_factory=list)
    paragraph_starts: frozenset[int] = frozenset()
    unread: frozenset[UnreadContent] = frozenset()

    @property
    def sender_names(self) -> frozenset[str]:
        """Return the sender's display name: the whole name, and each of its words."""
        shown = self.headers.text("From").partition("<")[0].replace('"', " ").casefold().split()
        return frozenset({" ".join(shown), *shown} - {""})

    @property
    def thread_ids(self) -> tuple[str, ...]:
        """Return the Message-IDs that it refers to: the first, which is the root of the thread, and the last few."""
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
    """Return the sender's own lines of all texts, and the numbers of those that begin a paragraph."""
    said: list[str] = []
    parted: set[int] = set()
    for words in texts:
        own = extract_own_text(unflow_lines(words))
        parted |= {len(said) + number for number in (*own.paragraph_starts, *([0] if said else []))}
        said += own.lines
    return said, frozenset(parted)


def to_plain_notation(raw_lines: list[str]) -> list[str]:
    """Return lines in plain notation, without bullets or numbers."""
    return [to_notation_signs(strip_bullet(to_ascii_numbering(line))) for line in raw_lines]


def find_single_sender(headers: Headers) -> str:
    """Return the single sender address of a message; empty if there is none or several, or if one may be hidden.

    One may be hidden after the end of a truncated header, or by look-alike or case-folding characters.
    """
    written, senders = headers.all("From"), headers.addresses("From")
    if len(written) != 1 or len(senders) != 1 or len(written[0]) >= MAX_HEADER_LENGTH:
        return ""
    return senders[0] if senders[0].isascii() else ""


def content_digest(headers: Headers, body: bytes) -> str:
    """Return the SHA-256 of a message's content: the same for each of its copies, whatever their route."""
    told = [headers.first(name) for name in ("Message-ID", "From", "To", "Date", "Subject", "Content-Type")]
    words = "\n".join(told).encode("utf-8", "replace")
    return sha256(words + b"\n\n" + body.replace(b"\r\n", b"\n").strip()).hexdigest()
