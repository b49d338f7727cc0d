"""The words of a message: which of its parts a person wrote, decoded. Attachments are never looked into.

The parts are found by splitting at their boundaries, not by a parser that goes line by line through all that is
attached: a megabyte costs what its copying costs.
"""

import binascii
import quopri
from collections.abc import Iterator
from typing import NamedTuple

from worker.inbound.charsets import decoded
from worker.inbound.headers import Headers, split_message
from worker.inbound.markup import text_of_html

MOST_DEPTH = 8
"""Parts within parts; what lies deeper is not looked at."""
MOST_PARTS = 40
"""Of a message, and of each of its parts."""
MOST_ENCODED = 400_000
"""Bytes of a message that are decoded."""
MOST_TEXT = 150_000
"""Letters of a message that are read; the longest letter of this server, quoted whole, has a third of it."""
MOST_TEXTS = 6
"""Texts of a message that are looked at; mail programs write one or two."""


class Words(NamedTuple):
    """A text, and whether its lines flow (RFC 3676), with or without the blank at each end."""

    text: str
    flowed: bool = False
    without_blank: bool = False


def words_of(headers: Headers, body: bytes) -> list[Words]:
    """The texts that a person wrote, in their order; of the same in several forms, the plain one."""
    return [one for one in _Walk().through(headers, body, 0) if one.text.strip()]


def is_whole(headers: Headers, raw: bytes) -> bool:
    """Whether a message goes to its end: to a line end, and if it is in parts to its last boundary."""
    kind, more = headers.parameters("Content-Type")
    if kind.startswith("multipart/") and more.get("boundary"):
        return b"--%s--" % more["boundary"].encode("utf-8", "replace") in raw
    return raw.endswith((b"\n", b"\r"))


class _Walk:
    """Goes through the parts of one message, which share what may be decoded and read."""

    def __init__(self) -> None:
        self.encoded, self.letters, self.texts = MOST_ENCODED, MOST_TEXT, MOST_TEXTS

    def through(self, headers: Headers, body: bytes, depth: int) -> list[Words]:
        """The texts of a part, and of those in it."""
        kind, more = headers.parameters("Content-Type")
        if kind.startswith("multipart/") and more.get("boundary") and depth < MOST_DEPTH:
            parts = [split_message(part) for part in split_parts(body, more["boundary"])]
            return self.chosen(kind.removeprefix("multipart/"), parts, depth + 1)
        disposition, _ = headers.parameters("Content-Disposition")
        if disposition == "attachment" or kind not in ("", "text", "text/plain", "text/html"):
            return []
        text = self.read(headers, body, more.get("charset", ""))
        if kind == "text/html":
            return [Words(text_of_html(text))]
        return [Words(text, more.get("format", "").casefold() == "flowed", more.get("delsp", "").casefold() == "yes")]

    def chosen(self, kind: str, parts: list[tuple[Headers, bytes]], depth: int) -> list[Words]:
        """The texts of parts: of alternatives the first that says something, of a signed one the first."""
        if kind == "alternative":
            plain = sorted(parts, key=lambda part: part[0].parameters("Content-Type")[0] != "text/plain")
            readings = (self.through(*part, depth) for part in plain)
            return next((found for found in readings if any(one.text.strip() for one in found)), [])
        if kind in ("signed", "related"):
            parts = parts[:1]
        if kind in ("report", "encrypted", "digest"):
            return []  # what is in these nobody wrote to us
        return [words for part in parts for words in self.through(*part, depth)]

    def read(self, headers: Headers, body: bytes, charset: str) -> str:
        """The letters of a text, as far as the message may have any more."""
        if not self.texts:
            return ""
        body = body[: self.encoded]
        text = decoded(transferred(body, headers.first("Content-Transfer-Encoding")), charset)[: self.letters]
        self.texts, self.encoded, self.letters = self.texts - 1, self.encoded - len(body), self.letters - len(text)
        return text


def split_parts(body: bytes, boundary: str) -> Iterator[bytes]:
    """The parts between the boundaries; what stands before the first and after the last is for nobody."""
    line = b"\n--" + boundary.encode("utf-8", "replace")
    pieces = (b"\n" + body).split(line, MOST_PARTS)
    part: bytes | None = None
    for piece in pieces[1:]:
        if piece[:1] not in (b"\r", b"\n", b" ", b"\t", b"-", b""):
            part = None if part is None else part + line + piece  # the boundary of a part within begins with this one
            continue
        if part is not None:
            yield part
        if piece.startswith(b"--"):
            return
        part = piece.partition(b"\n")[2]
    if part is not None:
        yield part


def transferred(body: bytes, encoding: str) -> bytes:
    """The bytes of a part as they were before they were made fit for the way."""
    how = encoding.strip().casefold()
    body = body[:MOST_ENCODED]
    if how == "base64":
        return _from_base64(body)
    return quopri.decodestring(body) if how == "quoted-printable" else body


def _from_base64(body: bytes) -> bytes:
    kept = body.translate(None, b"\r\n \t=")
    try:
        return binascii.a2b_base64(kept[: len(kept) // 4 * 4] + _tail(kept))
    except binascii.Error:
        return b""


def _tail(kept: bytes) -> bytes:
    left = kept[len(kept) // 4 * 4 :]
    return left + b"=" * (4 - len(left)) if len(left) > 1 else b""
