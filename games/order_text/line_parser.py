"""The line parser: groups an e-mail's lines into rows, parses each row, and merges the orders into one answer.

A row is one order as written: a line, or several lines if a mail program has wrapped it. Each row that cannot be read
or is not legal is refused with the reason. `rows` groups lines, `row_parser` parses a row.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from msgspec import structs

from games.kernel.errors import GameError, Illegal, Malformed, Problem
from games.kernel.forms import Arrange, ChooseSome, Form, Share
from games.kernel.notation import (
    MAX_LINE,
    MAX_LINES,
    PASS_WORDS,
    without_line_number,
)
from games.kernel.text import Labels, Text
from games.order_text.brackets import IN_BRACKETS, says_something
from games.order_text.budget import TOO_LONG_TO_READ, Budget, Spent
from games.order_text.choice_answers import find_answer, is_limiting_answer, strip_choosing_words
from games.order_text.corrections import parse_with_corrections
from games.order_text.decoration import strip_decoration
from games.order_text.disclaimers import drop_if_disclaimed
from games.order_text.hold_orders import IDLE_MARK, add_idle_units
from games.order_text.japanese_sentences import strip_courtesies
from games.order_text.laid_out import in_notation
from games.order_text.names import refusal_with_names
from games.order_text.order_detection import OrderDetector
from games.order_text.parsed_orders import ParsedOrders, RefusedLine
from games.order_text.printed_notation import read_printed, rejoin_lines
from games.order_text.quoted_names import strip_name_quotes
from games.order_text.row_parser import NO_WORDS, read_row, read_row_or_parts
from games.order_text.rows import group_lines, join_lines, lines_after_gap
from games.order_text.suggestions import SuggestionFinder
from games.order_text.tokens import strip_comment
from games.order_text.vocabulary import Vocabulary
from games.orders.order_set import Orders
from games.orders.rule_plan import RulePlan

_NAMED = re.compile(r"(?<!\w)'([^']{1,40})'(?!\w)")
"""A word in quotation marks in the text of a refusal."""
MOST_WRITTEN = 20_000
"""The maximum number of characters in an e-mail's own lines: several times the longest answer of any title."""
MOST_TRIES = 6
"""The maximum number of attempts to accept the answer, each time without the orders that were refused before."""
MOST_REFUSED = 20
"""The maximum number of refused rows of an e-mail; after that, no row is read."""
MOST_UNUSED = 40
"""The maximum number of rows that do not look like orders and are tried nevertheless."""
MOST_COMPARED_LINES = 5
"""The maximum number of refused rows for which the nearest names are searched."""
_JAPANESE_STOP = "。"


def parse_lines(lines: Sequence[str], form: Form[Any], labels: Labels) -> ParsedOrders:
    """Parse the lines of an e-mail into one answer to the form; lines that do not belong to the answer are refused.

    `labels` gives the names of the form's ids. Never raises: an unreadable text gives a result whose answer is None.
    """
    if (
        sum(map(bool, lines)) > MAX_LINES
        or any(len(line) > MAX_LINE for line in lines)
        or sum(map(len, lines)) > MOST_WRITTEN
    ):
        problem = Problem("", "too_large", Text("The text is too long.", "テキストが長すぎます。"))
        return ParsedOrders(None, (RefusedLine(next(iter(lines), "")[:80], (problem,)),))
    try:
        found = parse_with_corrections(lines, Vocabulary(form, labels, Budget()), _understood)
        return _with_own_words(found, lines, form)
    except Spent:  # before the first order, or after the last
        return ParsedOrders(None, (RefusedLine(next(filter(str.strip, lines), "")[:80], (TOO_LONG_TO_READ,)),))


def _with_own_words(found: ParsedOrders, lines: Sequence[str], form: Form[Any]) -> ParsedOrders:
    """Return the result with refused lists of words as they were written: without a verb put before them."""
    written = " ".join(line.strip() for line in lines if line.strip())[:500]
    verb, _, rest = next((one.written for one in found.refused), "").partition(" ")
    is_list = isinstance(form, ChooseSome | Arrange | Share) and len(found.refused) == 1
    if not is_list or not rest or verb != _verb_of(form) or written.casefold().startswith(verb):
        return found
    return structs.replace(found, refused=(structs.replace(found.refused[0], written=written),))


@dataclass
class _Found:
    """The results of parsing the rows so far.

    `read`: the orders, as pairs of what was written and the notation. `refused`: the refused rows that look like
    orders. `unused`: the refused rows that do not. `written_at`: the number of the row for each written text.
    """

    read: list[tuple[str, str]] = field(default_factory=list)
    refused: list[RefusedLine] = field(default_factory=list)
    unused: list[RefusedLine] = field(default_factory=list)
    written_at: dict[str, int] = field(default_factory=dict)


def _understood(lines: Sequence[str], words: Vocabulary) -> ParsedOrders:
    """Parse lines that contain no corrections."""
    form = words.form
    plain = in_notation(rejoin_lines(strip_decoration(strip_name_quotes(lines, words)), words), words)
    kept = [(said, line) for line in plain if (said := strip_comment(line))]
    if (printed := read_printed([said for said, _ in kept], words)) is not None:
        return ParsedOrders(printed)
    nearest, likeness = SuggestionFinder(words), OrderDetector(words)
    polite, plain = plain, strip_courtesies(plain, words)
    kept = [(said, line) for line in plain if (said := strip_comment(line))]
    written = [words.strip_sentence_end(said) for said, _ in kept]
    if len(written) == 1 and (proposed := words.proposed_answer(written[0])):
        return ParsedOrders(proposed)
    if isinstance(form, Orders | RulePlan):
        ended = frozenset(at for at, (_, line) in enumerate(kept) if line.rstrip().endswith(_JAPANESE_STOP))
        gathered, other = group_lines(written, words, ended, lines_after_gap(plain)), list[str]()
    else:
        gathered, other = _one_answer(written, words, likeness)
    found = _read_all(gathered, nearest, likeness)
    courtesies = [line for line, left in zip(polite, plain, strict=True) if line and not left]
    found.unused[:0] = [RefusedLine(line, (_NO_ORDER,)) for line in (*courtesies, *other)]
    if not gathered and not found.unused:
        found.refused += [RefusedLine(line, (_A_COMMENT,)) for line in plain if line][:1]
    if not (found.read or found.refused):  # there is no other text: it may be meant as an order
        found.refused, found.unused = found.unused[:MOST_REFUSED], []
    words.budget.release()
    together = _together(found.read, found.refused, nearest)
    ordered = _as_written(together, [*map(join_lines, gathered)], found.written_at)
    return drop_if_disclaimed(structs.replace(ordered, ignored=tuple(found.unused)))


def _read_all(gathered: Sequence[Sequence[str]], nearest: SuggestionFinder, likeness: OrderDetector) -> _Found:
    """Parse the rows (`gathered`: the lines of each row) one after the other, until too many are refused."""
    words, rows, found = nearest.words, [*map(join_lines, gathered)], _Found()
    for at, (row, named, parts) in enumerate(zip(rows, _named(rows, words), gathered, strict=True)):
        found.written_at.setdefault(row, at)
        is_too_much = len(found.unused) >= MOST_UNUSED
        if len(found.refused) >= MOST_REFUSED or (is_too_much and likeness.looks_like_order(row)):
            found.refused.append(RefusedLine(row, (_TOO_MUCH_WRONG,)))
            break
        if is_too_much:
            found.unused.append(RefusedLine(row, (_NO_ORDER,)))
            continue
        try:
            _read_into(found, at, (row, named, parts), nearest, likeness)
        except Spent:
            _refuse_rest(found, rows[at:], at)
            break
    return found


def _read_into(
    found: _Found,
    at: int,
    row: tuple[str, str | None, Sequence[str]],
    nearest: SuggestionFinder,
    likeness: OrderDetector,
) -> None:
    """Parse the row with number `at`, and add its result to `found`. Raises Spent, and then adds nothing.

    `row` consists of the row's text, the text with ids for names (or None), and its lines.
    """
    words = nearest.words
    read, wrong = read_row_or_parts(*row, words, likeness)
    refused, unused = list[RefusedLine](), list[RefusedLine]()
    for said, why in wrong:
        is_notation = {one.code for one in why.problems} <= {"notation"}
        if is_notation and says_something(said, words):
            refused.append(RefusedLine(said, (IN_BRACKETS,)))
            continue
        into, before = (refused, found.refused) if likeness.looks_like_order(said) else (unused, found.unused)
        into.append(_refusal(said, why, nearest, near=len(before) + len(into) < MOST_COMPARED_LINES))
    found.read += read
    found.refused += refused
    found.unused += unused
    for said, _ in (*read, *wrong):
        found.written_at.setdefault(said, at)


def _refuse_rest(found: _Found, rows: Sequence[str], first: int) -> None:
    """Refuse the given rows, because the budget was used up at the first one, which has the number `first`.

    Each of them may be an order, so none is ignored.
    """
    for at, row in enumerate(rows[: max(MOST_REFUSED - len(found.refused), 1)], start=first):
        found.refused.append(RefusedLine(row, (TOO_LONG_TO_READ,)))
        found.written_at.setdefault(row, at)


def _as_written(found: ParsedOrders, rows: Sequence[str], written_at: Mapping[str, int]) -> ParsedOrders:
    """Return the result with its refused lines in the order in which they were written."""

    def place(one: RefusedLine) -> tuple[int, int]:
        first = one.written.split("\n")[0]
        at = written_at.get(one.written, written_at.get(first, len(rows)))
        return at, max(rows[at].find(first), 0) if at < len(rows) else 0

    return structs.replace(found, refused=tuple(sorted(found.refused, key=place)))


def _named(rows: Sequence[str], words: Vocabulary) -> Sequence[str | None]:
    """Return the rows with ids for complete names, replaced in a single pass.

    Return None for each row if a name is ambiguous or the text is too long for a single pass: each row is then searched
    separately.
    """
    try:
        named = words.with_ids("\n".join(rows)).split("\n")
    except (GameError, Spent):
        return [None] * len(rows)
    return named if len(named) == len(rows) else [None] * len(rows)


def _together(read: list[tuple[str, str]], refused: list[RefusedLine], nearest: SuggestionFinder) -> ParsedOrders:
    """Merge the orders (`read`) into one answer; illegal ones are refused, as long as some orders are left.

    Raises Spent.
    """
    words, form = nearest.words, nearest.words.form
    orders = [one for one in read if not one[1].startswith(IDLE_MARK)]
    if len(orders) < len(read):
        resting = [one for one in read if one not in orders]
        none = [("\n".join(row for row, _ in resting), PASS_WORDS[0])]
        return add_idle_units(resting, _together(orders or ([] if refused else none), refused, nearest), words)
    if len(read) > 1 and (passes := [one for one in read if one[1].strip().casefold() in PASS_WORDS]):
        refused += [RefusedLine(row, (_NOT_BESIDE_OTHERS,)) for row, _ in passes]
        read = [one for one in read if one not in passes]
    for _ in range(MOST_TRIES):
        if not read:
            return ParsedOrders(None, tuple(refused))
        text = "\n".join(line for _, line in read)
        try:
            words.accept(text)
            return ParsedOrders(text, tuple(refused))
        except GameError as error:
            many = isinstance(form, Orders | RulePlan)
            wrong = _by_line(error, len(read)) if many else {}
            if not wrong:
                whole = _refusal("\n".join(row for row, _ in read), error, nearest)
                return ParsedOrders(None, (*refused, structs.replace(whole, conflicts_with_others=many)))
            said: dict[tuple[str, tuple[Text, ...]], int] = {}
            for at, found in wrong.items():
                said.setdefault((read[at][0], tuple(problem.message for problem in found)), at)
            for at in said.values():  # report a problem once for several units with the same order
                near = len(refused) < MOST_COMPARED_LINES
                refused.append(_refusal(read[at][0], type(error)(*wrong[at]), nearest, near=near))
            read = [one for at, one in enumerate(read) if at not in wrong]
    rest = tuple(RefusedLine(row, (_TOO_MUCH_WRONG,)) for row, _ in read)
    return ParsedOrders(None, (*refused, *rest))


_NOT_BESIDE_OTHERS = Problem(
    "",
    "notation",
    Text("`pass` means no orders, and stands alone.", "「pass」は命令なしの意味です。単独で書いてください。"),
)
_NO_ORDER = Problem("", "notation", Text(*NO_WORDS))
_A_COMMENT = Problem(
    "",
    "comment",
    Text(
        "A line that begins with # is not read. Write the order without it.",
        "「#」で始まる行は読みません。「#」を付けずに命令を書いてください。",
    ),
)
_TOO_MUCH_WRONG = Problem(
    "",
    "not_tried",
    Text("Not looked at any more: too much before it is wrong.", "前の行に誤りが多いため調べていません。"),
)


def _by_line(error: GameError, count: int) -> dict[int, list[Problem]]:
    """Return the problems by the index of their order; {} if a problem belongs to no order.

    `count` is the number of orders.
    """
    found: dict[int, list[Problem]] = {}
    for problem in error.problems:
        first = problem.pointer.split("/")[1] if problem.pointer.startswith("/") else ""
        if not (first.isascii() and first.isdecimal() and int(first) < count):
            return {}
        found.setdefault(int(first), []).append(problem)
    return found


def _refusal(row: str, error: GameError, nearest: SuggestionFinder, *, near: bool = True) -> RefusedLine:
    words = nearest.words
    named = refusal_with_names(error, words.form, words.labels) if isinstance(error, Malformed | Illegal) else error
    problems = tuple(words.list_missing_choices(without_line_number(problem), row) for problem in named.problems) or (
        Problem("", error.code, error.detail),
    )
    near = near and not all(problem.rule for problem in problems)  # a line that breaks a rule has no unknown names
    said = [word for problem in error.problems for word in _NAMED.findall(problem.message.en)]
    return RefusedLine(row, tuple(dict.fromkeys(problems)), nearest.suggest(row, said) if near else ())


def _one_answer(lines: Sequence[str], words: Vocabulary, likeness: OrderDetector) -> tuple[list[list[str]], list[str]]:
    """Return the rows of the answer to a form without orders, and the lines that do not look like an answer.

    There is at most one row. The values of a list may be in several lines; for a choice, the row's text keeps several
    lines, which are then refused.
    """
    form = words.form
    if (answer := find_answer(lines, words, partial(_read_choice, words=words))) is not None and not any(
        map(likeness.looks_like_order, answer[1])
    ):
        return [[answer[0]]], answer[1]
    if len(lines) > 1 and is_limiting_answer(lines, words):
        return [["\n".join(lines)]], []
    like = {line for line in lines if likeness.looks_like_order(line)} if len(lines) > 1 else {*lines}
    other = [line for line in lines if line not in like] if like else []
    lines = [line for line in lines if line in like] or lines
    if isinstance(form, ChooseSome | Arrange | Share):
        joined = strip_choosing_words(" ".join(lines), words)
        return [[_with_verb(joined, form)]] if joined else [], other
    rows = [strip_choosing_words(join_lines(one), words) for one in group_lines(lines, words)]
    return [["\n".join(rows)]] if rows else [], other


def _read_choice(sentence: str, words: Vocabulary) -> str:
    """Return the answer that a sentence gives to a choice, in the notation; "" if it gives none."""
    form = words.form
    with suppress(GameError):
        ((_, text),) = read_row(strip_choosing_words(strip_comment(sentence), words), None, words)
        return text if text in PASS_WORDS else form.render(words.accept(text)).removeprefix("choose ")
    return ""


def _with_verb(text: str, form: Form[Any]) -> str:
    """Return a list of values in the notation: with the form's verb before it, and blanks for its commas."""
    verb = _verb_of(form)
    if '"' not in text:
        text = re.sub(r"\s*[,;]\s*", " ", text)
    first, *rest = text.split()
    if first.casefold() in PASS_WORDS and not rest:
        return text
    return text if first.casefold() == verb else f"{verb} {text}"


def _verb_of(form: Form[Any]) -> str:
    """Return the verb before a list of words."""
    return "share" if isinstance(form, Share) else "arrange" if isinstance(form, Arrange) else "choose"
