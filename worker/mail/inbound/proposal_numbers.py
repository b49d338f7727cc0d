"""Read replies that are only the number or the label of an answer in the e-mail, and so submit that answer."""

import re
from collections.abc import Sequence
from typing import Any

from games.kernel.errors import Problem
from games.kernel.forms import Form
from games.kernel.text import LANGUAGES, Labels, Text
from games.order_text import RefusedLine
from games.selectors.word_matching import normalize_name
from worker.mail.inbound.agreement import Agreement, one_line, split_courtesies, summarize
from worker.mail.proposals import propose_answers, takes_numbers

_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_NUMBER = re.compile(
    r"(?:(?:i take|take|i choose|choose|i'll take|go with|let's take) )?(?:the )?"
    r"(?:(?:number|no|nr|option|proposal|choice|answer|番号|案|提案) ?|#)?(?P<digit>\d{1,2})"
    r"(?: ?(?:番目?|つ目)(?:で|です|を|にします|でお願いします|をお願いします)?)?"
)
_MIXED = re.compile(
    r"(?:(?:number|option|proposal|choice|answer) ?|#)?(?P<digit>\d{1,2})\b[\s,.;:–-]*(?:please\b[\s,.]*)?"
    r"(?:but|and|plus|with|except|also|however|without)\b",
    re.IGNORECASE,
)
"""A number with a change of its answer."""
_NUMERO = re.compile(r"\b(?:no|nr)\.\s*(?=\d)", re.IGNORECASE)
_ORDINAL = re.compile(
    rf"(?:(?:i take|take|i choose|choose|i'll take|go with) )?the (?P<word>{'|'.join(_ORDINALS)})(?: one)?"
)


def read_proposal(lines: Sequence[str], form: Form[Any], labels: Labels) -> Agreement | None:
    """Return the answer that the lines name by its number or label in the e-mail; None if they say anything else."""
    return _read_label(lines, form, labels) or read_proposal_number(lines, form, labels)


def _read_label(lines: Sequence[str], form: Form[Any], labels: Labels) -> Agreement | None:
    """Return the proposed answer whose label, such as "break off", is all that the lines say; None if there is none."""
    said = normalize_name("".join(lines)) if len(lines) <= 2 else ""
    own = {one.name for one in form.proposals()}
    for number, one in enumerate(propose_answers(form), 1):
        if said and one.name in own and said in {normalize_name(one.name.get(language)) for language in LANGUAGES}:
            words = summarize(form, one.answer, form.labels_in_context(labels))
            return Agreement(one.notation, _TAKEN.format(number=number, words=words), is_named=True)
    return None


def read_proposal_number(lines: Sequence[str], form: Form[Any], labels: Labels) -> Agreement | None:
    """Return the answer that the lines name by its number; None if they say anything else."""
    number = _number_in(lines)
    if not takes_numbers(form, labels):
        return None
    proposed = propose_answers(form)
    if number is None:
        begun = _number_before_others(lines)
        return _refuse_mixed(lines, begun, proposed[begun - 1].notation) if 1 <= begun <= len(proposed) else None
    if not 1 <= number <= len(proposed):
        why = _NO_SUCH_NUMBER.format(number=number, count=len(proposed))
        refused = RefusedLine("\n".join(lines)[:200], (Problem("", "no_such_proposal", why),))
        return Agreement(None, Text("", ""), (refused,), is_named=True)
    taken, known = proposed[number - 1], form.labels_in_context(labels)
    words = summarize(form, taken.answer, known)
    return Agreement(taken.notation, _TAKEN.format(number=number, words=words), is_named=True)


def _number_before_others(lines: Sequence[str]) -> int:
    """Return the number with which lines begin that say more: `3, but break off`, or `3` with orders below; else 0."""
    first, *others = [line.strip() for line in lines if line.strip()] or [""]
    found = _MIXED.match(first)
    if found is None and others and _number_in([first]) is not None and not _number_in(others):
        found = re.search(r"\d{1,2}", first)
    return int(found[0 if found.re is not _MIXED else "digit"]) if found else 0


def _refuse_mixed(lines: Sequence[str], number: int, notation: str) -> Agreement:
    why = _STANDS_ALONE.format(number=number, lines=one_line(notation))
    refused = RefusedLine("\n".join(lines)[:200], (Problem("", "mixed_number", why),))
    return Agreement(None, Text("", ""), (refused,), is_named=True)


def _number_in(lines: Sequence[str]) -> int | None:
    """Return the number in the lines if, besides greetings and thanks, they contain nothing else."""
    phrases = split_courtesies([_NUMERO.sub("number ", line) for line in lines])
    if len(phrases) != 1:
        return None
    if found := _NUMBER.fullmatch(phrases[0]):
        return int(found["digit"])
    found = _ORDINAL.fullmatch(phrases[0])
    return _ORDINALS.index(found["word"]) + 1 if found else None


_TAKEN = Text("You took number {number}: {words}", "{number}番を回答としました：{words}")
_STANDS_ALONE = Text(
    "A number takes its answer only if the reply says nothing else. Number {number} is: {lines}. To change it, reply "
    "with all these lines and yours, one order a line.",
    "番号で回答するときは、番号だけを書いてください。{number}番の内容：{lines}。変更するには、これらの行に自分の行を加え、"
    "1行に1命令ずつ全部を返信してください。",
)
_NO_SUCH_NUMBER = Text(
    "The e-mail has no answer with the number {number}: its answers are numbered from 1 to {count}.",
    "{number}番の回答はありません。番号は1から{count}までです。",
)
