"""The text notation: one order a line, `verb argument key=value …`; `#` starts a comment; case does not matter.

The same in mail, REST and on the command line. A value is one word; several values are joined by commas.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.kernel.errors import Malformed, Problem, malformed
from games.kernel.text import Text

MAX_LINES = 400
MAX_LINE = 2000
PASS_WORDS = ("pass", "none", "-")


class Line(NamedTuple):
    """One order as written: its place in the text (from 1), verb, bare words and named values."""

    number: int
    verb: str
    words: tuple[str, ...]
    named: dict[str, str]


def write_line(verb: str, *words: str, **named: str) -> str:
    """One order in the notation."""
    return " ".join([verb.replace("_", "-"), *words, *(f"{key}={value}" for key, value in named.items())])


def read_lines(text: str) -> list[Line]:
    """The orders in a text, in the order of writing. Raises Malformed for each line that is none."""
    lines: list[Line] = []
    wrong: list[Problem] = []
    for number, content in _contents(text):
        try:
            lines.append(_read_line(number, content))
        except Malformed as error:
            wrong.extend(error.problems)
    if wrong:
        raise Malformed(*wrong)
    return lines


def _contents(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if number > MAX_LINES or len(line) > MAX_LINE:
            raise malformed("", "The text is too long.", "テキストが長すぎます。", "too_large")
        content = line.split("#", 1)[0].strip()
        if content:
            yield number, content


def _read_line(number: int, content: str) -> Line:
    verb, *rest = content.casefold().split()
    words, named = [], {}
    for word in rest:
        key, equals, value = word.partition("=")
        if not equals:
            words.append(word)
        elif not key or not value or key in named:
            raise Malformed(
                Problem(
                    "",
                    "notation",
                    Text(f"Line {number}: {word[:60]!r} is unclear.", f"{number}行目: 「{word[:60]}」が不明です。"),
                )
            )
        else:
            named[key.replace("-", "_")] = value
    return Line(number, verb.replace("-", "_"), tuple(words), named)


def _one_line(text: str) -> Line:
    lines = read_lines(text)
    if len(lines) != 1:
        raise malformed("", "Write exactly one order line.", "命令は1行だけ書いてください。", "notation")
    return lines[0]


def _unknown(line: Line, expected: str) -> Malformed:
    return malformed(
        "",
        f"Line {line.number}: write `{expected} …`.",
        f"{line.number}行目: 「{expected} …」と書いてください。",
        "notation",
    )


def single_word(text: str, verb: str) -> str:
    """The word of a text that is `verb word`, or just the word."""
    line = _one_line(text)
    if line.verb == verb and len(line.words) == 1 and not line.named:
        return line.words[0]
    if not line.words and not line.named:
        return line.verb
    raise _unknown(line, verb)


def word_or_pass(text: str) -> str | None:
    """As `single_word`, but `pass` means none."""
    word = single_word(text, "choose")
    return None if word in PASS_WORDS else word


def word_list(text: str, verb: str) -> list[str]:
    """The words of a text that is `verb word word …`; `pass` means none."""
    line = _one_line(text)
    if line.named:
        raise _unknown(line, verb)
    if line.verb in PASS_WORDS and not line.words:
        return []
    if line.verb != verb:
        raise _unknown(line, verb)
    return list(line.words)


def shares(text: str) -> dict[str, Any]:
    """The amounts of a text that is `share key=amount …`."""
    line = _one_line(text)
    if line.verb != "share" or line.words:
        raise _unknown(line, "share")
    return {key: int(value) if value.isdecimal() else value for key, value in line.named.items()}
