"""A letter as it goes over the line, written once: its parts as lines that end as mail servers want, and a picture.

The HTML and the picture that it shows stand together (``multipart/related``), beside the text for whoever reads no
HTML (``multipart/alternative``).
"""

import quopri
from binascii import b2a_base64
from collections.abc import Mapping
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
"""Signs in a line of base64 (RFC 2045, 6.8)."""


class Ready(EmailMultiAlternatives):
    """A letter whose bytes are written. Text and HTML are there too, for whoever looks at them."""

    def __init__(self, raw: bytes, *, html: str, **fields: Any) -> None:
        super().__init__(**fields)
        self.attach_alternative(html, "text/html")
        self._raw = raw

    def message(self, *, policy: "Policy[Any] | None" = None) -> EmailMessage:
        """The letter for a mail server."""
        return Written(self._raw)


class Written(EmailMessage):
    """A letter's bytes, where Django expects a message of the standard library."""

    def __init__(self, raw: bytes) -> None:
        super().__init__()
        self._raw = raw

    def as_bytes(self, unixfrom: bool = False, policy: "Policy[Any] | None" = None, linesep: str = "\r\n") -> bytes:
        """The letter; its lines end as mail servers want, whatever is asked for."""
        return self._raw

    def as_string(
        self, unixfrom: bool = False, maxheaderlen: int | None = None, policy: "Policy[Any] | None" = None
    ) -> str:
        """The same, to be read by people."""
        return self._raw.decode(errors="replace")


def addressed(email: str) -> str:
    """An address whose domain is written in plain letters."""
    name, at, domain = email.rpartition("@")
    return f"{name}{at}{punycode(domain)}" if at else email


def part(text: str, kind: str) -> bytes:
    """A text as a part, from its own headers on: as it is, or quoted where a line is longer than servers take."""
    raw = text.encode()
    lines = raw.splitlines()
    how = b"8bit"
    if max(map(len, lines), default=0) > _LONGEST_LINE:
        how, lines = b"quoted-printable", quopri.encodestring(raw.replace(b"\r\n", b"\n")).splitlines()
    head = b'Content-Type: text/%s; charset="utf-8"\r\nContent-Transfer-Encoding: %s\r\n\r\n' % (kind.encode(), how)
    return head + _END.join(lines) + _END


def picture_part(png: bytes, cid: str) -> bytes:
    """A picture as a part that the HTML names by its Content-ID."""
    head = (
        "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n"
        f'Content-ID: <{cid}>\r\nContent-Disposition: inline; filename="board.png"\r\n\r\n'
    )
    return head.encode() + _base64(png)


@lru_cache(maxsize=64)
def _base64(png: bytes) -> bytes:
    """In lines of 76; letters to observers share a picture."""
    signs = b2a_base64(png, newline=False)
    return b"".join(signs[place : place + _WIDTH] + _END for place in range(0, len(signs), _WIDTH))


def whole(headers: Mapping[str, str], text: bytes, page: bytes, picture: bytes = b"") -> bytes:
    """The letter out of its parts. Raises ValueError for a header with a line end in it."""
    name = sha256(headers["Message-ID"].encode()).hexdigest()[:32]
    if picture:
        page = _bound("related", f"=_r{name}", (page, picture), '; type="text/html"')
    return b"".join(_folded(*header) for header in headers.items()) + _bound("alternative", f"=_a{name}", (text, page))


def _bound(kind: str, boundary: str, parts: tuple[bytes, ...], more: str = "") -> bytes:
    """Parts as one. The boundary comes from the letter's own Message-ID, which nobody knew when its words were made."""
    line = f"--{boundary}".encode()
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"{more}\r\n\r\n'.encode()
    return b"".join([head, *(piece for one in parts for piece in (line, _END, one, _END)), line, b"--", _END])


_IDS = frozenset({"Message-ID", "In-Reply-To", "References", "Date", "List-Unsubscribe", "X-PM-Metadata-letter"})
"""Headers of words that need no coding, other in each letter; a line end between two words is as good as a blank."""


def _folded(name: str, value: str) -> bytes:
    """A header as it goes over the line. Raises ValueError for one with a line end in it."""
    if name in _IDS and value.isascii() and value.isprintable():
        words = value.split(" ") if name == "References" else [value]
        return (f"{name}: " + "\r\n ".join(words) + "\r\n").encode()
    return _coded(name, value)


@lru_cache(maxsize=1024)
def _coded(name: str, value: str) -> bytes:
    """The same for words of any language and for addresses; most of them are in every letter."""
    return SMTP.fold_binary(*SMTP.header_store_parse(name, value))
