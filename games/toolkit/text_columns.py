"""Text boards for fixed-width fonts. Widths are in columns: a Japanese letter takes two."""

from collections.abc import Iterator

from games.kernel.text_columns import column_width, cut_to_width, pad_to_width, wrap_line

PAGE = 76
"""The width of a text board, in columns."""


def pad(text: str, columns: int) -> str:
    """Return the text, cut or padded with blanks at its end, to exactly that many columns."""
    return pad_to_width(cut_to_width(text, columns), columns)


def page_rule(title: str, sign: str = "=") -> str:
    """Return a line with a heading, filled up with the character `sign` to the width of the board (`PAGE`)."""
    head = f"{sign * 2} {title} "
    return cut_to_width(head + sign * max(0, PAGE - column_width(head)), PAGE)


def wrap(text: str, indent: str, hanging: str) -> Iterator[str]:
    """Yield the lines of a text, wrapped to the width of the board (`PAGE`); yield nothing for an empty text.

    `indent` comes before the first line, `hanging` before the others.
    """
    return (line for line in wrap_line(text, PAGE, indent, hanging) if line)
