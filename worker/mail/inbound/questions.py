"""Find questions to the umpire or host in an e-mail: sentences that ask something and contain no order."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import structs

from games.kernel.errors import Problem
from games.kernel.text import Text
from games.order_text import ParsedOrders, RefusedLine
from games.order_text.disclaimers import DISCLAIMED

MAX_QUESTIONS = 3
"""The maximum number of questions in one e-mail that are recognized without a word such as `ask` before them."""
LONGEST_SENTENCE = 1000
_ASKS = re.compile(
    r"[?？][\s)）」』”\"']*$"
    r"|(?:です|ます|ました|ません|でした|でしょう|だろう|のでしょう|ない|できる|れる|いい|よい|良い|る|た|だ)か(?:ね|な)?[。.．!！\s]*$"
)
"""The end of a sentence that asks something: a question mark, or か after a Japanese verb."""
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|(?<=[。！？])")
_MARK = re.compile(r"[?？。.．!！\s]+$")
_WORDS = re.compile(r"[^\W\d_]+")
_LEAST_WORDS, _LEAST_SIGNS = 3, 6
_WRAPPED_AT = 50
"""The least length of a line that a mail program may have wrapped."""
_ENDS = (".", "!", "?", "。", "！", "？", ":", "：")
IS_QUESTION = "question"
"""The problem code of a refused line that is a question to the umpire, not an order."""
_NO_ORDER = Problem(
    "",
    IS_QUESTION,
    Text(
        "This is a question, so no order was read from it. “ask” at the beginning of a question keeps it apart from "
        "your orders, which then count as they are.",
        "質問のため、命令としては読みませんでした。質問の行頭に「質問：」と書くと命令と区別され、命令はそのまま有効になります。",
    ),
)


class FoundQuestions(NamedTuple):
    """The questions to the umpire in an e-mail, and its parsed orders without these questions."""

    questions: tuple[str, ...]
    orders: ParsedOrders
    is_all: bool
    """True if the e-mail has no other lines that could be orders."""


def is_question(sentence: str) -> bool:
    """Return True if a sentence of several words asks something; "ok?" is too short."""
    said = sentence.strip()
    if not _ASKS.search(said) or len(said) > LONGEST_SENTENCE:
        return False
    words = _WORDS.findall(said)
    return len(words) >= _LEAST_WORDS or (not said.isascii() and sum(map(len, words)) >= _LEAST_SIGNS)


def find_questions(found: ParsedOrders, paragraphs: Sequence[str], is_order: Callable[[str], bool]) -> FoundQuestions:
    """Return the questions among the lines that were not parsed as orders, and the orders without these lines.

    `found` are the parsed orders, `paragraphs` all lines, with an empty line before each paragraph. A line that would
    be an order without its question mark (as `is_order` says) is no question, and stays refused.
    """
    text = "\n".join(paragraphs)
    unread = sorted((*found.refused, *found.ignored), key=lambda one: max(text.find(one.written), 0))
    asking: dict[str, list[str]] = {}
    before = ""
    for one in unread:
        if len(asking) < MAX_QUESTIONS and _asks(one) and not is_order(_MARK.sub("", one.written.strip())):
            wrapped = [before] if before and _goes_on(before, one.written, text) else []
            asking[" ".join([*wrapped, *_questions_in(one.written)])] = [*wrapped, one.written]
        before = one.written
    if not asking:
        return FoundQuestions((), found, is_all=False)
    lines = {line for written in asking.values() for line in written}
    return FoundQuestions(tuple(asking), _without(found, lines), _is_all(found, lines))


def find_question_lines(paragraphs: Sequence[str]) -> tuple[str, ...]:
    """Return the lines that ask something, in an e-mail about a seat without a question.

    `paragraphs` are its lines, with an empty line before each paragraph.
    """
    return tuple(line.strip() for line in paragraphs if is_question(line))[:MAX_QUESTIONS]


def _asks(one: RefusedLine) -> bool:
    return any(map(is_question, _questions_in(one.written)))


def _questions_in(written: str) -> list[str]:
    """Return the sentences of a line that ask something."""
    return [one.strip() for one in _SENTENCE.split(written) if _ASKS.search(one.strip())]


def _goes_on(before: str, line: str, text: str) -> bool:
    """Return True if a mail program has probably wrapped a question into these two lines."""
    return len(before) >= _WRAPPED_AT and not before.endswith(_ENDS) and f"{before}\n{line}" in text


def _is_all(found: ParsedOrders, lines: set[str]) -> bool:
    rest = [one for one in found.refused if one.written not in lines or _is_kept(one)]
    return found.text is None and not found.idle_units and not rest


def _is_kept(one: RefusedLine) -> bool:
    """Return True if a refused line is a question that caused the refusal of all other orders."""
    return any(problem.code == DISCLAIMED for problem in one.problems)


def _without(found: ParsedOrders, lines: set[str]) -> ParsedOrders:
    """Return the parsed orders with the questions (`lines`) refused with the code `IS_QUESTION`, or left out."""
    refused = [
        structs.replace(one, problems=(_NO_ORDER,), suggestions=())
        if one.written in lines and not _is_kept(one)
        else one
        for one in found.refused
    ]
    ignored = tuple(one for one in found.ignored if one.written not in lines)
    return structs.replace(found, refused=tuple(refused), ignored=ignored)
