"""Form checks: every question can be answered, and its form handles answers as JSON and as text consistently."""

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any

from games.kernel import notation
from games.kernel.codec import decode, encode
from games.kernel.conformance.json_schema import fits, violations
from games.kernel.conformance.play import Play, Stop
from games.kernel.conformance.report import Finding
from games.kernel.conformance.serialization import UNREADABLE
from games.kernel.errors import GameError
from games.kernel.forms import Choose, ChooseSome, MayChoose
from games.kernel.random_source import random_source
from games.kernel.requests import Ask
from games.kernel.text import LANGUAGES

SAMPLES = 2
"""The number of random answers per question, in addition to the default and the example."""


def check_forms(play: Play) -> Iterator[Finding]:
    """Check that default, example and samples are legal, fit the schema, and survive JSON and the text notation."""
    stored = reduce(or_, play.title.rules.form_types)
    sound = set[str]()
    for stop in play.stops:
        names = [(question.seat, question.key) for question in stop.open_questions]
        if len(set(names)) < len(names):
            yield play.finding("forms", stop.where, f"two questions of one name: {names}")
        for question in stop.open_questions:
            play.counts["questions"] += 1
            said = (
                *_about(play, question),
                *_ids(play, question, sound),
                *_barred(question),
                *_answers(play, stop, question),
            )
            for what in (*said, *_stored(question, stored)):
                yield play.finding("forms", stop.where, f"{question.seat} {question.key}: {what}")


def _about(play: Play, question: Ask[Any]) -> Iterator[str]:
    """Check that a question has a seat of the game, a rule and a prompt, and that its explanation is not empty."""
    if question.seat not in play.seats:
        yield "this seat is not in the game"
    if not question.rule:
        yield "no rule is named"
    for language in LANGUAGES:
        if not question.prompt.get(language) or not play.title.presentation.explain_question(question, language):
            yield f"no words in {language}"


def _ids(play: Play, question: Ask[Any], sound: set[str]) -> Iterator[str]:
    """Check that each id in a question has a label and can be written in the text notation.

    `sound` are the ids that have passed in this play already; new ones are added to it.
    """
    for value in question.form.values():
        if value in sound:
            continue
        label = play.title.presentation.labels(value)
        wrong = [f"an option without a label in {language}" for language in LANGUAGES if not label.get(language)]
        if not notation.is_single_word(value):
            wrong.append(f"the id {value!r} cannot be written in the notation")
        if not wrong:
            sound.add(value)
        yield from wrong


def _barred(question: Ask[Any]) -> Iterator[str]:
    """Check that an unavailable value has a rule and a reason, and is not an option."""
    form = question.form
    for bar in form.unavailable_values():
        if not bar.rule or not all(bar.why.get(language) for language in LANGUAGES):
            yield f"{bar.value!r} is barred without a rule or a reason"
    options = form.options if isinstance(form, Choose | MayChoose | ChooseSome) else ()
    for bar in form.unavailable_values():
        if bar.value in options:
            yield f"{bar.value!r} is barred, and an option"


def _answers(play: Play, stop: Stop, question: Ask[Any]) -> Iterator[str]:
    """Check the question's default answer, its example and some random samples; equal answers are checked once."""
    schema = question.form.schema()
    pick = random_source("forms", play.seed, stop.number, question.seat, question.key)
    answers = [("default", question.form.default), ("example", question.form.example)]
    answers += [("sample", lambda: question.form.sample(pick))] * SAMPLES
    tried: list[Any] = []
    for name, make in answers:
        try:
            answer = make()
            if answer in tried:
                continue
            tried.append(answer)
            for what in _one(play, question, schema, answer):
                yield f"the {name} {answer!r} {what}"
        except (*UNREADABLE, LookupError) as error:
            yield f"the {name} cannot be had: {type(error).__name__}: {error}"


def _one(play: Play, question: Ask[Any], schema: Any, answer: Any) -> Iterator[str]:
    form = question.form
    for problem in form.problems(answer):
        yield f"is illegal: {problem.pointer} {problem.message.en}"
    raw = decode(encode(form.write(answer)), object)
    if not fits(schema, raw):
        yield f"is refused by the schema: {'; '.join(violations(schema, raw))}"
    try:
        if form.read(raw) != answer:
            yield f"is read back as {form.read(raw)!r}"
        text, read = form.render(answer), {encode(raw)}
        for written in (text, text.upper(), f"# {play.title.key}\n{text}  # so be it\n"):
            if (meant := encode(parsed := form.parse(written))) in read:
                continue  # the same bytes were read already
            if (again := form.read(parsed)) != answer:
                yield f"is written {written!r} and read back as {again!r}"
            read.add(meant)
    except GameError as error:
        yield f"cannot be read back: {error}"
    if not all(form.describe(answer, language, play.title.presentation.labels) for language in LANGUAGES):
        yield "has no words in some language"


def _stored(question: Ask[Any], types: Any) -> Iterator[str]:
    """Check that the form is the same after it is encoded and decoded."""
    data = encode(question.form)
    try:
        again = decode(data, types)
    except UNREADABLE as error:
        yield f"the stored form cannot be read: {error}"
        return
    if again != question.form or encode(again) != data:
        yield f"the form comes back from the store as {again!r}"
