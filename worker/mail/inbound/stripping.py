"""Reduce an e-mail to the parts that are read, for storage, without attachments and pictures."""

from worker.mail.inbound.headers import MAX_HEADER_BYTES as MOST_OF_HEADERS
from worker.mail.inbound.headers import split_message
from worker.mail.inbound.mime_parts import MAX_DEPTH, MAX_ENCODED_BYTES, is_text, split_parts

MAX_STORED_BYTES = 1_000_000
"""The maximum size of an e-mail without its attachments, in bytes; a longer one is not read."""


def strip_unread_content(raw: bytes) -> bytes:
    """Return the e-mail without the contents of parts that are not read.

    All headers and boundaries are kept, so that `read_message` gives the same result as for `raw`.
    """
    return _kept(raw, 0)


def _kept(raw: bytes, depth: int) -> bytes:
    headers, body = split_message(raw)
    head = raw[: len(raw) - len(body)]
    kind, more = headers.parameters("Content-Type")
    if kind.startswith("multipart/") and more.get("boundary") and depth < MAX_DEPTH:
        return head + _parts_kept(body, more["boundary"], depth + 1)
    if not body:
        return _cut(head, MOST_OF_HEADERS + 4)
    disposition, _ = headers.parameters("Content-Disposition")
    return head + _cut(body, MAX_ENCODED_BYTES if is_text(headers, disposition) else 0)


def _cut(text: bytes, most: int) -> bytes:
    """Return the first `most` bytes of a text; of a longer text also its end, which tells if it was complete."""
    if len(text) <= most:
        return text
    return text[:most] + (b"\n" if text.endswith(b"\r") else text[-1:])


def _parts_kept(body: bytes, boundary: str, depth: int) -> bytes:
    line = b"--" + boundary.encode("utf-8", "replace")
    parts = b"\n".join(line + b"\n" + _kept(part, depth) for part in split_parts(body, boundary))
    end = line + b"--"
    return b"\n".join((parts, end, b"")) if end in body else parts
