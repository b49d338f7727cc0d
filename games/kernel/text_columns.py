"""Text in columns for fixed-width fonts; an East Asian wide letter takes two columns, a combining one none."""

from collections.abc import Iterator
from functools import lru_cache
from unicodedata import combining, east_asian_width

_NOT_FIRST = frozenset(" 、。，．・：；？！」』）】〉》〕］｝ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;?!)]}")
"""Letters that never begin a line."""


def column_width(text: str) -> int:
    """Return the number of columns that a text takes."""
    return len(text) if text.isascii() else _measured(text)


@lru_cache(maxsize=8192)
def _measured(text: str) -> int:
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def cut_to_width(text: str, columns: int) -> str:
    """Return the beginning of a text that fits into a number of columns; two dots show that it was cut."""
    if column_width(text) <= columns:
        return text
    kept, taken = "", 0
    for letter in text:
        taken += column_width(letter)
        if taken > columns - 2:
            break
        kept += letter
    return kept + ".."


def pad_to_width(text: str, columns: int) -> str:
    """Return the text with blanks behind it, up to a number of columns; a longer text stays whole."""
    return text + " " * (columns - column_width(text))


@lru_cache(maxsize=4096)
def wrap_line(text: str, columns: int, first: str = "", then: str = "") -> tuple[str, ...]:
    """Return a text in lines of at most `columns`, with `first` before the first line and `then` before the others.

    Lines break at blanks and around wide letters; a longer word, such as an address, stays whole. Results are cached,
    because boards and e-mails repeat much of their text.
    """
    lines: list[str] = []
    line, is_empty = first, True
    for piece in _pieces(text):
        if not is_empty and column_width(line) + column_width(piece.rstrip()) > columns:
            lines.append(line.rstrip())
            line, piece = then, piece.lstrip()
        line += piece
        is_empty = is_empty and not piece.strip()
    return (*lines, line.rstrip())


def _pieces(text: str) -> Iterator[str]:
    """Yield the pieces of a text after which a line may end: words with the blank behind them, single wide letters."""
    piece, is_wide = "", False
    for letter in text:
        was_wide, is_wide = is_wide, letter > "~" and column_width(letter) == 2
        if piece and letter not in _NOT_FIRST and (is_wide or was_wide or piece[-1] == " "):
            yield piece
            piece = ""
        piece += letter
    if piece:
        yield piece
