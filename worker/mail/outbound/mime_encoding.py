"""Serialize an e-mail for the mail server, with CRLF line ends.

The HTML and its picture form a ``multipart/related``, which is an alternative to the text (``multipart/alternative``).
"""

import quopri
from binascii import b2a_base64
from collections.abc import Mapping
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP, Policy
from functools import lru_cache
from hashlib import sha256
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.utils.encoding import punycode

_LONGEST_LINE = 998
_END = b"\r\n"
_WIDTH = 76
"""Characters in a line of base64 (RFC 2045, 6.8)."""


class PreparedEmail(EmailMultiAlternatives):
    """A serialized e-mail as Django's message class; its text and HTML are kept for inspection."""

    def __init__(self, raw: bytes, *, html: str, **fields: Any) -> None:
        super().__init__(**fields)
        self.attach_alternative(html, "text/html")
        self._raw = raw

    def message(self, *, policy: "Policy[Any] | None" = None) -> EmailMessage:
        """Return the serialized message, which mail backends send."""
        return PreparedMessage(self._raw)


class PreparedMessage(EmailMessage):
    """The bytes of an e-mail with the interface of the standard library's message that Django expects."""

    def __init__(self, raw: bytes) -> None:
        super().__init__()
        self._raw = raw

    def as_bytes(self, unixfrom: bool = False, policy: "Policy[Any] | None" = None, linesep: str = "\r\n") -> bytes:
        """Return the e-mail with CRLF line ends, whatever policy is requested."""
        return self._raw

    def as_string(
        self, unixfrom: bool = False, maxheaderlen: int | None = None, policy: "Policy[Any] | None" = None
    ) -> str:
        """Return the e-mail as text."""
        return self._raw.decode(errors="replace")


def to_ascii_address(email: str) -> str:
    """Return an address with its domain in ASCII (IDNA)."""
    name, at, domain = email.rpartition("@")
    return f"{name}{at}{punycode(domain)}" if at else email


def make_text_part(text: str, kind: str) -> bytes:
    """Return a text as a MIME part with its headers; `kind` is the subtype, such as "plain".

    The text is not encoded, or quoted-printable if a line is too long for mail servers.
    """
    raw = text.encode()
    lines = raw.splitlines()
    how = b"8bit"
    if max(map(len, lines), default=0) > _LONGEST_LINE:
        how, lines = b"quoted-printable", quopri.encodestring(raw.replace(b"\r\n", b"\n")).splitlines()
    head = b'Content-Type: text/%s; charset="utf-8"\r\nContent-Transfer-Encoding: %s\r\n\r\n' % (kind.encode(), how)
    return head + _END.join(lines) + _END


def make_picture_part(png: bytes, cid: str) -> bytes:
    """Return a picture (PNG) as a MIME part to which the HTML refers by the Content-ID `cid`."""
    head = (
        "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n"
        f'Content-ID: <{cid}>\r\nContent-Disposition: inline; filename="board.png"\r\n\r\n'
    )
    return head.encode() + _base64(png)


@lru_cache(maxsize=64)
def _base64(png: bytes) -> bytes:
    """Return a picture in base64 lines of 76 characters; cached, because several e-mails can have the same picture."""
    signs = b2a_base64(png, newline=False)
    return b"".join(signs[place : place + _WIDTH] + _END for place in range(0, len(signs), _WIDTH))


def make_calendar_part(document: bytes) -> bytes:
    """Return an iCalendar document as an attachment."""
    head = (
        'Content-Type: text/calendar; charset="utf-8"; method=PUBLISH\r\nContent-Transfer-Encoding: base64\r\n'
        'Content-Disposition: attachment; filename="deadline.ics"\r\n\r\n'
    )
    return head.encode() + _base64(document)


def assemble_message(
    headers: Mapping[str, str], text: bytes, page: bytes, picture: bytes = b"", attachment: bytes = b""
) -> bytes:
    """Return the e-mail from its MIME parts: text, HTML (`page`), and perhaps picture and attachment.

    Raises ValueError for a header with a line end.
    """
    name = sha256(headers["Message-ID"].encode()).hexdigest()[:32]
    if picture:
        page = _bound("related", f"=_r{name}", (page, picture), '; type="text/html"')
    body = _bound("alternative", f"=_a{name}", (text, page))
    if attachment:
        body = _bound("mixed", f"=_m{name}", (body, attachment))
    return b"".join(_folded(*header) for header in headers.items()) + body


def _bound(kind: str, boundary: str, parts: tuple[bytes, ...], more: str = "") -> bytes:
    """Return a multipart of this kind with the parts. The boundary must not occur in a part."""
    line = f"--{boundary}".encode()
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"{more}\r\n\r\n'.encode()
    return b"".join([head, *(piece for one in parts for piece in (line, _END, one, _END)), line, b"--", _END])


_IDS = frozenset({"Message-ID", "In-Reply-To", "References", "Date", "List-Unsubscribe", "X-PM-Metadata-letter"})
"""Headers of ASCII words that differ in each e-mail; they can be folded between two words."""


def _folded(name: str, value: str) -> bytes:
    """Return a header folded into lines. Raises ValueError if the value contains a line end."""
    if name in _IDS and value.isascii() and value.isprintable():
        words = value.split(" ") if name == "References" else [value]
        return (f"{name}: " + "\r\n ".join(words) + "\r\n").encode()
    return _coded(name, value)


@lru_cache(maxsize=1024)
def _coded(name: str, value: str) -> bytes:
    """Return a folded header whose value is words in any language or addresses; cached, because most values recur."""
    if name == "Subject" and ("=?" in value or not value.isascii()):
        return f"{name}: {_encode_subject(value)}\r\n".encode()
    folded = SMTP.fold_binary(*SMTP.header_store_parse(name, value))
    return folded.replace(b": \r\n ", b": ", 1) if folded.startswith(f"{name}: \r\n ".encode()) else folded


def escape_subject(subject: str) -> str:
    """Return a subject that mail programs show literally, even if it looks like an encoded word (RFC 2047)."""
    return _encode_subject(subject) if "=?" in subject else subject


def _encode_subject(subject: str) -> str:
    """Return a subject as encoded words (Python's e-mail policy would double a space before a non-ASCII word)."""
    return Header(subject, "utf-8", header_name="Subject").encode(linesep="\r\n")
