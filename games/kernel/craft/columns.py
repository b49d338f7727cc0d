"""Text in columns, for readers with letters of one width: East Asian wide letters take two columns."""

from collections.abc import Iterator
from functools import lru_cache
from unicodedata import combining, east_asian_width

PAGE = 78
"""The widest line of a text board, in columns."""


def width(text: str) -> int:
    """The columns that a text takes."""
    return len(text) if text.isascii() else _measured(text)


@lru_cache(maxsize=8192)
def _measured(text: str) -> int:
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def cut(text: str, columns: int) -> str:
    """The beginning of a text that fits into so many columns."""
    if width(text) <= columns:
        return text
    kept, taken = "", 0
    for letter in text:
        taken += width(letter)
        if taken > columns - 2:
            break
        kept += letter
    return kept + ".."


def pad(text: str, columns: int) -> str:
    """The text, cut or filled with blanks to exactly so many columns."""
    text = cut(text, columns)
    return text + " " * (columns - width(text))


def rule(title: str, sign: str = "=") -> str:
    """A heading across the page."""
    head = f"{sign * 2} {title} "
    return cut(head + sign * max(0, PAGE - width(head)), PAGE)


def wrap(text: str, indent: str, hanging: str) -> Iterator[str]:
    """The text in lines no wider than the page; breaks at blanks, or within a text that has none."""
    return iter(_wrapped(text, indent, hanging))


@lru_cache(maxsize=4096)
def _wrapped(text: str, indent: str, hanging: str) -> tuple[str, ...]:
    """A board says much the same in letter after letter."""
    return tuple(_wrap(text, indent, hanging))


def _wrap(text: str, indent: str, hanging: str) -> Iterator[str]:
    line, margin = indent, True
    for word in _words(text):
        if not margin and width(line) + width(word.rstrip()) > PAGE:
            yield line.rstrip()
            line, word = hanging, word.lstrip()
        line += word
        margin = False
    if line.strip():
        yield line.rstrip()


def _words(text: str) -> Iterator[str]:
    """Pieces between which a line may break: words with the blank after them, single wide letters."""
    piece, after_wide = "", False
    for letter in text:
        wide = letter > "~" and _measured(letter) == 2
        if piece and letter not in CLOSING and (wide or after_wide or piece[-1] == " "):
            yield piece
            piece = ""
        piece += letter
        after_wide = wide
    if piece:
        yield piece


CLOSING = frozenset("、。，．）」』】ー・ぁぃぅぇぉっゃゅょァィゥェォッャュョ ")
"""Letters that never begin a line."""
