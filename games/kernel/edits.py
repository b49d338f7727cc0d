"""The edits that a tap can make to a draft, each validated by the form; the legal ones come first."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from games.kernel.drafts import NO_TEXT, SuggestedEdit
from games.kernel.errors import Malformed, Problem
from games.kernel.text import Labels, Text

MAX_REFUSED = 2
"""The largest number of illegal edits that are shown, with their reasons."""


class Edit(NamedTuple):
    """One possible edit by a tap; see `SuggestedEdit`."""

    kind: str
    pointer: str
    answer: Any
    note: Text = NO_TEXT
    price: int = 0
    band: str = ""
    described_answer: Any = None
    """The part of the answer that describes the edit; None means the whole answer."""


class Validator(Protocol):
    """The methods of `Form` that this module needs."""

    def read(self, raw: object) -> Any: ...

    def problems(self, answer: Any) -> Iterator[Problem]: ...

    def draft_problems(self, raw: Any) -> Iterable[Problem]: ...

    def describe(self, answer: Any, language: str, labels: Labels) -> str: ...

    def describe_draft(self, raw: Any, language: str, labels: Labels) -> str: ...


COUNTED = ("count", "missing", "total")
"""Codes of problems that remain until the draft is complete, although their messages change with every tap."""
UNFINISHED_CODES = ("required", *COUNTED)
"""Codes of problems that only say that something is still missing."""
EMPTY: tuple[Any, ...] = (None, [], {})


def find_problems(form: Validator, draft: Any) -> tuple[Problem, ...]:
    """Return all problems of a draft, even of a draft that the form cannot read.

    `draft` is JSON as Python builtins; None is a draft without an answer.
    """
    found: tuple[Problem, ...] = ()
    for begun in (draft,) if draft is not None else EMPTY:
        try:
            return tuple(form.problems(form.read(begun)))
        except Malformed as error:
            found = found or (*error.problems, *form.draft_problems(begun))
    return found


def find_new_problems(form: Validator, before: Sequence[Problem], answer: Any) -> tuple[Problem, ...]:
    """Return the problems of an edited answer that are not among `before`, the problems of the draft.

    A problem that only moved to another place in the answer is not new.
    """
    known = Counter(map(_name, before))
    found: list[Problem] = []
    for problem in find_problems(form, answer):
        name = _name(problem)
        if known[name]:
            known[name] -= 1
        else:
            found.append(problem)
    return tuple(found)


def _name(problem: Problem) -> tuple[str, str, Text]:
    """Return a position-independent key, equal for the same problem in two drafts."""
    return problem.code, problem.rule, NO_TEXT if problem.code in COUNTED else problem.message


def judge_edits(form: Validator, draft: Any, edits: Iterable[Edit], labels: Labels) -> tuple[SuggestedEdit, ...]:
    """Return the validated edits: the legal ones, the incomplete ones, then a few illegal ones with their reasons.

    Edits with the same resulting answer appear once. An illegal edit has no cost band.
    """
    before = find_problems(form, draft)
    meant: list[Any] = []
    legal: list[SuggestedEdit] = []
    unfinished: list[SuggestedEdit] = []
    refused: list[SuggestedEdit] = []
    for change in edits:
        meaning = _meaning(form, change.answer)
        if meaning in meant:
            continue
        meant.append(meaning)
        problems = find_new_problems(form, before, change.answer)
        text = _said(form, change, labels)
        lacking = all(problem.code == "required" for problem in problems)
        band = change.band if all(problem.code in UNFINISHED_CODES for problem in problems) else ""
        offer = SuggestedEdit(
            change.kind, change.pointer, text, change.note, change.price, band, change.answer, problems
        )
        (legal if not problems else unfinished if lacking else refused).append(offer)
    return (*legal, *unfinished, *refused[:MAX_REFUSED])


def _meaning(form: Validator, raw: Any) -> Any:
    """Return the typed answer in `raw`, with the gaps of paths filled; `raw` itself if the form cannot read it."""
    try:
        return form.read(raw)
    except Malformed:
        return raw


def _said(form: Validator, change: Edit, labels: Labels) -> Text:
    """Return a description of the edited answer, or of the changed part; partial if the form cannot read it yet."""
    raw = change.answer if change.described_answer is None else change.described_answer
    try:
        answer = form.read(raw)
    except Malformed:
        return Text.each(lambda language: form.describe_draft(raw, language, labels))
    return Text.each(lambda language: form.describe(answer, language, labels))
