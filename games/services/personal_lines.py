"""The personal line that a host adds to an invitation: one line of plain text."""

import re
from collections.abc import Iterator

from games.kernel.errors import Malformed, Problem, forbidden_character_problem
from games.kernel.text import Text

MAX_PERSONAL_LINE = 300
"""Characters of a personal line."""

_IN_ADDRESS = re.compile(r"(?<=:)(?=//)|(?<=\w)(?=[.@]\w)")
"""The places in web and e-mail addresses where `without_links` separates them."""
_WORD_JOINER = "\u2060"


def without_links(line: str) -> str:
    """Return a line in which mail programs find no address to make a link of: an invisible character separates it."""
    return _IN_ADDRESS.sub(_WORD_JOINER, line)


def personal_line_problems(pointer: str, line: str) -> Iterator[Problem]:
    """Return the problems of a personal line: its length, line ends, control and bidirectional characters."""
    if len(line) > MAX_PERSONAL_LINE:
        text = Text("At most {count} characters, on one line.", "1行、{count}文字以内です。")
        yield Problem(pointer, "length", text.format(count=MAX_PERSONAL_LINE))
    if problem := forbidden_character_problem(pointer, line):
        yield problem


def clean_personal_line(line: str) -> str:
    """Return a personal line without spaces around it. Raises Malformed."""
    said = line.strip(" ")
    if problems := tuple(personal_line_problems("/personal_line", said)):
        raise Malformed(*problems)
    return said
