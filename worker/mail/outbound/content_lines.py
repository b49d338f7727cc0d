"""Choose and join the lines of an e-mail."""

from collections.abc import Sequence
from typing import NamedTuple

FEW_OPTIONS = 8
"""The maximum number of options that are listed directly below a question."""
FEW_LETTERS = 400
"""The maximum length of these options together, in characters; longer ones come with all that may be written."""


class EventLine(NamedTuple):
    """The line of an event, and whether the title emphasizes it."""

    line: str
    is_important: bool


def choose_important(told: Sequence[EventLine], most: int) -> list[int]:
    """Return the places of the newest emphasized lines, and of the newest others while there is room, in order."""
    newest_first = range(len(told) - 1, -1, -1)
    chosen = sorted(newest_first, key=lambda place: not told[place].is_important)[:most]
    return sorted(chosen)


def are_few(options: Sequence[tuple[str, str]]) -> bool:
    """Return True if options are short enough to be listed directly below a question."""
    return len(options) <= FEW_OPTIONS and sum(len(word) + len(meaning) for word, meaning in options) <= FEW_LETTERS


def join_lines(text: str, between: str = " ") -> str:
    """Return the non-empty lines of a text, without surrounding spaces, joined with `between`."""
    return between.join(line.strip() for line in text.splitlines() if line.strip())
