"""Normalize the text of an e-mail: lines as their writer saw them, unflowed, without invisible characters."""

import re
from collections.abc import Iterator

from games.order_text.names import normalize_signs
from worker.mail.inbound.mime_parts import TextPart

MAX_LINES = 4_000
MAX_LINE_LENGTH = 2_000
"""The maximum length of a line, in characters; orders are shorter."""

_ENDS = re.compile(r"\r\n|[\r\n]")
_SOFT = "\u0085\u2028\u2029\x0b\x0c"
_SOFT_ENDS = re.compile(f"[{_SOFT}]")
"""Unusual characters that end a line, after which mail programs put no quotation mark."""
_UNSEEN = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\x00"
_INVISIBLE = dict.fromkeys(map(ord, _UNSEEN), None)
"""Invisible characters that mail programs insert. Bidirectional controls are kept, and refused with the orders."""
_WIDE = "\xa0\u2002\u2003\u2007\u2009\u202f\u3000\t"
_BLANKS = dict.fromkeys(map(ord, _WIDE), " ")
_QUOTE = re.compile(r"^[ ]?((?:[>＞][ ]?){1,60})")
_SPOKEN = re.compile(r'["“”„‟〝〟＂«»]([^"“”„‟〝〟＂«»]*)["“”„‟〝〟＂«»]')
"""Quoted strings with quotation marks of any shape."""


def unflow_lines(words: TextPart) -> list[str]:
    """Return the lines of a text, with quotations still marked with ``>``, up to a limit."""
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
    """Return True if the text contains one of the characters `signs`; if not, its lines need no translation."""
    return any(sign in text for sign in signs)


def _softly_ended(line: str) -> Iterator[str]:
    """Split a line at unusual line ends; the pieces keep the line's quotation depth."""
    first, *rest = _SOFT_ENDS.split(line, MAX_LINES)
    depth = quote_depth(first)
    yield first
    for one in rest:
        yield _quoted(one, depth) if not quote_depth(one) else one


def quote_depth(line: str) -> int:
    """Return how many times a line is quoted: the number of ``>`` at its beginning."""
    found = _QUOTE.match(line)
    return 0 if found is None else found[1].count(">") + found[1].count("＞")


def _unflowed(lines: list[str], *, without_blank: bool) -> Iterator[str]:
    """Yield the lines, with those of equal depth joined that a mail program has broken (RFC 3676)."""
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
    """Return the line with full-width letters, digits and punctuation as ASCII, but quoted strings unchanged."""
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
"""A number at the beginning of a line, as a circled or other special character or in full-width digits."""
_COUNTING = {
    chr(first + at): at + 1
    for first, many in ((0x2460, 20), (0x2474, 20), (0x2488, 20), (0x2776, 10), (0x2780, 10))
    for at in range(many)
}


def to_ascii_numbering(line: str) -> str:
    """Return a line of a numbered list with its number in the form ``1.``; return other lines unchanged.

    Call this function before `to_notation_signs`, because `to_notation_signs` turns a circled number into a digit
    without a full stop.
    """
    found = None if line.isascii() else _COUNTED.match(line)
    if found is None:
        return line
    number = _COUNTING[found[1]] if found[1] else int(found[2])
    return f"{number}. {line[found.end() :]}"
