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
"""Bytes of one part that are decoded."""
MOST_TEXT = 150_000
"""Letters of a text that are read; the longest letter of this server, quoted whole, has a third of it."""


class Words(NamedTuple):
    """A text, and whether its lines flow (RFC 3676), with or without the blank at each end."""

    text: str
    flowed: bool = False
    without_blank: bool = False


def words_of(headers: Headers, body: bytes) -> list[Words]:
    """The texts that a person wrote, in their order; of the same in several forms, the plain one."""
    return [one for one in _walk(headers, body, 0, "mixed") if one.text.strip()]


def is_whole(headers: Headers, raw: bytes) -> bool:
    """Whether a message goes to its end: to a line end, and if it is in parts to its last boundary."""
    kind, more = headers.parameters("Content-Type")
    if kind.startswith("multipart/") and more.get("boundary"):
        return b"--%s--" % more["boundary"].encode("utf-8", "replace") in raw
    return raw.endswith((b"\n", b"\r"))


def _walk(headers: Headers, body: bytes, depth: int, within: str) -> list[Words]:
    kind, more = headers.parameters("Content-Type")
    if kind.startswith("multipart/") and more.get("boundary") and depth < MOST_DEPTH:
        parts = [split_message(part) for part in split_parts(body, more["boundary"])]
        return _chosen(kind.removeprefix("multipart/"), parts, depth + 1)
    disposition, _ = headers.parameters("Content-Disposition")
    if disposition == "attachment" or kind not in ("", "text", "text/plain", "text/html"):
        return []
    text = decoded(transferred(body, headers.first("Content-Transfer-Encoding")), more.get("charset", ""))[:MOST_TEXT]
    if kind == "text/html":
        return [Words(text_of_html(text))]
    return [Words(text, more.get("format", "").casefold() == "flowed", more.get("delsp", "").casefold() == "yes")]


def _chosen(kind: str, parts: list[tuple[Headers, bytes]], depth: int) -> list[Words]:
    """The texts of a message in parts: of alternatives the first that says something, of a signed one the first."""
    if kind == "alternative":
        plain = sorted(parts, key=lambda part: part[0].parameters("Content-Type")[0] != "text/plain")
        readings = (_walk(*part, depth, kind) for part in plain)
        return next((found for found in readings if any(one.text.strip() for one in found)), [])
    if kind in ("signed", "related"):
        parts = parts[:1]
    if kind in ("report", "encrypted", "digest"):
        return []  # what is in these nobody wrote to us
    return [words for part in parts for words in _walk(*part, depth, kind)]


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
