"""How much of its budget a text spends: no ordinary e-mail comes near the end, and no hostile one goes beyond it."""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import Any

import pytest

from games import registry
from games.kernel.forms import Form
from games.kernel.text import Labels
from games.order_text import line_parser as reading
from games.order_text import parse_lines
from games.order_text.budget import MOST_STEPS, Budget
from games.order_text.vocabulary import Vocabulary
from tests.titles.test_ordinary_words import forms_of
from tests.wordings.positions import question
from tests.wordings.reading import given
from tests.wordings.test_wordings import ROWS

A_THIRD = MOST_STEPS // 3
SOME_ROWS = [*ROWS[::5], *sorted(ROWS, key=lambda row: len(row.text))[-40:]]
COSTLY = (
    ("goeben", "port"),
    ("battleships", "courses"),
    ("pirates", "turn"),
    ("pirates", "reactions"),
    ("pq17", "allied"),
)


@pytest.fixture
def budgets(monkeypatch: pytest.MonkeyPatch) -> list[Budget]:
    """The budgets of the texts that are read, in their order."""
    made: list[Budget] = []

    class Noted(Budget):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

    monkeypatch.setattr(reading, "Budget", Noted)
    return made


def test_no_wording_spends_a_third(budgets: list[Budget]) -> None:
    spent: dict[str, int] = {}
    for row in SOME_ROWS:
        given(row.title, row.position, row.text, row.language)
        if budgets:
            spent[row.place] = budgets.pop().spent
    assert len(spent) > 300
    assert {place: steps for place, steps in spent.items() if steps > A_THIRD} == {}


def printed(form: Form[Any]) -> Iterator[str]:
    """The example of a form and all that it proposes, as it prints them."""
    yield form.render(form.example())
    for one in form.proposals_with_aliases():
        yield form.render(form.read(one.answer))


@pytest.mark.parametrize("key", registry.title_keys())
def test_no_form_that_is_written_back_spends_a_third(key: str, budgets: list[Budget]) -> None:
    texts = [(form, labels, text) for form, labels in forms_of(key) for text in printed(form)]
    assert len(texts) > 10
    for form, labels, text in texts:
        for written in (text, text.upper(), text.replace("\n", ".\n") + "."):
            parse_lines(written.split("\n"), form, labels)
            assert budgets.pop().spent < A_THIRD, written


def test_a_turn_in_prose_is_read(budgets: list[Budget]) -> None:
    form, labels = question("pq17", "allied")
    orders = [line.split() for line in form.render(form.example()).split("\n")]
    able = [*Vocabulary(form, labels).grammar.candidates("move")]
    prose = [f"Please move {labels(who).en} to {orders[0][-1].partition('=')[2]}." for who in able]
    assert len(prose) > 5
    found = parse_lines(prose, form, labels)
    assert {problem.code for one in found.refused for problem in one.problems}.isdisjoint({"too_long_to_read"})
    assert budgets.pop().spent < MOST_STEPS * 2 // 3


def many(values: Sequence[str], count: int, first: int = 0) -> list[str]:
    return list(islice(cycle([*values[first % len(values) :], *values[: first % len(values)]]), count))


def hostile(form: Form[Any], labels: Labels) -> dict[str, list[str]]:
    """Texts that are written to cost time."""
    who = [*Vocabulary(form, labels).grammar.actors()] or [*form.values()]
    en, ja = (many([labels(one).get(language) for one in form.values()], 400) for language in ("en", "ja"))
    ships, ships_ja = ([labels(one).get(language) for one in who] for language in ("en", "ja"))
    shapes = {
        "joined clauses": [
            " and ".join(f"{one} goes to {en[at]}" for one in many(ships, 12, at))[:390] for at in range(50)
        ],
        "joined in Japanese": [
            "、".join(f"{one}は{ja[at]}へ向かい" for one in many(ships_ja, 12, at))[:390] for at in range(50)
        ],
        "ways": [f"{en[0]} to {en[1]} via {' via '.join(many(en, 30, at))}"[:390] for at in range(50)],
        "corrections": [f"{en[0]} to {en[1]}. No wait, {en[2]}. Sorry, I meant {en[3]}."] * 60,
        "names": ["と".join(many(ja, 40, at))[:390] for at in range(50)],
        "brackets": [f"{en[0]} to {en[1]} {'(' * 150}via{')' * 150}" for _ in range(50)],
        "bracketed ways": [f"{en[0]} to {en[1]} (via {one}) (via {en[2]})" for one in many(en, 50)],
        "short lines": [
            f"{one[:20]} to {other[:20]}" for one, other in zip(many(en, 400), many(en, 400, 7), strict=True)
        ],
        "long lines": [" ".join(many(en, 400, at))[:1900] for at in range(10)],
        "notation": [f"{line} x" for line in many(form.render(form.example()).split("\n"), 400)],
        "decoration": [("thanks, " * 40 + "☺" * 40)[:390]] * 50,
        "letters": ["x" * 1900] * 10,
    }
    return {shape: [*as_many_as_are_read(lines)] for shape, lines in shapes.items()}


def as_many_as_are_read(lines: Sequence[str]) -> Iterator[str]:
    length = 0
    for line in lines:
        length += len(line)
        if length < reading.MOST_WRITTEN:
            yield line


@pytest.mark.parametrize(("title", "position"), COSTLY)
def test_no_hostile_text_spends_more_than_there_is(title: str, position: str, budgets: list[Budget]) -> None:
    form, labels = question(title, position)
    for shape, said in hostile(form, labels).items():
        found = parse_lines(said, form, labels)
        for budget in budgets:
            assert budget.spent <= MOST_STEPS, shape
        budgets.clear()
        assert parse_lines(said, form, labels) == found, shape  # the same text gives the same result


def test_the_costliest_texts_are_refused_with_the_line_named() -> None:
    form, labels = question("pq17", "allied")
    lines = hostile(form, labels)["short lines"]
    found = parse_lines(lines, form, labels)
    named = [one.written for one in found.refused if one.problems[0].code == "too_long_to_read"]
    assert len(named) > 1
    assert {*named} <= {*lines}
    assert found.text is not None  # the draft holds what was read before
