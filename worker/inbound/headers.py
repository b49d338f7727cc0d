"""The headers of a message from outside, read without trust: capped, unfolded, decoded when asked for."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import parsedate_to_datetime

from worker.inbound.charsets import decoded

MOST_BYTES = 65_536
"""Of all headers together; what stands behind is not looked at."""
MOST_LETTERS = 2_000
"""Of one header."""
MOST_HEADERS = 400

_END = re.compile(rb"\r?\n\r?\n|\r\r")
_NAME = re.compile(r"[!-9;-~]{1,80}")
_ANGLE = re.compile(r"<([^<>\s]{1,254})>")
_BARE = re.compile(r"[^\s<>,;:\"()\[\]]{1,64}@[^\s<>,;:\"()\[\]]{1,189}")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*\\?(?:"|$)')
"""One that is never closed reaches to the end, so that each letter is looked at once."""
_CONTROLS = dict.fromkeys([*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0x7F, 0xA0), 0x2028, 0x2029], None)
"""No header means anything by them, and neither the store nor a letter bears them all."""


class Headers:
    """The headers of a message or of one of its parts, in the order of writing."""

    def __init__(self, block: bytes) -> None:
        self._fields = list(_fields(block[:MOST_BYTES]))

    def all(self, name: str) -> list[str]:
        """Every value of that name, as it was written, in one line."""
        wanted = name.casefold()
        return [value for key, value in self._fields if key == wanted]

    def first(self, name: str) -> str:
        """The topmost value of that name, or nothing."""
        return next(iter(self.all(name)), "")

    def text(self, name: str) -> str:
        """The topmost value for people to read."""
        return decoded_words(self.first(name))

    def parameters(self, name: str) -> tuple[str, dict[str, str]]:
        """A value with parameters (``text/plain; charset=utf-8``): the value in small letters, and what follows."""
        made: Message = Message()
        made[name] = self.first(name)[:MOST_LETTERS]
        try:
            found = made.get_params([], header=name) or []
        except (ValueError, LookupError, AttributeError, TypeError):  # the standard library stumbles over some
            return self.first(name).partition(";")[0].strip().casefold(), {}
        plain = {key.casefold(): _one(value) for key, value in found[1:]}
        return (found[0][0].casefold() if found else ""), plain

    def addresses(self, *names: str) -> list[str]:
        """The addresses in these headers, in small letters, each once."""
        return list(dict.fromkeys(one for name in names for value in self.all(name) for one in addresses_in(value)))

    def moment(self, name: str) -> datetime | None:
        """A date, or None where it is none."""
        try:
            found = parsedate_to_datetime(self.first(name)[:100])
            return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
        except (ValueError, TypeError, IndexError, OverflowError):
            return None


def split_message(raw: bytes) -> tuple[Headers, bytes]:
    """The headers and the body of a message or part. One that begins with an empty line has no headers."""
    if raw.startswith((b"\n", b"\r\n")):
        return Headers(b""), raw.lstrip(b"\r").removeprefix(b"\n")
    end = _END.search(raw[: MOST_BYTES + 4])
    if end is None:
        return Headers(raw), b""
    return Headers(raw[: end.start()]), raw[end.end() :]


def addresses_in(value: str) -> list[str]:
    """The addresses of a header, in angle brackets or bare; what looks like one in a name that is not quoted, too."""
    written = _QUOTED.sub(" ", value[:MOST_LETTERS])
    found = [one for one in _ANGLE.findall(written) if "@" in one] + _BARE.findall(_ANGLE.sub(" ", written))
    return list(dict.fromkeys(one.lower() for one in found))


def decoded_words(value: str) -> str:
    """A header whose encoded words (RFC 2047) are letters again."""
    value = value[:MOST_LETTERS]
    if "=?" not in value:
        return value
    try:
        pieces = decode_header(value)
    except (HeaderParseError, ValueError):
        return value
    return "".join(piece if isinstance(piece, str) else decoded(piece, name or "") for piece, name in pieces)


def _fields(block: bytes) -> Iterator[tuple[str, str]]:
    name, value, count = "", "", 0
    text = decoded(block, "").replace("\r\n", "\n").replace("\r", "\n")
    for line in text.translate(_CONTROLS).split("\n"):
        if line[:1] in (" ", "\t") and name:
            value = f"{value} {line.strip()}"[:MOST_LETTERS]
            continue
        if name:
            yield name, value
            count += 1
        key, colon, rest = line.partition(":")
        name = key.strip().casefold() if colon and _NAME.fullmatch(key.strip()) else ""
        value = rest.strip()[:MOST_LETTERS]
        if count >= MOST_HEADERS:
            return
    if name:
        yield name, value


def _one(value: object) -> str:
    """A parameter's text; one that names its own charset (RFC 2231) comes in three pieces."""
    return str(value[2]) if isinstance(value, tuple) else str(value)
