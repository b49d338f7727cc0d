"""Replies to letters, as a player's mail program writes them."""

from datetime import UTC, datetime
from email.message import EmailMessage as Parsed
from email.utils import format_datetime
from itertools import count

from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.inbound.ingest import ingest

_numbers = count(1)
VOUCHED = "mx.example.org; dmarc=pass header.from=example.org"


def reply(
    letter: Parsed,
    *lines: str,
    sender: str = "",
    vouched: str = VOUCHED,
    dated: datetime | None = None,
    headers: dict[str, str] | None = None,
) -> bytes:
    """The bytes of a reply on top of what it quotes; by default somebody vouches for its address."""
    written = Parsed()
    if vouched:
        written["Authentication-Results"] = vouched
    written["From"] = sender or str(letter["To"])
    written["To"] = str(letter["Reply-To"])
    written["Subject"] = f"Re: {letter['Subject']}"
    written["Date"] = format_datetime(dated or datetime.now(UTC))
    written["Message-ID"] = f"<reply-{next(_numbers)}@mail.example.org>"
    written["In-Reply-To"] = str(letter["Message-ID"])
    for name, value in (headers or {}).items():
        written[name] = value
    (text,) = [part for part in letter.walk() if part.get_content_type() == "text/plain"]
    quoted = [f"> {line}" for line in text.get_content().splitlines()]
    written.set_content("\n".join([*lines, "", "On Sunday Sealed Orders <orders@example.org> wrote:", *quoted]))
    return written.as_bytes()


def bring(raw: bytes, way: str = "pipe") -> str:
    """The message comes in, and is handled."""
    taken = ingest(raw, channel=way)
    handle_inbound()
    return taken
