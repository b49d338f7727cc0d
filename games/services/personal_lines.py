"""The personal line that a host adds to an invitation: one line of plain text."""

import re
from collections.abc import Iterator

from games.kernel.errors import Malformed, Problem, forbidden_character_problem
from games.kernel.text import Text

MAX_PERSONAL_LINE = 300
"""The maximum length of a personal line, in characters."""

_IN_ADDRESS = re.compile(r"(?<=:)(?=//)|(?<=\w)(?=[.@]\w)")
"""The places in web and e-mail addresses where `without_links` inserts an invisible character."""
_WORD_JOINER = "\u2060"


def without_links(line: str) -> str:
    """Return the line with invisible characters inside addresses, so that mail programs make no links of them."""
    return _IN_ADDRESS.sub(_WORD_JOINER, line)


def personal_line_problems(pointer: str, line: str) -> Iterator[Problem]:
    """Yield the problems of a personal line: excessive length, line ends, control and bidirectional characters.

    `pointer` is the JSON pointer of the field.
    """
    if len(line) > MAX_PERSONAL_LINE:
        text = Text("At most {count} characters, on one line.", "1行、{count}文字以内です。")
        yield Problem(pointer, "length", text.format(count=MAX_PERSONAL_LINE))
    if problem := forbidden_character_problem(pointer, line):
        yield problem


def clean_personal_line(line: str) -> str:
    """Return a personal line without spaces around it.

    Raises Malformed with the `personal_line_problems` of the line.
    """
    said = line.strip(" ")
    if problems := tuple(personal_line_problems("/personal_line", said)):
        raise Malformed(*problems)
    return said
