"""Extract and decode the text parts of a message. Attachments are never read.

The message is split at the boundaries of its parts, without a parser that reads attachments line by line; so ten
megabytes take no longer than copying them.
"""

import binascii
import quopri
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from worker.mail.inbound.charsets import decode_text
from worker.mail.inbound.headers import Headers, split_message
from worker.mail.inbound.html_text import html_to_text

MAX_DEPTH = 8
"""The maximum depth of nested parts."""
MAX_PARTS = 40
"""The maximum number of parts of a message, and of each of its parts."""
MAX_ENCODED_BYTES = 400_000
"""The maximum number of bytes of a message that are decoded."""
MAX_TEXT_LENGTH = 150_000
"""The maximum number of characters that are read of a message; the longest e-mail of this server has a third of it.
"""
MAX_TEXTS = 6
"""The maximum number of text parts that are read of a message; mail programs write one or two."""


class TextPart(NamedTuple):
    """The text of a part of a message."""

    text: str
    flowed: bool = False
    """True for ``format=flowed`` (RFC 3676): a line that ends with a blank continues in the next one."""
    without_blank: bool = False
    """True for ``delsp=yes`` (RFC 3676): this blank does not belong to the text."""


class UnreadContent(StrEnum):
    """A kind of content that is not read, for the reply to tell the sender."""

    TNEF = "tnef"
    ENCRYPTED = "encrypted"
    ATTACHMENT = "attachment"
    HTML = "html"
    """An HTML page without words."""


_TNEF = ("application/ms-tnef", "application/vnd.ms-tnef")
_ENCRYPTED = ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted")
_SIGNATURES = ("application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature")
_TEXTS = ("", "text", "text/plain", "text/html")


def extract_texts(headers: Headers, body: bytes) -> list[TextPart]:
    """Return the texts that a person wrote, in order; of alternative parts, the plain text."""
    return extract_texts_and_unread(headers, body)[0]


def extract_texts_and_unread(headers: Headers, body: bytes) -> tuple[list[TextPart], frozenset[UnreadContent]]:
    """Return the texts (see `extract_texts`), and the kinds of content that were not read."""
    extractor = _TextExtractor()
    words = [one for one in extractor.texts_of(headers, body, 0) if one.text.strip()]
    return words, frozenset(extractor.unread)


def is_text(headers: Headers, disposition: str) -> bool:
    """Return True if a part without subparts is text that is read, not an attachment.

    `disposition` is the value of its header Content-Disposition.
    """
    return disposition != "attachment" and headers.parameters("Content-Type")[0] in _TEXTS


def _unread_kind(headers: Headers) -> UnreadContent | None:
    """Return the kind of an unread part; None for a digital signature, which need not be reported."""
    kind, more = headers.parameters("Content-Type")
    named = more.get("name") or headers.parameters("Content-Disposition")[1].get("filename", "")
    if kind in _TNEF or named.casefold() == "winmail.dat":
        return UnreadContent.TNEF
    if kind in _ENCRYPTED:
        return UnreadContent.ENCRYPTED
    return None if kind in _SIGNATURES else UnreadContent.ATTACHMENT


def is_complete(headers: Headers, raw: bytes) -> bool:
    """Return True if a message is complete: it ends with a line end, or with its last boundary if it is multipart."""
    kind, more = headers.parameters("Content-Type")
    if kind.startswith("multipart/") and more.get("boundary"):
        return b"--%s--" % more["boundary"].encode("utf-8", "replace") in raw
    return raw.endswith((b"\n", b"\r"))


class _TextExtractor:
    """Extracts the texts of one message, with the limits of decoding and reading left for further parts."""

    def __init__(self) -> None:
        self.encoded, self.letters, self.texts = MAX_ENCODED_BYTES, MAX_TEXT_LENGTH, MAX_TEXTS
        self.unread: set[UnreadContent] = set()

    def texts_of(self, headers: Headers, body: bytes, depth: int) -> list[TextPart]:
        """Return the texts of a part and of its subparts; `depth` is how deep the part is nested."""
        kind, more = headers.parameters("Content-Type")
        if kind.startswith("multipart/") and more.get("boundary") and depth < MAX_DEPTH:
            parts = [split_message(part) for part in split_parts(body, more["boundary"])]
            return self.multipart_texts(kind.removeprefix("multipart/"), parts, depth + 1)
        disposition, _ = headers.parameters("Content-Disposition")
        if not is_text(headers, disposition):
            self.note_unread(_unread_kind(headers))
            return []
        text = self.read(headers, body, more.get("charset", ""))
        if kind == "text/html":
            page = html_to_text(text)
            self.note_unread(None if page.strip() else UnreadContent.HTML)
            return [TextPart(page)]
        return [
            TextPart(text, more.get("format", "").casefold() == "flowed", more.get("delsp", "").casefold() == "yes")
        ]

    def note_unread(self, kind: UnreadContent | None) -> None:
        """Record the kind of an unread part; None is ignored."""
        self.unread |= {kind} if kind is not None else set()

    def multipart_texts(self, kind: str, parts: list[tuple[Headers, bytes]], depth: int) -> list[TextPart]:
        """Return the texts of those parts of a multipart of this `kind` that are read.

        Of alternatives it is the first part with words, preferably plain text; of a signed multipart the first part.
        """
        if kind == "alternative":
            plain = sorted(parts, key=lambda part: part[0].parameters("Content-Type")[0] != "text/plain")
            readings = (self.texts_of(*part, depth) for part in plain)
            return next((found for found in readings if any(one.text.strip() for one in found)), [])
        if kind in ("signed", "related"):
            parts = parts[:1]
        if kind in ("report", "encrypted", "digest"):
            self.note_unread(UnreadContent.ENCRYPTED if kind == "encrypted" else None)
            return []  # attached or forwarded messages are not written to us
        return [words for part in parts for words in self.texts_of(*part, depth)]

    def read(self, headers: Headers, body: bytes, charset: str) -> str:
        """Return the decoded text of a part, up to the limits left."""
        if not self.texts:
            return ""
        body = body[: self.encoded]
        text = decode_text(decode_transfer_encoding(body, headers.first("Content-Transfer-Encoding")), charset)[
            : self.letters
        ]
        self.texts, self.encoded, self.letters = self.texts - 1, self.encoded - len(body), self.letters - len(text)
        return text


def split_parts(body: bytes, boundary: str) -> Iterator[bytes]:
    """Return the parts between the boundaries, without preamble and epilogue."""
    line = b"\n--" + boundary.encode("utf-8", "replace")
    pieces = (b"\n" + body).split(line, MAX_PARTS)
    part: bytes | None = None
    for piece in pieces[1:]:
        if piece[:1] not in (b"\r", b"\n", b" ", b"\t", b"-", b""):
            part = None if part is None else part + line + piece  # the boundary of a nested part begins with this one
            continue
        if part is not None:
            yield part
        if piece.startswith(b"--"):
            return
        part = piece.partition(b"\n")[2]
    if part is not None:
        yield part


def decode_transfer_encoding(body: bytes, encoding: str) -> bytes:
    """Return the bytes of a part without their transfer encoding."""
    name = encoding.strip().casefold()
    body = body[:MAX_ENCODED_BYTES]
    if name == "base64":
        return _from_base64(body)
    return quopri.decodestring(body) if name == "quoted-printable" else body


def _from_base64(body: bytes) -> bytes:
    kept = body.translate(None, b"\r\n \t=")
    try:
        return binascii.a2b_base64(kept[: len(kept) // 4 * 4] + _tail(kept))
    except binascii.Error:
        return b""


def _tail(kept: bytes) -> bytes:
    left = kept[len(kept) // 4 * 4 :]
    return left + b"=" * (4 - len(left)) if len(left) > 1 else b""
