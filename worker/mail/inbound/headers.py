"""Parse the headers of untrusted messages: limited in size, unfolded, and decoded only when read."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import parsedate_to_datetime

from worker.mail.inbound.charsets import decode_text

MAX_HEADER_BYTES = 65_536
"""The maximum size of all headers together, in bytes; what follows is ignored."""
MAX_HEADER_LENGTH = 2_000
"""The maximum length of one header, in bytes."""
MAX_HEADERS = 400

_END = re.compile(rb"\r?\n\r?\n|\r\r")
_NAME = re.compile(r"[!-9;-~]{1,80}")
_ANGLE = re.compile(r"<([^<>\s]{1,254})>")
_BARE = re.compile(r"[^\s<>,;:\"()\[\]]{1,64}@[^\s<>,;:\"()\[\]]{1,189}")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*\\?(?:"|$)')
"""A quoted string; if it is not closed, it reaches to the end, so that the pattern needs linear time."""
_CONTROLS = dict.fromkeys([*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0x7F, 0xA0), 0x2028, 0x2029], None)
"""Control characters, which are removed: headers do not need them, and databases and e-mails do not accept all."""


class Headers:
    """The headers of a message or of one of its parts, in their order."""

    def __init__(self, block: bytes) -> None:
        self._fields = list(_fields(block[:MAX_HEADER_BYTES]))

    def all(self, name: str) -> list[str]:
        """Return the values of all headers with this name, unfolded and not decoded."""
        wanted = name.casefold()
        return [value for key, value in self._fields if key == wanted]

    def first(self, name: str) -> str:
        """Return the value of the topmost header with this name, or ""."""
        return next(iter(self.all(name)), "")

    def text(self, name: str) -> str:
        """Return the decoded value of the topmost header with this name, or ""."""
        return decode_encoded_words(self.first(name))

    def parameters(self, name: str) -> tuple[str, dict[str, str]]:
        """Return a header's value in lower case, and its parameters, as in ``text/plain; charset=utf-8``."""
        made: Message = Message()
        made[name] = self.first(name)[:MAX_HEADER_LENGTH]
        try:
            found = made.get_params([], header=name) or []
        except (ValueError, LookupError, AttributeError, TypeError):  # the standard library fails on some
            return self.first(name).partition(";")[0].strip().casefold(), {}
        plain = {key.casefold(): _one(value) for key, value in found[1:]}
        return (found[0][0].casefold() if found else ""), plain

    def addresses(self, *names: str) -> list[str]:
        """Return the e-mail addresses in the headers with these names, in lower case, each once."""
        return list(dict.fromkeys(one for name in names for value in self.all(name) for one in parse_addresses(value)))

    def read_date(self, name: str) -> datetime | None:
        """Return the date in a header; None if it is missing or invalid."""
        try:
            found = parsedate_to_datetime(self.first(name)[:100])
            return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
        except (ValueError, TypeError, IndexError, OverflowError):
            return None


def split_message(raw: bytes) -> tuple[Headers, bytes]:
    """Return the headers and the body of a message or part; if it begins with an empty line, there are no headers."""
    if raw.startswith((b"\n", b"\r\n")):
        return Headers(b""), raw.lstrip(b"\r").removeprefix(b"\n")
    end = _END.search(raw[: MAX_HEADER_BYTES + 4])
    if end is None:
        return Headers(raw), b""
    return Headers(raw[: end.start()]), raw[end.end() :]


def parse_addresses(value: str) -> list[str]:
    """Return the addresses in a header, with or without angle brackets; also texts like addresses in unquoted names."""
    written = _QUOTED.sub(" ", value[:MAX_HEADER_LENGTH])
    found = [one for one in _ANGLE.findall(written) if "@" in one] + _BARE.findall(_ANGLE.sub(" ", written))
    return list(dict.fromkeys(one.lower() for one in found))


def decode_encoded_words(value: str) -> str:
    """Return a header with its encoded words (RFC 2047) decoded."""
    value = value[:MAX_HEADER_LENGTH]
    if "=?" not in value:
        return value
    try:
        pieces = decode_header(value)
    except (HeaderParseError, ValueError):
        return value
    return "".join(piece if isinstance(piece, str) else decode_text(piece, name or "") for piece, name in pieces)


def _fields(block: bytes) -> Iterator[tuple[str, str]]:
    name, value, count = "", "", 0
    text = decode_text(block, "").replace("\r\n", "\n").replace("\r", "\n")
    for line in text.translate(_CONTROLS).split("\n"):
        if line[:1] in (" ", "\t") and name:
            value = f"{value} {line.strip()}"[:MAX_HEADER_LENGTH]
            continue
        if name:
            yield name, value
            count += 1
        key, colon, rest = line.partition(":")
        name = key.strip().casefold() if colon and _NAME.fullmatch(key.strip()) else ""
        value = rest.strip()[:MAX_HEADER_LENGTH]
        if count >= MAX_HEADERS:
            return
    if name:
        yield name, value


def _one(value: object) -> str:
    """Return the text of a parameter, which the library gives as three values if it has a charset (RFC 2231)."""
    return str(value[2]) if isinstance(value, tuple) else str(value)
