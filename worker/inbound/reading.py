"""A message from outside, read: who says that they sent it, and what they wrote themselves."""

from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from games.kernel.forgiving import MOST_WRITTEN
from worker.inbound.headers import MOST_LETTERS, Headers, split_message
from worker.inbound.lines import in_notation, lines_of
from worker.inbound.noise import noise_in
from worker.inbound.parts import is_whole, words_of
from worker.inbound.quotes import own_lines

MOST_BYTES = 1_000_000
"""Of a message; what is longer is not taken in."""


@dataclass(frozen=True)
class Read:
    """A message as far as it matters.

    `sender` is the one address that it says it comes from, empty where there is none or several; `noise` why it is
    nobody's letter (an automatic answer, a bounce, a list), empty for a person's. `lines` are what the sender wrote, in
    the notation's plain signs unless it is too long to be orders, `said` the same as written. A message that is not
    `whole` was cut off on its way.
    """

    headers: Headers
    message_id: str
    sender: str
    subject: str
    dated: datetime | None
    noise: str
    whole: bool = True
    lines: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    @property
    def names(self) -> frozenset[str]:
        """What its sender is called there: the whole name, and each of its words."""
        shown = self.headers.text("From").partition("<")[0].replace('"', " ").casefold().split()
        return frozenset({" ".join(shown), *shown} - {""})


def read_message(raw: bytes) -> Read:
    """Read a message. Never fails, whatever it is made of, and takes no longer than its length is worth."""
    headers, body = split_message(raw[:MOST_BYTES])
    noise = noise_in(headers)
    said = [] if noise else [line for words in words_of(headers, body) for line in own_lines(lines_of(words))]
    return Read(
        headers=headers,
        message_id=headers.first("Message-ID")[:250],
        sender=only_sender(headers),
        subject=headers.text("Subject"),
        dated=headers.moment("Date"),
        noise=noise,
        whole=is_whole(headers, raw),
        lines=said if sum(map(len, said)) > MOST_WRITTEN else [in_notation(line) for line in said],
        said=said,
    )


def only_sender(headers: Headers) -> str:
    """The one address that a message says it comes from; empty where there is none or several, or where one may hide.

    One hides behind the end of a header that was cut, and where letters look or fold like others.
    """
    written, senders = headers.all("From"), headers.addresses("From")
    if len(written) != 1 or len(senders) != 1 or len(written[0]) >= MOST_LETTERS:
        return ""
    return senders[0] if senders[0].isascii() else ""


def digest_of(headers: Headers, body: bytes) -> str:
    """The SHA-256 of what a message says: the same for each of its copies, whatever way each has come."""
    told = [headers.first(name) for name in ("Message-ID", "From", "To", "Date", "Subject", "Content-Type")]
    words = "\n".join(told).encode("utf-8", "replace")
    return sha256(words + b"\n\n" + body.replace(b"\r\n", b"\n").strip()).hexdigest()
