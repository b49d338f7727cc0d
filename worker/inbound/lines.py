"""A text from a mail program as lines as their writer saw them: unflowed, without invisible letters, in plain signs."""

import re
from collections.abc import Iterator

from games.kernel.naming import in_plain_signs
from worker.inbound.parts import Words

MOST_LINES = 4_000
LONGEST = 2_000
"""Letters of a line; the notation reads none that is longer."""

_ENDS = re.compile(r"\r\n|[\r\n]")
_SOFT = "\u0085\u2028\u2029\x0b\x0c"
_SOFT_ENDS = re.compile(f"[{_SOFT}]")
"""Line ends within a line: mail programs put no mark of a quotation behind them, so what was quoted stays so."""
_UNSEEN = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\x00"
_INVISIBLE = dict.fromkeys(map(ord, _UNSEEN), None)
"""What mail programs strew in. Characters that turn a whole line round stay, to be refused where orders are read."""
_WIDE = "\xa0\u2002\u2003\u2007\u2009\u202f\u3000\t"
_BLANKS = dict.fromkeys(map(ord, _WIDE), " ")
_QUOTE = re.compile(r"^[ ]?((?:[>＞][ ]?){1,60})")
_SPOKEN = re.compile(r'["“”„‟〝〟＂«»]([^"“”„‟〝〟＂«»]*)["“”„‟〝〟＂«»]')
"""The writer's own words between quotation marks of any shape."""


def lines_of(words: Words) -> list[str]:
    """The lines of a text, quotes still marked with ``>``; no more than are ever read."""
    text = words.text.translate(_INVISIBLE) if _holds(words.text, _UNSEEN) else words.text
    lines = _ENDS.split(text, MOST_LINES)[:MOST_LINES]
    if _holds(text, _SOFT):
        lines = [one for line in lines for one in _softly_ended(line)][:MOST_LINES]
    if words.flowed:
        lines = list(_unflowed(lines, without_blank=words.without_blank))
    if _holds(text, _WIDE):
        lines = [line.translate(_BLANKS) for line in lines]
    return [line.rstrip()[: LONGEST + 1] for line in lines]


def _holds(text: str, signs: str) -> bool:
    """Whether one of the signs is in a text: asked of a whole letter, for translating each of its lines is dear."""
    return any(sign in text for sign in signs)


def _softly_ended(line: str) -> Iterator[str]:
    """A line that holds further line ends, as lines of one depth."""
    first, *rest = _SOFT_ENDS.split(line, MOST_LINES)
    depth = quote_depth(first)
    yield first
    for one in rest:
        yield _quoted(one, depth) if not quote_depth(one) else one


def quote_depth(line: str) -> int:
    """How often a line was quoted."""
    found = _QUOTE.match(line)
    return 0 if found is None else found[1].count(">") + found[1].count("＞")


def _unflowed(lines: list[str], *, without_blank: bool) -> Iterator[str]:
    """Lines that a mail program broke, whole again; a line flows on into the next of the same depth only."""
    held: list[str] = []
    depth, length = 0, 0
    for line in lines:
        deep = len(line) - len(line.lstrip(">"))
        content = line[deep:]
        content = content[1:] if content.startswith(" ") else content
        if held and (deep != depth or content in ("-- ", "--") or length > LONGEST):
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


def in_notation(line: str) -> str:
    """Full-width letters, digits and signs as the notation has them; words between quotation marks as they are."""
    if line.isascii():
        return line
    pieces: list[str] = []
    done = 0
    for spoken in _SPOKEN.finditer(line):
        pieces += [in_plain_signs(line[done : spoken.start()]), f'"{spoken[1]}"']
        done = spoken.end()
    return "".join([*pieces, in_plain_signs(line[done:])])
