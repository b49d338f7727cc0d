"""The line parser: groups an e-mail's lines into orders, merges them into one answer, and explains the refused ones."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from msgspec import structs

from games.kernel.errors import GameError, Illegal, Malformed, Problem, malformed
from games.kernel.forms import Arrange, ChooseSome, Form, Share
from games.kernel.notation import (
    MAX_LINE,
    MAX_LINES,
    PASS_WORDS,
    without_line_number,
)
from games.kernel.text import Labels, Text
from games.kernel.text_columns import column_width
from games.order_text.brackets import IN_BRACKETS, read_along, says_something
from games.order_text.budget import TOO_LONG_TO_READ, Budget, Spent
from games.order_text.choice_answers import find_answer, is_limiting_answer, strip_choosing_words
from games.order_text.corrections import parse_with_corrections
from games.order_text.decoration import strip_decoration
from games.order_text.disclaimers import drop_if_disclaimed
from games.order_text.english_sentences import read_english, refuse_condition
from games.order_text.hold_orders import IDLE_MARK, add_idle_units, read_hold_orders
from games.order_text.japanese_sentences import read_japanese, strip_courtesies
from games.order_text.laid_out import in_notation
from games.order_text.missing_verbs import refuse_missing_verb
from games.order_text.names import refusal_with_names
from games.order_text.order_detection import OrderDetector
from games.order_text.parsed_orders import ParsedOrders, RefusedLine
from games.order_text.printed_notation import MOST_PIECES, read_printed, read_sound_row, rejoin_lines
from games.order_text.quoted_names import strip_name_quotes
from games.order_text.rephrasing import refuse_unclear, rephrased_readings
from games.order_text.simplification import split_clauses, split_sentences
from games.order_text.suggestions import SuggestionFinder
from games.order_text.tokens import COLONS, is_too_long, strip_comment
from games.order_text.vocabulary import Vocabulary
from games.orders.order_set import Orders
from games.orders.rule_plan import RulePlan

_NAMED = re.compile(r"(?<!\w)'([^']{1,40})'(?!\w)")
"""A word that a refusal quotes."""
WRAPPED_AT = 60
"""The column at which a mail program may begin to wrap lines."""
MOST_WRITTEN = 20_000
"""The largest number of characters in an e-mail's own lines: several times the longest answer of any title."""
MOST_TRIES = 6
"""The number of attempts to accept the rest of an answer without its refused lines."""
MOST_REFUSED = 20
"""The number of lines of an e-mail that are refused individually; later lines are not read."""
MOST_UNUSED = 40
"""The number of an e-mail's lines that do not look like orders and are tried nevertheless."""
MOST_COMPARED_LINES = 5
"""The number of refused lines with a search for the nearest names."""
MOST_SENTENCES = 12
"""The number of sentences of a line that are tried individually."""
MOST_GOING_ON = 3
"""The number of lines without a sign of an order that may continue the one above."""
_NO_WORDS = ("This does not look like an order.", "命令として読めません。")
_BETWEEN_WORDS = re.compile(r'("(?:[^"\\]|\\.)*(?:"|\\?$))|、')
_LEFT_OVER = re.compile(r"^\s*,|,\s*,|,\s*$")
_GOES_ON = (",", "、", "=")
"""Line ends that no complete order has."""
_INTRODUCES = (":", "：")
"""Line ends of an introduction to the orders below."""
_LED_ON = (",", "、")
"""Line beginnings that no order has."""
_FULL_STOP = "."
_JAPANESE_STOP = "。"


def parse_lines(lines: Sequence[str], form: Form[Any], labels: Labels) -> ParsedOrders:
    """Parse the lines into one answer; refuse every other line, with the reason. Never raises."""
    if (
        sum(map(bool, lines)) > MAX_LINES
        or any(len(line) > MAX_LINE for line in lines)
        or sum(map(len, lines)) > MOST_WRITTEN
    ):
        problem = Problem("", "too_large", Text("The text is too long.", "テキストが長すぎます。"))
        return ParsedOrders(None, (RefusedLine(next(iter(lines), "")[:80], (problem,)),))
    try:
        return parse_with_corrections(lines, Vocabulary(form, labels, Budget()), _understood)
    except Spent:  # before the first order, or after the last
        return ParsedOrders(None, (RefusedLine(next(filter(str.strip, lines), "")[:80], (TOO_LONG_TO_READ,)),))


@dataclass
class _Found:
    """The result of the rows: the orders, the refused rows that look like orders, and the rows that do not.

    `written_at` holds the row number of each of them.
    """

    read: list[tuple[str, str]] = field(default_factory=list)
    refused: list[RefusedLine] = field(default_factory=list)
    unused: list[RefusedLine] = field(default_factory=list)
    written_at: dict[str, int] = field(default_factory=dict)


def _understood(lines: Sequence[str], words: Vocabulary) -> ParsedOrders:
    """Parse lines without corrections."""
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
        gathered, other = _orders(written, words, ended, _behind_empty(plain)), list[str]()
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
    ordered = _as_written(together, [*map(_joined, gathered)], found.written_at)
    return drop_if_disclaimed(structs.replace(ordered, ignored=tuple(found.unused)))


def _read_all(gathered: Sequence[Sequence[str]], nearest: SuggestionFinder, likeness: OrderDetector) -> _Found:
    """Parse row after row, until too many are wrong."""
    words, rows, found = nearest.words, [*map(_joined, gathered)], _Found()
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
    """Add the result of a row. Raises Spent, and then adds nothing."""
    words = nearest.words
    read, wrong = _read_or_why(*row, words, likeness)
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
    """Refuse the row at which the budget was used up, and those after it: each of them may be an order."""
    for at, row in enumerate(rows[: max(MOST_REFUSED - len(found.refused), 1)], start=first):
        found.refused.append(RefusedLine(row, (TOO_LONG_TO_READ,)))
        found.written_at.setdefault(row, at)


def _read_or_why(
    row: str, named: str | None, parts: Sequence[str], words: Vocabulary, likeness: OrderDetector
) -> tuple[list[tuple[str, str]], list[tuple[str, GameError]]]:
    """Return the orders of a row, or of each of its parts, and the refusals of the others."""
    try:
        read = _read_row(row, named, words)
        return (read if _is_possible(read, words) else _read_bare(row, words) or read), []
    except GameError as error:
        if bare := _read_bare(row, words):
            return bare, []
        apart, wrong = _read_apart(row, parts, words, likeness)
        return apart, wrong if apart or wrong else [(row, error)]


def _read_bare(row: str, words: Vocabulary) -> list[tuple[str, str]]:
    """Return the orders of a row with brackets, if they are possible without the text in brackets."""
    for one in read_along(row, words):
        with suppress(GameError):
            read = [(row if said == one else said, order) for said, order in _read_row(one, None, words)]
            return read if _is_possible(read, words) else []
    return []


def _read_row(row: str, named: str | None, words: Vocabulary) -> list[tuple[str, str]]:
    """Return what was written, and the same in the notation; also for polite Japanese. Raises GameError."""
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
    """Return the orders of a row if each is possible alone. Raises GameError."""
    found = _read_as_written(row, None, words)
    if not _is_possible(found, words):
        raise malformed("", *_NO_WORDS, "notation")
    return [order for _, order in found]


def _read_as_written(row: str, named: str | None, words: Vocabulary) -> list[tuple[str, str]]:
    """Parse a row as `_read_once` does; cached. Raises GameError."""
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
    """Return what was written, and the same in the notation: one order per unit if several get the same one.

    Colons after words are dropped, and a Japanese comma is a comma, unless it is part of a name. Raises GameError.
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
    begins = words.begins_order(row)
    read: list[tuple[str, str]] = []
    for one in _as_sentence(row, words):
        try:
            found = [(row, said) for _, said in _read_as(row, one, None, words)]
            if _is_possible(found, words):
                return found
            read = read or found
        except GameError as error:
            begun = words.begins_order(one)
            if wrong is None or _says_more(error, wrong) or (begun and not begins):
                wrong, begins = error, begun
    if read:
        return read
    if (staying := read_hold_orders(row, words, may_name_place=True)) is not None:
        return [(row, said) for said in staying]
    if wrong is not None and {problem.code for problem in wrong.problems} == {"notation"}:
        wrong = refuse_unclear(row, words) or (None if begins else refuse_missing_verb(row, words)) or wrong
    raise wrong or malformed("", "", "", "notation")


def _is_possible(read: Sequence[tuple[str, str]], words: Vocabulary) -> bool:
    """Return True if each order of a reading is possible alone; otherwise the row may have another meaning."""
    return not any(words.checked(said).problem for _, said in read if not said.startswith(IDLE_MARK))


def _says_more(error: GameError, than: GameError) -> bool:
    """Return True if an error explains more than the other.

    An unavailable unit or value explains more than words that are not an order.
    """
    codes, others = ({problem.code for problem in one.problems} for one in (error, than))
    return others == {"notation"} and bool(codes & {"barred", "not_an_option"})


def _read_apart(
    row: str, lines: Sequence[str], words: Vocabulary, likeness: OrderDetector
) -> tuple[list[tuple[str, str]], list[tuple[str, GameError]]]:
    """Return each of a row's lines as an order, if all are; otherwise each sentence, with its refusal."""
    if len(lines) > 1:
        with suppress(GameError):
            return [said for one in lines for said in _read_row(one, None, words)], []
        if (found := _read_above(lines, words, likeness)) is not None:
            return found
    read: list[tuple[str, str]] = []
    wrong: list[tuple[str, GameError]] = []
    said = split_sentences(row, words) if isinstance(words.form, Orders | RulePlan) and '"' not in row else ()
    for one in said if 1 < len(said) <= MOST_SENTENCES else ():
        try:
            read += _read_row(one, None, words)
        except GameError as error:
            wrong.append((one, error))
    if len(said) == 1 and not is_too_long(row) and 1 < len(parts := [*split_clauses(row, words)]) <= MOST_SENTENCES:
        with suppress(GameError):
            return [found for one in parts for found in _read_row(one, None, words)], []
    return read, wrong


def _read_above(
    lines: Sequence[str], words: Vocabulary, likeness: OrderDetector
) -> tuple[list[tuple[str, str]], list[tuple[str, GameError]]] | None:
    """Return the order above lines that do not look like one, and these as refused; None if there is none."""
    if len(lines) > MOST_PIECES:
        return None
    last = next((at for at in range(len(lines) - 1, 0, -1) if likeness.looks_like_order(lines[at])), 0)
    for count in range(last + 1, min(last + 1 + MOST_GOING_ON, len(lines))):
        with suppress(GameError):
            read = _read_row(_joined(lines[:count]), None, words)
            return read, [(line, malformed("", *_NO_WORDS, "notation")) for line in lines[count:]]
    return None


def _as_sentence(row: str, words: Vocabulary) -> Iterator[str]:
    """Yield alternatives of a row that is not an order as written: without its full stop, or rephrased."""
    said = row.rstrip(_FULL_STOP).rstrip() if "=" not in row and '"' not in row else row
    if said != row:
        yield said
    yield from rephrased_readings(said, words)


def _without_commas(row: str) -> Iterator[str]:
    """Yield a row without commas, if they only separate words: ``intercept collier, Leopard, Lovat``."""
    plain = row.replace("、", ",")
    if "," in plain and "=" not in plain and not _LEFT_OVER.search(plain):
        yield " ".join(plain.replace(",", " ").split())


def _read_as(written: str, row: str, named: str | None, words: Vocabulary) -> list[tuple[str, str]]:
    form = words.form
    if lead := words.infer_only_verb(row):
        row, named = f"{lead} {row}", None
    text = words.expand_row(_parted(words.with_ids(row) if named is None else named, form))
    texts = words.expand_subjects(text)
    for one in texts:
        words.checked(one)
    return [(written, text)] if len(texts) == 1 else [(one, one) for one in texts]


def _as_written(found: ParsedOrders, rows: Sequence[str], written_at: Mapping[str, int]) -> ParsedOrders:
    """Return the result with its refusals in the order of writing: by row, and within a row by position."""

    def place(one: RefusedLine) -> tuple[int, int]:
        first = one.written.split("\n")[0]
        at = written_at.get(one.written, written_at.get(first, len(rows)))
        return at, max(rows[at].find(first), 0) if at < len(rows) else 0

    return structs.replace(found, refused=tuple(sorted(found.refused, key=place)))


def _named(rows: Sequence[str], words: Vocabulary) -> Sequence[str | None]:
    """Return the rows with ids for complete names, replaced in a single pass.

    Return nothing if a name is ambiguous or the text is too long for a single pass: each row is then searched
    separately.
    """
    try:
        named = words.with_ids("\n".join(rows)).split("\n")
    except (GameError, Spent):
        return [None] * len(rows)
    return named if len(named) == len(rows) else [None] * len(rows)


def _parted(row: str, form: Form[Any]) -> str:
    """Replace the Japanese comma between words by the notation's own, except within names."""
    mark = "," if isinstance(form, Orders | RulePlan) else " "
    return _BETWEEN_WORDS.sub(lambda found: found[1] or mark, row)


def _together(read: list[tuple[str, str]], refused: list[RefusedLine], nearest: SuggestionFinder) -> ParsedOrders:
    """Merge the parsed lines into one answer; drop forbidden lines as long as some are left.

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
_NO_ORDER = Problem("", "notation", Text(*_NO_WORDS))
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
    """Return the problems by the order that they point to; none if one of them concerns the whole answer."""
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


# --- lines


def _behind_empty(lines: Sequence[str]) -> frozenset[int]:
    """Return the indices of the lines that follow an empty line."""
    kept = [line for line in lines if not line.strip() or strip_comment(line)]
    places = [at for at, line in enumerate(kept) if line.strip()]
    return frozenset(number for number, at in enumerate(places) if at and not kept[at - 1].strip())


def _orders(
    lines: Sequence[str], words: Vocabulary, ended: Collection[int] = (), parted: Collection[int] = ()
) -> list[list[str]]:
    """Group lines into orders: several if a mail program has wrapped one, but none after a sentence that has `ended`.

    A line that is `parted` from the one above by an empty line belongs to it only if the notation requires it.
    """
    orders: list[list[str]] = []
    for at, line in enumerate(lines):
        is_more = _must_go_on if at in parted else _goes_on
        if orders and at - 1 not in ended and not words.begins_with_verb(line) and is_more(orders[-1][-1], line, words):
            orders[-1].append(line)
        else:
            orders.append([line])
    return orders


def _joined(lines: Sequence[str]) -> str:
    """Join lines into one row."""
    row, *others = lines
    for line in others:
        row += line if row.endswith(_GOES_ON) or line.startswith(_LED_ON) else f" {line}"
    return row


def _goes_on(before: str, line: str, words: Vocabulary) -> bool:
    """Return True if a line that begins with no verb continues the previous one: not after a full stop."""
    first = line.split()[0]
    if before.endswith(_FULL_STOP) and not words.is_argument_prefix(first.partition("=")[0], first):
        return False
    if _must_go_on(before, line, words):
        return True
    return not before.endswith(_INTRODUCES) and column_width(before) + 1 + column_width(first) > WRAPPED_AT


def _must_go_on(before: str, line: str, words: Vocabulary) -> bool:
    """Return True if a line ends, or the next one begins, as no order does."""
    first = line.split()[0]
    return (
        before.endswith(_GOES_ON)
        or first.startswith(_LED_ON)
        or words.is_argument_prefix(first.partition("=")[0], first)
    )


def _one_answer(lines: Sequence[str], words: Vocabulary, likeness: OrderDetector) -> tuple[list[list[str]], list[str]]:
    """Return an answer of one line, and the lines that do not look like it.

    A list of words may extend over several lines; for a choice, several lines stay separate.
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
    rows = [strip_choosing_words(_joined(one), words) for one in _orders(lines, words)]
    return [["\n".join(rows)]] if rows else [], other


def _read_choice(sentence: str, words: Vocabulary) -> str:
    """Return the answer to a choice that a sentence gives alone; empty if it gives none."""
    form = words.form
    with suppress(GameError):
        ((_, text),) = _read_row(strip_choosing_words(strip_comment(sentence), words), None, words)
        return text if text in PASS_WORDS else form.render(words.accept(text)).removeprefix("choose ")
    return ""


def _with_verb(text: str, form: Form[Any]) -> str:
    """Return a list of words with the verb before it, and blanks for its commas."""
    verb = "share" if isinstance(form, Share) else "arrange" if isinstance(form, Arrange) else "choose"
    if '"' not in text:
        text = re.sub(r"\s*[,;]\s*", " ", text)
    first, *rest = text.split()
    if first.casefold() in PASS_WORDS and not rest:
        return text
    return text if first.casefold() == verb else f"{verb} {text}"
