"""Normalize the text of a mail program: lines as their writer saw them, unflowed, without invisible characters."""

import re
from collections.abc import Iterator

from games.order_text.names import normalize_signs
from worker.mail.inbound.mime_parts import TextPart

MAX_LINES = 4_000
MAX_LINE_LENGTH = 2_000
"""The maximum length of a line; the notation reads no longer ones."""

_ENDS = re.compile(r"\r\n|[\r\n]")
_SOFT = "\u0085\u2028\u2029\x0b\x0c"
_SOFT_ENDS = re.compile(f"[{_SOFT}]")
"""Line ends within a line: mail programs put no quotation mark after them, so quoted text stays quoted."""
_UNSEEN = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\x00"
_INVISIBLE = dict.fromkeys(map(ord, _UNSEEN), None)
"""Invisible characters that mail programs insert. Bidirectional controls stay, and are refused with the orders."""
_WIDE = "\xa0\u2002\u2003\u2007\u2009\u202f\u3000\t"
_BLANKS = dict.fromkeys(map(ord, _WIDE), " ")
_QUOTE = re.compile(r"^[ ]?((?:[>＞][ ]?){1,60})")
_SPOKEN = re.compile(r'["“”„‟〝〟＂«»]([^"“”„‟〝〟＂«»]*)["“”„‟〝〟＂«»]')
"""Quoted strings with quotation marks of any shape."""


def unflow_lines(words: TextPart) -> list[str]:
    """Return the lines of a text, quotes still marked with ``>``, up to the reading limit."""
    text = words.text.translate(_INVISIBLE) if _holds(words.text, _UNSEEN) else words.text
    lines = _ENDS.split(text, MAX_LINES)[:MAX_LINES]
    if _holds(text, _SOFT):
        lines = [one for line in lines for one in _softly_ended(line)][:MAX_LINES]
    if words.flowed:
        lines = list(_unflowed(lines, without_blank=words.without_blank))
    if _holds(text, _WIDE):
        lines = [line.translate(_BLANKS) for line in lines]
    return [line.rstrip()[: MAX_LINE_LENGTH + 1] for line in lines]


def _holds(text: str, signs: str) -> bool:
    """Return True if the text holds one of the characters: a check for the whole text saves translating each line."""
    return any(sign in text for sign in signs)


def _softly_ended(line: str) -> Iterator[str]:
    """Split a line with further line ends into lines of the same depth."""
    first, *rest = _SOFT_ENDS.split(line, MAX_LINES)
    depth = quote_depth(first)
    yield first
    for one in rest:
        yield _quoted(one, depth) if not quote_depth(one) else one


def quote_depth(line: str) -> int:
    """Return the quotation depth of a line."""
    found = _QUOTE.match(line)
    return 0 if found is None else found[1].count(">") + found[1].count("＞")


def _unflowed(lines: list[str], *, without_blank: bool) -> Iterator[str]:
    """Join lines that a mail program broke; a line flows only into a next one of the same depth."""
    held: list[str] = []
    depth, length = 0, 0
    for line in lines:
        deep = len(line) - len(line.lstrip(">"))
        content = line[deep:]
        content = content[1:] if content.startswith(" ") else content
        if held and (deep != depth or content in ("-- ", "--") or length > MAX_LINE_LENGTH):
            yield _quoted("".join(held), depth)
            held, length = [], 0
        depth = deep
        flows = content.endswith(" ") and content != "-- "
        held.append(content[:-1] if flows and without_blank else content)
        length += len(content)
        if not flows:
            yield _quoted("".join(held), depth)
            held, length = [], 0
    if held:
        yield _quoted("".join(held), depth)


def _quoted(line: str, depth: int) -> str:
    return f"{'>' * depth} {line}" if depth else line


def to_notation_signs(line: str) -> str:
    """Return full-width letters, digits and punctuation as ASCII; text between quotation marks stays."""
    if line.isascii():
        return line
    pieces: list[str] = []
    done = 0
    for spoken in _SPOKEN.finditer(line):
        pieces += [normalize_signs(line[done : spoken.start()]), f'"{spoken[1]}"']
        done = spoken.end()
    return "".join([*pieces, normalize_signs(line[done:])])


_COUNTED = re.compile(
    "^[ \u3000]*(?:([①-⑳⑴-⒇⒈-⒛❶-❿➀-➉])[.．、 \u3000]*|([0-9０-９]{1,2})[．）][ \u3000]*)(?=[^\\W\\d_])"
)
"""A number before a line as a circled or other special character, or in full-width digits."""
_COUNTING = {
    chr(first + at): at + 1
    for first, many in ((0x2460, 20), (0x2474, 20), (0x2488, 20), (0x2776, 10), (0x2780, 10))
    for at in range(many)
}


def to_ascii_numbering(line: str) -> str:
    """Return a line of a numbered list with its number in the form ``1.``; other lines stay.

    `to_notation_signs` would turn a circled number into a digit without a full stop.
    """
    found = None if line.isascii() else _COUNTED.match(line)
    if found is None:
        return line
    number = _COUNTING[found[1]] if found[1] else int(found[2])
    return f"{number}. {line[found.end() :]}"
