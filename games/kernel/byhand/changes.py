"""What a tap can make of a draft: every change, judged by the form itself, the legal ones first."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from games.kernel.byhand.prices import NO_WORDS, Offer
from games.kernel.errors import Malformed, Problem
from games.kernel.text import LANGUAGES, Labels, Text

REFUSED = 2
"""Offers that are shown though they would be illegal, with their reason."""


class Change(NamedTuple):
    """One thing that a tap could do: see `Offer`."""

    kind: str
    pointer: str
    answer: Any
    note: Text = NO_WORDS
    price: int = 0
    band: str = ""
    spoken: Any = None
    """The part of the answer to say it by; None: the whole."""


class Judge(Protocol):
    """What of a form is asked here."""

    def read(self, raw: object) -> Any: ...

    def problems(self, answer: Any) -> Iterator[Problem]: ...

    def beside(self, raw: Any) -> Iterable[Problem]: ...

    def describe(self, answer: Any, language: str, labels: Labels) -> str: ...

    def sketch(self, raw: Any, language: str, labels: Labels) -> str: ...


COUNTED = ("count", "missing", "total")
"""What is wrong until enough is named: its words change with every tap."""
EMPTY: tuple[Any, ...] = (None, [], {})


def faults(form: Judge, draft: Any) -> tuple[Problem, ...]:
    """Everything wrong with a draft, readable or not; what is not begun (None) counts as empty."""
    found: tuple[Problem, ...] = ()
    for begun in (draft,) if draft is not None else EMPTY:
        try:
            return tuple(form.problems(form.read(begun)))
        except Malformed as error:
            found = found or (*error.problems, *form.beside(begun))
    return found


def new_faults(form: Judge, before: Sequence[Problem], answer: Any) -> tuple[Problem, ...]:
    """What is wrong with an answer and was not with the draft that it comes from, wherever in it that stood."""
    known = Counter(map(_name, before))
    found: list[Problem] = []
    for problem in faults(form, answer):
        name = _name(problem)
        if known[name]:
            known[name] -= 1
        else:
            found.append(problem)
    return tuple(found)


def _name(problem: Problem) -> tuple[str, str, Text]:
    """What two drafts have in common that have the same fault, wherever it stands."""
    return problem.code, problem.rule, NO_WORDS if problem.code in COUNTED else problem.message


def judged(form: Judge, draft: Any, changes: Iterable[Change], labels: Labels) -> tuple[Offer, ...]:
    """The changes as offers: the legal ones, those that still lack something, then a few with the reason why not. The
    same answer is offered once.
    """
    before = faults(form, draft)
    legal: list[Offer] = []
    unfinished: list[Offer] = []
    refused: list[Offer] = []
    for change in changes:
        if any(change.answer == offer.answer for offer in (*legal, *unfinished, *refused)):
            continue
        problems = new_faults(form, before, change.answer)
        text = _said(form, change, labels)
        offer = Offer(
            change.kind, change.pointer, text, change.note, change.price, change.band, change.answer, problems
        )
        lacking = all(problem.code == "required" for problem in problems)
        (legal if not problems else unfinished if lacking else refused).append(offer)
    return (*legal, *unfinished, *refused[:REFUSED])


def _said(form: Judge, change: Change, labels: Labels) -> Text:
    """The change in words: what it leads to, as far as it goes where that cannot be read yet."""
    raw = change.answer if change.spoken is None else change.spoken
    try:
        answer = form.read(raw)
    except Malformed:
        return Text(**{language: form.sketch(raw, language, labels) for language in LANGUAGES})
    return Text(**{language: form.describe(answer, language, labels) for language in LANGUAGES})
