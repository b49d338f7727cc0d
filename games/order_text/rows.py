"""Group the lines of an e-mail into rows: a row is one order as written, in one line or wrapped by a mail program."""

from collections.abc import Collection, Sequence

from games.kernel.text_columns import column_width
from games.order_text.tokens import strip_comment
from games.order_text.vocabulary import Vocabulary

WRAPPED_AT = 60
"""The column at which a mail program may begin to wrap lines."""
_OPEN_ENDS = (",", "、", "=")
"""Line ends that no complete order has."""
_INTRODUCES = (":", "：")
"""Line ends of an introduction to the orders below."""
_OPEN_STARTS = (",", "、")
"""Line beginnings that no order has."""
_FULL_STOP = "."


def lines_after_gap(lines: Sequence[str]) -> frozenset[int]:
    """Return the indexes of the lines that follow an empty line. Indexes count the lines with text only.

    A line that is only a comment (``# …``) counts as if it were not there.
    """
    kept = [line for line in lines if not line.strip() or strip_comment(line)]
    places = [at for at, line in enumerate(kept) if line.strip()]
    return frozenset(number for number, at in enumerate(places) if at and not kept[at - 1].strip())


def group_lines(
    lines: Sequence[str], words: Vocabulary, ended: Collection[int] = (), parted: Collection[int] = ()
) -> list[list[str]]:
    """Return the lines grouped into rows: a row has several lines if a mail program has wrapped an order.

    `ended` are the indexes of lines that end a sentence, after which a new row begins. `parted` are the indexes of
    lines after an empty line, which continue a row only if it cannot end before them.
    """
    rows: list[list[str]] = []
    for at, line in enumerate(lines):
        is_more = _must_continue if at in parted else continues_row
        if rows and at - 1 not in ended and not words.begins_with_verb(line) and is_more(rows[-1][-1], line, words):
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def join_lines(lines: Sequence[str]) -> str:
    """Return the text of a row with these lines, joined by blanks; no blank is put beside a comma or equals sign."""
    row, *others = lines
    for line in others:
        row += line if row.endswith(_OPEN_ENDS) or line.startswith(_OPEN_STARTS) else f" {line}"
    return row


def continues_row(before: str, line: str, words: Vocabulary) -> bool:
    """Return True if a line, which begins with no verb, continues the row whose last line is `before`.

    It continues the row if the row cannot end there, or if the line before is so long that it may have been wrapped,
    but not after a full stop.
    """
    first = line.split()[0]
    if before.endswith(_FULL_STOP) and not words.is_argument_prefix(first.partition("=")[0], first):
        return False
    if _must_continue(before, line, words):
        return True
    return not before.endswith(_INTRODUCES) and column_width(before) + 1 + column_width(first) > WRAPPED_AT


def _must_continue(before: str, line: str, words: Vocabulary) -> bool:
    """Return True if no order can end like the line `before`, or begin like `line`."""
    first = line.split()[0]
    return (
        before.endswith(_OPEN_ENDS)
        or first.startswith(_OPEN_STARTS)
        or words.is_argument_prefix(first.partition("=")[0], first)
    )
