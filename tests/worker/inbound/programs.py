"""Players who have nothing but a mail program: what they read in a letter, and how each program writes the reply."""

import quopri
from base64 import encodebytes
from collections.abc import Callable
from email.message import Message
from email.utils import formatdate
from html import escape
from itertools import count

_numbers = count(1)
_BEGINS = ("# Lines that begin", "# 「#」")
_EXAMPLES = ("# For example:", "# 例")


def text_in(letter: Message) -> str:
    """The text part."""
    (part,) = [one for one in letter.walk() if one.get_content_type() == "text/plain"]
    return bytes(part.get_payload(decode=True)).decode()  # type: ignore[arg-type]


def orders_in(letter: Message) -> list[str]:
    """The example of the letter's order form, else what it says as it stands; nothing where the letter asks nothing."""
    lines = text_in(letter).splitlines()
    start = next((at for at, line in enumerate(lines) if line.startswith(_BEGINS)), None)
    if start is None:
        return []
    form = lines[start : lines.index("", start) if "" in lines[start:] else None]
    example = next((at for at, line in enumerate(form) if line.startswith(_EXAMPLES)), None)
    if example is not None:
        return [line.removeprefix("#").strip() for line in form[example + 1 :]]
    return [line for line in form if not line.startswith("#")]


def _plain(letter: Message, orders: list[str]) -> tuple[str, bytes]:
    quoted = [f"> {line}" for line in text_in(letter).splitlines()]
    text = "\n".join([*orders, "", "On Sun, 22 Nov 2026 at 18:02, Sealed Orders <orders@example.org> wrote:", *quoted])
    return "text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit", text.encode()


def _outlook(letter: Message, orders: list[str]) -> tuple[str, bytes]:
    """The letter stands below without any mark but its head."""
    head = [
        "",
        "差出人: Sealed Orders <orders@example.org>",
        "送信日時: 2026年11月22日 18:02",
        "宛先: me",
        "件名: x",
        "",
    ]
    text = "\n".join([*orders, *head, *text_in(letter).splitlines()])
    return "text/plain; charset=utf-8\nContent-Transfer-Encoding: base64", encodebytes(text.encode())


def _japanese(letter: Message, orders: list[str]) -> tuple[str, bytes]:
    wide = [line.translate({ord(" "): "\u3000"} | {at: at + 0xFEE0 for at in range(0x30, 0x3A)}) for line in orders]
    text = "\n".join(
        [*wide, "", "-- ", "安奈", "", "2026年11月22日(日) 18:02 Sealed Orders <orders@example.org>:", "> pass"]
    )
    return "text/plain; charset=iso-2022-jp\nContent-Transfer-Encoding: 7bit", text.encode("iso2022_jp_ext", "replace")


def _page(letter: Message, orders: list[str]) -> tuple[str, bytes]:
    quoted = "<br>".join(map(escape, text_in(letter).splitlines()))
    said = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in orders)
    page = f"<html><body>{said}<div>Sent from my iPhone</div><blockquote type=cite>{quoted}</blockquote></body></html>"
    return "text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable", quopri.encodestring(page.encode())


def _below(letter: Message, orders: list[str]) -> tuple[str, bytes]:
    quoted = [f"> {line}" for line in text_in(letter).splitlines()]
    text = "\n".join(["Am 22.11.26 um 18:02 schrieb Sealed Orders:", *quoted, "", *orders, "", "-- ", "Anna", "pass"])
    return "text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit", text.encode()


PROGRAMS: dict[str, Callable[[Message, list[str]], tuple[str, bytes]]] = {
    "gmail": _plain,
    "outlook": _outlook,
    "japanese": _japanese,
    "page": _page,
    "below": _below,
}


def written(
    letter: Message, orders: list[str], program: str, *, sender: str = "", more: str = "", at: float | None = None
) -> bytes:
    """A reply by this program, as it arrives behind a relay that vouches for it. `more` are further headers."""
    kind, body = PROGRAMS[program](letter, orders)
    head = (
        "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n"
        f"{more}From: {sender or letter['To']}\nTo: {letter['Reply-To']}\nSubject: Re: x\n"
        f"Date: {formatdate(at)}\nMessage-ID: <w{next(_numbers)}@mail.example.org>\n"
        f"In-Reply-To: {letter['Message-ID']}\nMIME-Version: 1.0\nContent-Type: {kind}\n\n"
    )
    return (head.encode() + body).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
