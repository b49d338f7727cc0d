"""Strip the decoration that people put around an order: bullets, numbers, quotation marks, thanks and emoji.

Quoted values of an order (``text="…"``) stay unchanged, and so does a comma or a full stop at the end of a line: a
wrapped order may continue on the next line.
"""

import re
from collections.abc import Sequence

MOST_DECORATED = 500
"""The maximum length of a line that is stripped, in characters; longer lines stay unchanged."""
_PICTURES = "\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\ufe0e\ufe0f\u20e3\u200d\U000e0020-\U000e007f"
"""Emoji, their modifiers and joiners."""
_BULLET = re.compile(
    rf"^(?:(?:[*+•‣◦∙●○■□▪▫▶►▷◆◇·・･–—―−»>＞-]+|=>|->|→|[{_PICTURES}]+)[ \u3000]+"
    rf"|[•‣◦●○■□▪▫▶►▷◆◇・{_PICTURES}]+"
    r"|(?:(?:no|nr|order|step|命令)[. ]{0,2})?[0-9]{1,2}(?:[.:][ \u3000]+|\)[ \u3000]*|、)"
    r"|[([][0-9]{1,2}[)\]][ \u3000]*|[0-9]{1,2} [-–—] |\(?[a-z]\)[ \u3000]+)(?=[^\W\d_]|[\"'`“”„‟«»‘’‚‹›「『*(\[])",
    re.IGNORECASE,
)
"""A list marker before an order; a number has at most two digits, and a word follows."""
_MARKDOWN = re.compile(r"^(\*{1,3}|_{1,3}|`{1,3}|~{1,2})(?=\w)(.{1,500}?)\1(?=\W{0,3}$)")
_DOUBLE = '"“”„‟«»＂'
"""Double quotation marks; an opening and a closing one may differ, because mail programs convert some of them."""
_OPENING = dict.fromkeys(_DOUBLE, _DOUBLE) | {
    "‘": "’", "‚": "‘’", "'": "'’", "`": "`'´", "‹": "›", "›": "‹", "「": "」", "『": "』", "〝": "〟〞",
    "【": "】", "｢": "｣",
}  # fmt: skip
_THANKS = (
    r"(?:many |with )?thanks?(?: you)?(?: (?:a lot|so much|very much|in advance|again))?|thx|cheers|please|pls|plz"
    r"|(?:ありがとう|有難う)(?:ございます)?|(?:どうぞ)?(?:よろしく|宜しく)(?:お願い(?:いた|致)?します)?"
)
_BLANKS = r"(?<![ \u3000])[ \u3000]*+"
"""All blanks before the end of a line; the quantifier is possessive, so that a run of blanks is scanned once."""
_TAIL = re.compile(
    rf"(?:(?:[ \u3000]|(?<=\W))[:;=8]['^o-]?[)(\]DPp|/]++|{_BLANKS}\(?\^[_.-]?\^;?\)?|{_BLANKS}(?<=[ \u3000])<3"
    rf"|{_BLANKS}m\(_ ?_\)m|{_BLANKS}[{_PICTURES}]++|{_BLANKS}(?<=[ \u3000])\((?:{_THANKS})[.!]?\)"
    rf"|(?:[,;、。!]|(?<![ \u3000])[ \u3000]|(?<=[\w)\"])\.)[ \u3000]*+(?:[-–—]++[ \u3000]*+)?(?:{_THANKS})"
    rf"|{_BLANKS}(?<=[ \u3000])…|(?<![ \u3000,、])[ \u3000,、]*+で?お願い(?:いた|致)?します)[.!。、, \u3000]*$",
    re.IGNORECASE,
)
"""Text after an order that has no meaning for the order, such as thanks."""
_MOST_TAILS = 4
_EQUALS = re.compile(r'("(?:[^"\\]|\\.)*")|(?<=\w)[ \u3000]*=[ \u3000]*')
"""A quoted text; or an equals sign that follows a word, with the blanks around the sign."""
_FENCE = re.compile(r"^(?:`{3,}|~{3,})\w{0,12}$")
"""A line that opens or closes a code block."""


def strip_decoration(lines: Sequence[str]) -> list[str]:
    """Return each line without decoration; a line that opens or closes a code block becomes empty."""
    plain: list[str] = []
    closing, goes_on = "", False
    for line in lines:
        bare = line.strip() if goes_on else strip_bullet(line)
        if bare and not goes_on and len(bare) <= MOST_DECORATED:
            bare, closing = _unquoted(bare, closing)
            bare = strip_tail(strip_bullet(bare))
            bare = _EQUALS.sub(lambda found: found[1] or "=", bare)
        goes_on = (goes_on or '="' in bare) if bare.count('"') % 2 else goes_on and '"' not in bare
        plain.append(bare)
    return plain


def strip_bullet(line: str) -> str:
    """Return a line without its bullet or number, and without bold or code marks around it."""
    line = line.strip()
    if len(line) > MOST_DECORATED:
        return line
    if _FENCE.match(line):
        return ""
    bare = _BULLET.sub("", line, count=1)
    marked = _MARKDOWN.match(bare)
    return f"{marked[2]}{bare[marked.end() :]}" if marked else bare


def strip_tail(line: str) -> str:
    """Return a line without thanks, smileys and emoji at its end; texts in quotation marks are not changed."""
    for _ in range(_MOST_TAILS):
        found = _TAIL.search(line[-80:]) if len(line) <= MOST_DECORATED else None
        at = len(line) - len(line[-80:]) + found.start() if found else 0
        if not at or line[:at].count('"') % 2:
            break
        kept = line[at : at + 1]
        line = line[:at] + (kept if kept in ".。" else "")
    return line


def _unquoted(line: str, closing: str) -> tuple[str, str]:
    """Return a line without the quotation marks around it, or without a single one at its beginning or end.

    In a quoted block of lines, the first line has the opening mark and the last line the closing mark.
    """
    opened = _OPENING.get(line[0], "")
    if opened:
        line, closing = line[1:].lstrip(), opened
    bare = line.rstrip(" .,!。、")
    ends = strip_tail(bare).rstrip(" .,!。、")
    for end in (bare, ends):
        if closing and end and end[-1] in closing and (end[-1] != '"' or end.count('"') % 2):
            return f"{end[:-1].rstrip()}{line[len(end) :]}", ""
    return line, closing
