"""What is stored of an e-mail reads as the whole e-mail does."""

from dataclasses import replace
from typing import Any

import pytest

from tests.worker.inbound.test_mail_program_corpus import LETTERS, raw_of
from worker.mail.inbound.headers import Headers
from worker.mail.inbound.mail_parser import ParsedMail, read_message
from worker.mail.inbound.stripping import MAX_STORED_BYTES, strip_unread_content

NO_HEADERS = Headers(b"")
PICTURE = b"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n" + b"iVBORw0KGgo" * 10_000 + b"\n"


def contents(raw: bytes) -> ParsedMail:
    return replace(read_message(raw), headers=NO_HEADERS)


@pytest.mark.parametrize("name", LETTERS)
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_what_is_stored_reads_as_the_whole(name: str, end: bytes) -> None:
    raw = raw_of(name).replace(b"\n", end)
    assert contents(strip_unread_content(raw)) == contents(raw)
    assert strip_unread_content(strip_unread_content(raw)) == strip_unread_content(raw)


@pytest.mark.parametrize("name", LETTERS[::4])
@pytest.mark.parametrize("part", [3, 5, 8])
def test_so_does_one_that_was_cut_off(name: str, part: int) -> None:
    raw = raw_of(name)
    raw = raw[: len(raw) * part // 9]
    assert contents(strip_unread_content(raw)) == contents(raw)


def nested(depth: int, inner: bytes) -> bytes:
    """Parts within parts, each with a boundary that begins as the one around it, and with a picture beside it."""
    for level in range(depth, 0, -1):
        line = b"--" + b"b" * level
        head = b'Content-Type: multipart/mixed; boundary="' + b"b" * level + b'"\n\n'
        inner = head + line + b"\n" + inner + b"\n" + line + b"\n" + PICTURE + line + b"--\n"
    return b"From: anna@example.org\n" + inner


@pytest.mark.parametrize("depth", [1, 2, 7, 8, 9, 12])
def test_parts_within_parts_keep_their_text_alone(depth: int) -> None:
    raw = nested(depth, b"Content-Type: text/plain\n\npass\n")
    assert contents(strip_unread_content(raw)) == contents(raw)
    assert len(strip_unread_content(raw)) < 2_000


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"\r\n\r\npass",
        b"From: anna@example.org",
        b"From: anna@example.org\n\n",
        b'Content-Type: multipart/mixed; boundary="b"\n\nno part',
        b'Content-Type: multipart/mixed; boundary="b"\n\n--b\n--b\n\npass\n--b--',
        b'Content-Type: multipart/mixed; boundary="b"\n\n--b--\n--b\n\npass\n',
        b"X: " + b"y" * 3_000_000,
        b"X: " + b"y" * 3_000_000 + b"\n",
        b"\n" + b"pass\n" * 600_000,
        b"Content-Type: image/png\n\n" + b"x" * 3_000_000,
    ],
)
def test_of_odd_messages_little_is_stored(raw: bytes) -> None:
    found: Any = strip_unread_content(raw)
    assert contents(found) == contents(raw)
    assert len(found) < MAX_STORED_BYTES
