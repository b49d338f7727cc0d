"""The lines of a letter as orders: which belong together, which can be given together, and why the others cannot."""

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from typing import Any

from msgspec import structs

from games.kernel.errors import GameError, Illegal, Malformed, Problem, malformed
from games.kernel.forgiving.nearest import Nearest
from games.kernel.forgiving.phrases import clauses, sentences
from games.kernel.forgiving.reasons import undone_in
from games.kernel.forgiving.resting import AT_REST, orders_to_stay, with_rest
from games.kernel.forgiving.spoken import as_spoken, unclear_in
from games.kernel.forgiving.tokens import COLONS, is_too_long, without_comment
from games.kernel.forgiving.understanding import Refused, Understanding
from games.kernel.forgiving.words import Words
from games.kernel.forms import Arrange, ChooseSome, Form, Share
from games.kernel.naming import in_names, with_ids
from games.kernel.notation import (
    MAX_LINE,
    MAX_LINES,
    PASS_WORDS,
    alone,
)
from games.kernel.orders import Orders
from games.kernel.plans import RulePlan
from games.kernel.text import Labels, Text

WRAPPED_AT = 60
"""Columns at which a mail program may begin to break lines."""
MOST_WRITTEN = 20_000
"""Of a letter's own lines together: several times the longest answer of any title."""
MOST_TRIES = 6
"""How often what is left of an answer is tried again without the lines that were refused."""
MOST_REFUSED = 20
"""Lines of a letter that are refused one by one; behind them nothing is looked at any more."""
MOST_COMPARED_LINES = 5
"""Refused lines for which the nearest names are looked up."""
MOST_SENTENCES = 12
"""Of a line that are looked at one by one."""
_BETWEEN_WORDS = re.compile(r'("(?:[^"\\]|\\.)*(?:"|\\?$))|、')
_LEFT_OVER = re.compile(r"^\s*,|,\s*,|,\s*$")
_GOES_ON = (",", "、", "=")
"""What no order ends with."""
_LED_ON = (",", "、")
"""What no order begins with."""
_FULL_STOP = "."
_JAPANESE_STOP = "。"


def understand_lines(lines: Sequence[str], form: Form[Any], labels: Labels) -> Understanding:
    """Everything of the lines that can be given together, and every line that cannot, with the reason. Never raises."""
    if len(lines) > MAX_LINES or any(len(line) > MAX_LINE for line in lines) or sum(map(len, lines)) > MOST_WRITTEN:
        problem = Problem("", "too_large", Text("The text is too long.", "テキストが長すぎます。"))
        return Understanding(None, (Refused(next(iter(lines), "")[:80], (problem,)),))
    words = Words(form, labels)
    nearest = Nearest(words)
    kept = [(said, line) for line in lines if (said := without_comment(line))]
    written = [words.without_end(said) for said, _ in kept]
    if len(written) == 1 and (proposed := words.proposed(written[0])):
        return Understanding(proposed)
    ended = frozenset(at for at, (_, line) in enumerate(kept) if line.rstrip().endswith(_JAPANESE_STOP))
    many = isinstance(form, Orders | RulePlan)
    gathered = _orders(written, words, ended) if many else _one_answer(written, form, words)
    rows = [*map(_joined, gathered)]
    read: list[tuple[str, str]] = []
    refused: list[Refused] = []
    for row, named, parts in zip(rows, _named(rows, form, labels), gathered, strict=True):
        if len(refused) >= MOST_REFUSED:
            refused.append(Refused(row, (_TOO_MUCH_WRONG,)))
            break
        try:
            read += _read_row(row, named, words)
        except GameError as error:
            apart, wrong = _read_apart(row, parts, words)
            read += apart
            for said, why in wrong if apart or wrong else [(row, error)]:
                refused.append(_refusal(said, why, nearest, near=len(refused) < MOST_COMPARED_LINES))
    return _as_written(_together(read, refused, nearest), [*rows, *(row for row, _ in read)])


def _read_row(row: str, named: str | None, words: Words) -> list[tuple[str, str]]:
    """What was written, and the same in the notation: an order for each of those who are told to do the same. Colons
    behind words say nothing, and the Japanese comma is one, unless a name is written with them. Raises GameError.
    """
    if (staying := orders_to_stay(row, words, somewhere=False)) is not None:
        return [(row, said) for said in staying]
    flat = COLONS.sub("", row)
    wrong: GameError | None = None
    for one in (row,) if '"' in row else dict.fromkeys((flat, row, flat.replace("、", ", "), *_without_commas(flat))):
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
    if (staying := orders_to_stay(row, words, somewhere=True)) is not None:
        return [(row, said) for said in staying]
    if wrong is not None and {problem.code for problem in wrong.problems} == {"notation"}:
        wrong = unclear_in(row, words) or (None if begins else undone_in(row, words)) or wrong
    raise wrong or malformed("", "", "", "notation")


def _is_possible(read: Sequence[tuple[str, str]], words: Words) -> bool:
    """Whether each order of a reading can be given by itself; else the row may mean another."""
    form = words.form
    return not any(problem for _, said in read for problem in form.problems(form.read(form.parse(said))))


def _says_more(error: GameError, than: GameError) -> bool:
    """Whether it is a better reason: that who is named can do nothing of this kind now, or what cannot be said of him,
    than that the words are no order.
    """
    codes, others = ({problem.code for problem in one.problems} for one in (error, than))
    return others == {"notation"} and bool(codes & {"barred", "not_an_option"})


def _read_apart(
    row: str, lines: Sequence[str], words: Words
) -> tuple[list[tuple[str, str]], list[tuple[str, GameError]]]:
    """The lines that were taken for one row as an order each, where all of them are; else each of its sentences by
    itself, and why it is none.
    """
    if len(lines) > 1:
        with suppress(GameError):
            return [said for one in lines for said in _read_row(one, None, words)], []
    read: list[tuple[str, str]] = []
    wrong: list[tuple[str, GameError]] = []
    said = sentences(row, words) if isinstance(words.form, Orders | RulePlan) and '"' not in row else ()
    for one in said if 1 < len(said) <= MOST_SENTENCES else ():
        try:
            read += _read_row(one, None, words)
        except GameError as error:
            wrong.append((one, error))
    if len(said) == 1 and not is_too_long(row) and 1 < len(parts := [*clauses(row, words)]) <= MOST_SENTENCES:
        with suppress(GameError):
            return [found for one in parts for found in _read_row(one, None, words)], []
    return read, wrong


def _as_sentence(row: str, words: Words) -> Iterator[str]:
    """What a row may stand for that is no order as it stands: the same without its full stop, or as people say it."""
    said = row.rstrip(_FULL_STOP).rstrip() if "=" not in row and '"' not in row else row
    if said != row:
        yield said
    yield from as_spoken(said, words)


def _without_commas(row: str) -> Iterator[str]:
    """A row whose commas part nothing but words, where none is left over: ``intercept collier, Leopard, Lovat``."""
    plain = row.replace("、", ",")
    if "," in plain and "=" not in plain and not _LEFT_OVER.search(plain):
        yield " ".join(plain.replace(",", " ").split())


def _read_as(written: str, row: str, named: str | None, words: Words) -> list[tuple[str, str]]:
    form = words.form
    if lead := words.untold(row):
        row, named = f"{lead} {row}", None
    text = words.completed(_parted(with_ids(row, form, words.labels) if named is None else named, form))
    texts = words.each(text)
    for one in texts:
        form.read(form.parse(one))
    return [(written, text)] if len(texts) == 1 else [(one, one) for one in texts]


def _as_written(found: Understanding, rows: Sequence[str]) -> Understanding:
    """What was understood, with what is refused in the order in which it was written."""
    places = {row: place for place, row in reversed([*enumerate(rows)])}
    refused = sorted(found.refused, key=lambda one: places.get(one.written, len(rows)))
    return structs.replace(found, refused=tuple(refused))


def _named(rows: Sequence[str], form: Form[Any], labels: Labels) -> Sequence[str | None]:
    """The rows with ids for whole names, at one go; none of them where one of the names is ambiguous."""
    try:
        named = with_ids("\n".join(rows), form, labels).split("\n")
    except GameError:
        return [None] * len(rows)
    return named if len(named) == len(rows) else [None] * len(rows)


def _parted(row: str, form: Form[Any]) -> str:
    """A row with the notation's own mark for the Japanese one between words, which stays where a name holds it."""
    mark = "," if isinstance(form, Orders | RulePlan) else " "
    return _BETWEEN_WORDS.sub(lambda found: found[1] or mark, row)


def _together(read: list[tuple[str, str]], refused: list[Refused], nearest: Nearest) -> Understanding:
    """The lines that were read as one answer; without those that a rule forbids, for as long as some are left."""
    words, form = nearest.words, nearest.words.form
    orders = [one for one in read if not one[1].startswith(AT_REST)]
    if len(orders) < len(read):
        resting = [one for one in read if one not in orders]
        none = [("\n".join(row for row, _ in resting), PASS_WORDS[0])]
        return with_rest(resting, _together(orders or ([] if refused else none), refused, nearest), words)
    if len(read) > 1 and (passes := [one for one in read if one[1].strip().casefold() in PASS_WORDS]):
        refused += [Refused(row, (_NOT_BESIDE_OTHERS,)) for row, _ in passes]
        read = [one for one in read if one not in passes]
    for _ in range(MOST_TRIES):
        if not read:
            return Understanding(None, tuple(refused))
        text = "\n".join(line for _, line in read)
        try:
            form.accept(form.parse(text))
            return Understanding(text, tuple(refused))
        except GameError as error:
            many = isinstance(form, Orders | RulePlan)
            wrong = _by_line(error, len(read)) if many else {}
            if not wrong:
                whole = _refusal("\n".join(row for row, _ in read), error, nearest)
                return Understanding(None, (*refused, structs.replace(whole, whole=many)))
            said: dict[tuple[str, tuple[Text, ...]], int] = {}
            for at, found in wrong.items():
                said.setdefault((read[at][0], tuple(problem.message for problem in found)), at)
            for at in said.values():  # what is wrong for each of several who are told the same is said once
                near = len(refused) < MOST_COMPARED_LINES
                refused.append(_refusal(read[at][0], type(error)(*wrong[at]), nearest, near=near))
            read = [one for at, one in enumerate(read) if at not in wrong]
    rest = tuple(Refused(row, (_TOO_MUCH_WRONG,)) for row, _ in read)
    return Understanding(None, (*refused, *rest))


_NOT_BESIDE_OTHERS = Problem(
    "",
    "notation",
    Text("`pass` means no orders, and stands alone.", "「pass」は命令なしの意味です。単独で書いてください。"),
)
_TOO_MUCH_WRONG = Problem(
    "",
    "not_tried",
    Text("Not looked at any more: too much before it is wrong.", "前の行に誤りが多いため調べていません。"),
)


def _by_line(error: GameError, count: int) -> dict[int, list[Problem]]:
    """The problems by the order that they point to; none where one of them is about the whole."""
    found: dict[int, list[Problem]] = {}
    for problem in error.problems:
        first = problem.pointer.split("/")[1] if problem.pointer.startswith("/") else ""
        if not (first.isascii() and first.isdecimal() and int(first) < count):
            return {}
        found.setdefault(int(first), []).append(problem)
    return found


def _refusal(row: str, error: GameError, nearest: Nearest, *, near: bool = True) -> Refused:
    words = nearest.words
    named = in_names(error, words.form, words.labels) if isinstance(error, Malformed | Illegal) else error
    problems = tuple(words.with_choice(alone(problem), row) for problem in named.problems) or (
        Problem("", error.code, error.detail),
    )
    near = near and not any(problem.rule for problem in problems)  # who broke a rule has named everything
    return Refused(row, tuple(dict.fromkeys(problems)), nearest.to(row) if near else ())


# --- lines


def _orders(lines: Sequence[str], words: Words, ended: Collection[int] = ()) -> list[list[str]]:
    """The lines of each order: several where a mail program has broken one, but none behind a sentence that `ended`."""
    orders: list[list[str]] = []
    for at, line in enumerate(lines):
        if orders and at - 1 not in ended and not words.begins(line) and _goes_on(orders[-1][-1], line, words):
            orders[-1].append(line)
        else:
            orders.append([line])
    return orders


def _joined(lines: Sequence[str]) -> str:
    """Lines as one row."""
    row, *others = lines
    for line in others:
        row += line if row.endswith(_GOES_ON) or line.startswith(_LED_ON) else f" {line}"
    return row


def _goes_on(before: str, line: str, words: Words) -> bool:
    """Whether a line that begins with no verb is the rest of the one before it: not behind a full stop."""
    first = line.split()[0]
    if before.endswith(_FULL_STOP) and not words.is_key(first.partition("=")[0], first):
        return False
    if before.endswith(_GOES_ON) or first.startswith(_LED_ON) or words.is_key(first.partition("=")[0], first):
        return True
    return _columns(before) + 1 + _columns(first) > WRAPPED_AT


def _columns(text: str) -> int:
    """How wide a text is, a letter of East Asia being as wide as two."""
    return len(text) + sum(letter > "\u2e80" for letter in text)


def _one_answer(lines: Sequence[str], form: Form[Any], words: Words) -> list[list[str]]:
    """An answer of one line. What is many words may stand on several; for a choice, several lines stay several."""
    if isinstance(form, ChooseSome | Arrange | Share):
        joined = words.chosen(" ".join(lines))
        return [[_with_verb(joined, form)]] if joined else []
    rows = [words.chosen(_joined(one)) for one in _orders(lines, words)]
    return [["\n".join(rows)]] if rows else []


def _with_verb(text: str, form: Form[Any]) -> str:
    """A list of words with the verb before it, its commas as blanks."""
    verb = "share" if isinstance(form, Share) else "arrange" if isinstance(form, Arrange) else "choose"
    if '"' not in text:
        text = re.sub(r"\s*[,;]\s*", " ", text)
    first, *rest = text.split()
    if first.casefold() in PASS_WORDS and not rest:
        return text
    return text if first.casefold() == verb else f"{verb} {text}"
