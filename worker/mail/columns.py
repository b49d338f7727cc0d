"""Lines for readers with a fixed-width font, where a Japanese letter takes two columns."""

from functools import lru_cache
from unicodedata import east_asian_width

WIDTH = 76
"""Columns of a line: what survives being quoted once within 80."""

_NOT_FIRST = frozenset("、。，．・：；？！」』）】〉》〕］｝ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;?!)]}")
"""Letters that must not begin a line."""


def columns(text: str) -> int:
    """How many columns a text takes."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def pad(text: str, width: int) -> str:
    """The text with blanks up to `width` columns."""
    return text + " " * (width - columns(text))


def wrap(text: str, *, first: str = "", then: str = "", width: int = WIDTH) -> list[str]:
    """The text in lines of at most `width` columns: `first` before the first of them, `then` before the others.

    Breaks at blanks and around wide letters; what cannot be broken (an address) stays whole. Line breaks in the text
    are kept.
    """
    return list(_wrapped(text, first, then, width))


@lru_cache(maxsize=4096)
def _wrapped(text: str, first: str, then: str, width: int) -> tuple[str, ...]:
    """Letters say much the same to many."""
    lines: list[str] = []
    for paragraph in text.splitlines() or [""]:
        lines += _wrap_one(paragraph, first if not lines else then, then, width)
    return tuple(lines)


def _wrap_one(text: str, first: str, then: str, width: int) -> list[str]:
    lines, line = [], first
    for piece in _pieces(text):
        if columns(line + piece.rstrip()) > width and line.strip() and line not in (first, then):
            lines.append(line.rstrip())
            line = then
            piece = piece.lstrip()
        line += piece
    return [*lines, line.rstrip()]


def _pieces(text: str) -> list[str]:
    """The text cut wherever a line may end; blanks stay with what is before them."""
    pieces: list[str] = []
    for letter in text:
        if pieces and not _may_break(pieces[-1][-1], letter):
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces


def _may_break(before: str, after: str) -> bool:
    if after == " " or after in _NOT_FIRST:
        return False
    return before == " " or columns(before) == 2 or columns(after) == 2
