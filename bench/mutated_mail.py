"""Fuzz incoming e-mail: read damaged replies, and check the orders found and the time.

Each reply has one order and quotes an e-mail full of other orders. Whatever the damage to headers, parts and encodings,
the parser must find only what the sender wrote, and in limited time.
"""

import random
import time
from base64 import encodebytes
from collections.abc import Callable, Iterator
from quopri import encodestring
from typing import NamedTuple

from games.kernel.forms import ChooseSome
from games.kernel.text import id_label
from games.order_text import parse_lines
from worker.mail.inbound.command_parser import split_commands
from worker.mail.inbound.mail_parser import read_message
from worker.mail.inbound.quote_stripping import REPLY_SEPARATOR

MOST_SECONDS = 0.1
WRITTEN = ("north_sea", "red_sea", "baltic")
"""The choices in the order of the sender."""
QUOTED = ("black_sea", "white_sea", "yellow_sea", "dead_sea")
"""The choices in the quoted e-mail, which the parser must ignore."""
FORM = ChooseSome(options=(*WRITTEN, *QUOTED), least=1, most=7)

_ORDER = f"choose {' '.join(WRITTEN)}"
_LETTER = [
    f"{REPLY_SEPARATOR} Reply above this line, or between the lines that are quoted.",
    "Your decision",
    "choose black_sea white_sea",
    "choose yellow_sea",
    "# choose dead_sea",
]
_HEAD = ["From: anna@example.org", "To: orders+x@example.org", "Subject: Re: x", "Message-ID: <1@example.org>"]
_QUOTED_TEXT = "\n".join(
    ["On Sun, 22 Nov 2026 Sealed Orders <orders@example.org> wrote:", *(f"> {x}" for x in _LETTER)]
)
_TEXT = f"{_ORDER}\n\n{_QUOTED_TEXT}\n"
_PAGE = f"<div>{_ORDER}</div><p>On Sun Sealed Orders wrote:</p><blockquote>{'<br>'.join(_LETTER)}</blockquote>"
_JUNK = [
    b"\x00",
    b"\xff\xfe",
    b"\x1b$B",
    b"=?utf-8?q?",
    b"\r",
    b"\n\n",
    b"--",
    b"<",
    b">",
    b"&#",
    b'"',
    b"(",
    b";" * 50,
]

Damage = Callable[[bytes, random.Random], bytes]


class Verdict(NamedTuple):
    """The result for one damaged reply."""

    ordered: bool
    """True if an order was found."""
    seconds: float
    """The time for reading the reply."""
    finding: str
    """What is wrong; empty if nothing is."""


def originals() -> list[bytes]:
    """Return undamaged replies: plain, encoded, HTML, multipart."""
    plain_kind, page_kind = "Content-Type: text/plain; charset=utf-8", "Content-Type: text/html; charset=utf-8"
    both = "\n".join(["", "--b1", plain_kind, "", _TEXT, "--b1", page_kind, "", _PAGE, "--b1--", ""]).encode()
    return [
        _message([plain_kind], _TEXT.encode()),
        _message([plain_kind, "Content-Transfer-Encoding: base64"], encodebytes(_TEXT.encode())),
        _message([plain_kind, "Content-Transfer-Encoding: quoted-printable"], encodestring(_TEXT.encode())),
        _message([page_kind], _PAGE.encode() + b"\n"),
        _message(["Content-Type: multipart/alternative; boundary=b1"], both),
        _message([plain_kind + "; format=flowed"], _TEXT.replace(" red_sea", " \nred_sea").encode()),
        _message([], f"{_QUOTED_TEXT}\n\n{_ORDER}\n".encode()),
    ]


def _message(head: list[str], body: bytes) -> bytes:
    return "\n".join([*_HEAD, *head, "", ""]).encode() + body


def damaged(rng: random.Random) -> bytes:
    """Return a reply with one to four kinds of damage, chosen at random."""
    raw = rng.choice(originals())
    for _ in range(rng.randint(1, 4)):
        raw = rng.choice(DAMAGES)(raw, rng)
    return raw


def judged(raw: bytes) -> Verdict:
    """Read a reply as the server does, and return the verdict."""
    began = time.process_time()
    read = read_message(raw)
    _, orders = split_commands(read.lines, read.raw_lines)
    found = parse_lines(orders, FORM, id_label) if orders and read.is_complete and not read.auto_reply_reason else None
    seconds = time.process_time() - began
    text = found.text if found else None
    if text is not None and not set(text.split()[1:]) <= set(WRITTEN):
        return Verdict(True, seconds, f"orders {text!r}, which nobody wrote")
    if seconds > MOST_SECONDS:
        return Verdict(text is not None, seconds, f"takes {seconds:.3f} s")
    return Verdict(text is not None, seconds, "")


def findings(count: int, seed: int) -> Iterator[tuple[int, Verdict, bytes]]:
    """Yield the damaged replies with a wrong result, each with its seed, the result and the message.

    `count` replies are tried, with seeds from `seed` on.
    """
    for number in range(seed, seed + count):
        raw = damaged(random.Random(number))
        verdict = judged(raw)
        if verdict.finding:
            yield number, verdict, raw


# --- damages. None takes away the mark of a quoted line: without it the line is written, as far as anybody can tell


def _head_and_body(raw: bytes) -> tuple[bytes, bytes]:
    head, _, body = raw.partition(b"\n\n")
    return head, body


def _flip_in_head(raw: bytes, rng: random.Random) -> bytes:
    head, body = _head_and_body(raw)
    bits = bytearray(head or b"x")
    for _ in range(rng.randint(1, 5)):
        bits[rng.randrange(len(bits))] = rng.randrange(256)
    return bytes(bits) + b"\n\n" + body


def _drop_header(raw: bytes, rng: random.Random) -> bytes:
    head, body = _head_and_body(raw)
    lines = head.split(b"\n")
    if len(lines) > 1:
        del lines[rng.randrange(len(lines))]
    return b"\n".join(lines) + b"\n\n" + body


def _double_header(raw: bytes, rng: random.Random) -> bytes:
    head, body = _head_and_body(raw)
    lines = head.split(b"\n")
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines) * rng.choice((1, 2, 400)))
    return b"\n".join(lines) + b"\n\n" + body


def _other_encoding(raw: bytes, rng: random.Random) -> bytes:
    how = rng.choice((b"base64", b"quoted-printable", b"7bit", b"x-unknown", b"BASE64 "))
    return b"Content-Transfer-Encoding: " + how + b"\n" + raw


def _other_charset(raw: bytes, rng: random.Random) -> bytes:
    return raw.replace(b"utf-8", rng.choice((b"iso-2022-jp", b"shift_jis", b"utf-7", b"idna", b"koi8-r", b"", b'"')))


def _cut_off(raw: bytes, rng: random.Random) -> bytes:
    return raw[: rng.randrange(len(raw) + 1)].rstrip(b"\n")


def _line_ends(raw: bytes, rng: random.Random) -> bytes:
    return raw.replace(b"\n", rng.choice((b"\r\n", b"\n\n")) if rng.random() < 0.8 else b"\r\r\n")


def _junk_before(raw: bytes, rng: random.Random) -> bytes:
    return rng.choice(_JUNK) * rng.choice((1, 10, 5_000)) + raw


def _junk_behind(raw: bytes, rng: random.Random) -> bytes:
    return (
        raw + b"> " + rng.choice(_JUNK).replace(b"\n", b"").replace(b"\r", b"") * rng.choice((1, 10, 100_000)) + b"\n"
    )


def _boundaries(raw: bytes, rng: random.Random) -> bytes:
    return raw.replace(b"--b1", rng.choice((b"--b", b"--b1b1", b"-- b1", b"--b1--", b"--b1\n--b1")), rng.randint(1, 3))


def _nested(raw: bytes, rng: random.Random) -> bytes:
    for depth in range(rng.choice((1, 3, 30))):
        line = b"--n%d" % depth
        head = b"From: anna@example.org\nContent-Type: multipart/mixed; boundary=n%d\n\n" % depth
        raw = head + line + b"\n" + raw + b"\n" + line + b"--\n"
    return raw


def _quoted_again(raw: bytes, rng: random.Random) -> bytes:
    head, body = _head_and_body(raw)
    return head + b"\n\n" + body + b"".join(b"> " * rng.randint(1, 70) + line + b"\n" for line in body.split(b"\n"))


def _blown_up(raw: bytes, rng: random.Random) -> bytes:
    line = rng.choice((b"> x\n", b"\n", b"On 1\n> y\n", b"> From: x\n", b"> =\n"))
    return raw + line * rng.choice((100, 20_000))


def _many_parts(raw: bytes, rng: random.Random) -> bytes:
    """Return a message that contains the reply beside dozens of texts, which take long to read."""
    line = rng.choice((b"_" * 60 + b"\n", b"On 1\n", b"From: x\n", b"<pre>\n", b"<s>x", b"a \n", b"\xef\xb7\xba "))
    kind = rng.choice((b"plain", b"html", b"plain; format=flowed", b"plain; charset=iso-2022-jp"))
    text = b"--m\nContent-Type: text/" + kind + b"\n\n" + line * (24_000 // len(line)) + b"\n"
    head = b"From: anna@example.org\nContent-Type: multipart/mixed; boundary=m\n\n"
    return head + text * rng.choice((1, 38)) + b"--m\n" + raw + b"\n--m--\n"


def _flooded(raw: bytes, rng: random.Random) -> bytes:
    """Return the reply with many of the sender's own lines before the orders."""
    head, body = _head_and_body(raw)
    line = rng.choice((b"x " * 300, b"x," * 900, b"\xef\xb7\xba " * 300, b"choose " + b"nort " * 200, b'"', b"note x"))
    return head + b"\n\n" + (line + b"\n") * rng.choice((3, 30, 1_000)) + body


DAMAGES: tuple[Damage, ...] = (
    _flip_in_head,
    _drop_header,
    _double_header,
    _other_encoding,
    _other_charset,
    _cut_off,
    _line_ends,
    _junk_before,
    _junk_behind,
    _boundaries,
    _nested,
    _quoted_again,
    _blown_up,
    _many_parts,
    _flooded,
)
