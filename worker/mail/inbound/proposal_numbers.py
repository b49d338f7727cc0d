"""Replies that are only a number: they submit that numbered answer of the e-mail."""

import re
from collections.abc import Sequence
from typing import Any

from games.kernel.errors import Problem
from games.kernel.forms import Form
from games.kernel.text import Labels, Text
from games.order_text import RefusedLine
from worker.mail.inbound.agreement import Agreement, one_line, split_courtesies
from worker.mail.proposals import propose_answers, takes_numbers

_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_NUMBER = re.compile(
    r"(?:(?:i take|take|i choose|choose|i'll take|go with|let's take) )?(?:the )?"
    r"(?:(?:number|no|nr|option|proposal|choice|answer|番号|案|提案) ?|#)?(?P<digit>\d{1,2})"
    r"(?: ?(?:番目?|つ目)(?:で|です|を|にします|でお願いします|をお願いします)?)?"
)
_NUMERO = re.compile(r"\b(?:no|nr)\.\s*(?=\d)", re.IGNORECASE)
_ORDINAL = re.compile(
    rf"(?:(?:i take|take|i choose|choose|i'll take|go with) )?the (?P<word>{'|'.join(_ORDINALS)})(?: one)?"
)


def read_proposal_number(lines: Sequence[str], form: Form[Any], labels: Labels) -> Agreement | None:
    """Return the answer that lines name by its number; None if they say anything else."""
    number = _number_in(lines)
    if number is None or not takes_numbers(form, labels):
        return None
    proposed = propose_answers(form)
    if not 1 <= number <= len(proposed):
        why = _NO_SUCH_NUMBER.format(number=number, count=len(proposed))
        refused = RefusedLine("\n".join(lines)[:200], (Problem("", "no_such_proposal", why),))
        return Agreement(None, Text("", ""), (refused,), is_named=True)
    taken, known = proposed[number - 1], form.labels_in_context(labels)
    words = Text.each(lambda language: one_line(form.describe(taken.answer, language, known)))
    return Agreement(taken.notation, _TAKEN.format(number=number, words=words), is_named=True)


def _number_in(lines: Sequence[str]) -> int | None:
    """Return the number if the lines say nothing else, but for courtesies."""
    phrases = split_courtesies([_NUMERO.sub("number ", line) for line in lines])
    if len(phrases) != 1:
        return None
    if found := _NUMBER.fullmatch(phrases[0]):
        return int(found["digit"])
    found = _ORDINAL.fullmatch(phrases[0])
    return _ORDINALS.index(found["word"]) + 1 if found else None


_TAKEN = Text("You took number {number}: {words}", "{number}番を回答としました：{words}")
_NO_SUCH_NUMBER = Text(
    "The e-mail has no answer with the number {number}: its answers are numbered from 1 to {count}.",
    "{number}番の回答はありません。番号は1から{count}までです。",
)
