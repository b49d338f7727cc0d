"""Parse one row: as the form prints orders, as a player abbreviates them, or as an English or Japanese sentence.

An order in a result is a pair of what was written and the order in the notation.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from games.kernel.errors import GameError, malformed
from games.kernel.forms import Form
from games.order_text.brackets import read_along
from games.order_text.english_sentences import read_english, refuse_condition
from games.order_text.hold_orders import IDLE_MARK, read_hold_orders
from games.order_text.japanese_sentences import read_japanese
from games.order_text.missing_verbs import refuse_missing_verb
from games.order_text.order_detection import OrderDetector
from games.order_text.printed_notation import MOST_PIECES, read_sound_row
from games.order_text.rephrasing import refuse_member, refuse_unclear, rephrased_readings
from games.order_text.row_expansion import begins_order, expand_row, order_per_unit
from games.order_text.rows import join_lines
from games.order_text.simplification import split_clauses, split_sentences
from games.order_text.tokens import COLONS, is_too_long
from games.order_text.vocabulary import Vocabulary
from games.orders.order_set import Orders
from games.orders.rule_plan import RulePlan

MOST_SENTENCES = 12
"""The maximum number of sentences of a row that are tried individually."""
MOST_GOING_ON = 3
"""The maximum number of lines that do not look like an order and may continue the order above them."""
NO_WORDS = ("This does not look like an order.", "命令として読めません。")
"""The reason, in English and Japanese, to refuse a text that cannot be read."""
_BETWEEN_WORDS = re.compile(r'("(?:[^"\\]|\\.)*(?:"|\\?$))|、')
_LEFT_OVER = re.compile(r"^\s*,|,\s*,|,\s*$")
_FULL_STOP = "."


def read_row_or_parts(
    row: str, named: str | None, parts: Sequence[str], words: Vocabulary, likeness: OrderDetector
) -> tuple[list[tuple[str, str]], list[tuple[str, GameError]]]:
    """Return the orders of a row or of its parts, and the parts that cannot be read, each with its error.

    The parts, the row's lines or sentences, are tried if the whole row cannot be read. `named` is the row with ids in
    place of complete names, or None if that was not computed; `parts` are the row's lines. Raises Spent.
    """
    try:
        read = read_row(row, named, words)
        return (read if _is_possible(read, words) else _read_bare(row, words) or read), []
    except GameError as error:
        if bare := _read_bare(row, words):
            return bare, []
        apart, wrong = _read_apart(row, parts, words, likeness)
        return apart, wrong if apart or wrong else [(row, error)]


def _read_bare(row: str, words: Vocabulary) -> list[tuple[str, str]]:
    """Return the orders of a row with brackets, if they are possible once the brackets are removed; otherwise []."""
    for one in read_along(row, words):
        with suppress(GameError):
            read = [(row if said == one else said, order) for said, order in read_row(one, None, words)]
            return read if _is_possible(read, words) else []
    return []


def read_row(row: str, named: str | None, words: Vocabulary) -> list[tuple[str, str]]:
    """Return the orders of a row, read as written or as an English or Japanese sentence.

    `named` is the row with ids in place of complete names, or None if that was not computed. Raises GameError if the
    row cannot be read.
    """
    found: list[tuple[str, str]] = []
    wrong: GameError | None = refuse_condition(row, words)
    if wrong is not None:
        raise wrong
    try:
        found = _read_as_written(row, named, words)
    except GameError as error:
        wrong = error
    is_possible = wrong is None and _is_possible(found, words)
    if row.isascii() or is_possible:
        said = None
    else:
        said = read_japanese(row, words, lambda one: [order for _, order in _read_as_written(one, None, words)])
    if said is None and not is_possible:
        said = read_english(row, words, lambda one: _read_surely(one, words))
    if said is not None and (wrong is not None or _is_possible([(row, one) for one in said], words)):
        return [(row, one) for one in said]
    if wrong is not None:
        raise wrong
    return found


def _read_surely(row: str, words: Vocabulary) -> list[str]:
    """Return the orders of a row, in the notation, if each is possible alone. Raises GameError."""
    found = _read_as_written(row, None, words)
    if not _is_possible(found, words):
        raise malformed("", *NO_WORDS, "notation")
    return [order for _, order in found]


def _read_as_written(row: str, named: str | None, words: Vocabulary) -> list[tuple[str, str]]:
    """Return the result of `_read_once`, cached if `named` is None. Raises GameError."""
    if named is not None:
        return _read_once(row, named, words)
    found = words.readings.get(row)
    if found is None:
        try:
            found = _read_once(row, named, words)
        except GameError as error:
            found = error
        words.readings[row] = found
    if isinstance(found, GameError):
        raise found.with_traceback(None)
    return found


def _read_once(row: str, named: str | None, words: Vocabulary) -> list[tuple[str, str]]:
    """Return the orders of a row that has the words of the notation, in any of the forms that are tried here.

    Several units that get the same order have one each. Colons after words are dropped, and a Japanese comma counts as
    a comma, unless it is part of a name. Raises GameError.
    """
    if (sound := read_sound_row(row, words)) is not None:
        return [(row, sound)]
    if (staying := read_hold_orders(row, words, may_name_place=False)) is not None:
        return [(row, said) for said in staying]
    flat = COLONS.sub("", row)
    wrong: GameError | None = None
    ended = flat.rstrip(_FULL_STOP).rstrip() if "=" not in flat else flat
    ways = (ended, flat, row, flat.replace("、", ", "), *_without_commas(ended))
    for one in (row,) if '"' in row else dict.fromkeys(ways):
        try:
            return _read_as(row, one, named if one == row else None, words)
        except GameError as error:
            wrong = wrong or error
    begins = begins_order(row, words)
    read: list[tuple[str, str]] = []
    for one in _as_sentence(row, words):
        try:
            found = [(row, said) for _, said in _read_as(row, one, None, words)]
            if _is_possible(found, words):
                return found
            read = read or found
        except GameError as error:
            begun = begins_order(one, words)
            if wrong is None or _says_more(error, wrong) or (begun and not begins):
                wrong, begins = error, begun
    if read:
        return read
    if (staying := read_hold_orders(row, words, may_name_place=True)) is not None:
        return [(row, said) for said in staying]
    if wrong is not None and {problem.code for problem in wrong.problems} == {"notation"}:
        lacking = None if begins else refuse_missing_verb(row, words)
        wrong = refuse_member(row, words) or refuse_unclear(row, words) or lacking or wrong
    raise wrong or malformed("", "", "", "notation")


def _is_possible(read: Sequence[tuple[str, str]], words: Vocabulary) -> bool:
    """Return True if each order of a reading is legal alone; otherwise the row may have another meaning."""
    return not any(words.checked(said).problem for _, said in read if not said.startswith(IDLE_MARK))


def _says_more(error: GameError, than: GameError) -> bool:
    """Return True if `error` explains more than `than`: an unavailable unit or value more than unreadable words."""
    codes, others = ({problem.code for problem in one.problems} for one in (error, than))
    return others == {"notation"} and bool(codes & {"barred", "not_an_option"})


def _read_apart(
    row: str, lines: Sequence[str], words: Vocabulary, likeness: OrderDetector
) -> tuple[list[tuple[str, str]], list[tuple[str, GameError]]]:
    """Return the orders of a row's lines, if each line is an order; otherwise the orders of its sentences.

    The second part of the result are the sentences that cannot be read, each with its error.
    """
    if len(lines) > 1:
        with suppress(GameError):
            return [said for one in lines for said in read_row(one, None, words)], []
        if (found := _read_above(lines, words, likeness)) is not None:
            return found
    read: list[tuple[str, str]] = []
    wrong: list[tuple[str, GameError]] = []
    said = split_sentences(row, words) if isinstance(words.form, Orders | RulePlan) and '"' not in row else ()
    for one in said if 1 < len(said) <= MOST_SENTENCES else ():
        try:
            read += read_row(one, None, words)
        except GameError as error:
            wrong.append((one, error))
    if len(said) == 1 and not is_too_long(row) and 1 < len(parts := [*split_clauses(row, words)]) <= MOST_SENTENCES:
        with suppress(GameError):
            return [found for one in parts for found in read_row(one, None, words)], []
    return read, wrong


def _read_above(
    lines: Sequence[str], words: Vocabulary, likeness: OrderDetector
) -> tuple[list[tuple[str, str]], list[tuple[str, GameError]]] | None:
    """Return the order of a row's first lines, and the other lines, which do not look like an order, with an error.

    Return None if the first lines are no order.
    """
    if len(lines) > MOST_PIECES:
        return None
    last = next((at for at in range(len(lines) - 1, 0, -1) if likeness.looks_like_order(lines[at])), 0)
    for count in range(last + 1, min(last + 1 + MOST_GOING_ON, len(lines))):
        with suppress(GameError):
            read = read_row(join_lines(lines[:count]), None, words)
            return read, [(line, malformed("", *NO_WORDS, "notation")) for line in lines[count:]]
    return None


def _as_sentence(row: str, words: Vocabulary) -> Iterator[str]:
    """Yield other versions of a row that is no order as written: without its full stop, and rephrased."""
    said = row.rstrip(_FULL_STOP).rstrip() if "=" not in row and '"' not in row else row
    if said != row:
        yield said
    yield from rephrased_readings(said, words)


def _without_commas(row: str) -> Iterator[str]:
    """Yield a row without its commas, if these only separate words: ``intercept collier, Leopard, Lovat``."""
    plain = row.replace("、", ",")
    if "," in plain and "=" not in plain and not _LEFT_OVER.search(plain):
        yield " ".join(plain.replace(",", " ").split())


def _read_as(written: str, row: str, named: str | None, words: Vocabulary) -> list[tuple[str, str]]:
    form = words.form
    if lead := words.infer_only_verb(row):
        row, named = f"{lead} {row}", None
    text = expand_row(_parted(words.with_ids(row) if named is None else named, form), words)
    texts = order_per_unit(text, words)
    for one in texts:
        words.checked(one)
    return [(written, text)] if len(texts) == 1 else [(one, one) for one in texts]


def _parted(row: str, form: Form[Any]) -> str:
    """Return a row with the notation's separator in place of Japanese commas, except in quoted texts."""
    mark = "," if isinstance(form, Orders | RulePlan) else " "
    return _BETWEEN_WORDS.sub(lambda found: found[1] or mark, row)
