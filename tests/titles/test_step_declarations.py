"""Steps before which nothing is written: from those that never ask no question can be reached, and those that look at
the table say no only where none comes.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from inspect import iscode
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

from games.kernel import requests
from games.kernel.chance import HmacChance
from games.kernel.driver import ViewFactory, drive, initial_checkpoint
from games.kernel.journal import SeatAnswer
from games.kernel.random_source import random_source
from games.kernel.steps import Step
from games.kernel.title import Title
from tests.titles.loading import keys, load

ASKING = frozenset((requests.ask, requests.ask_all, requests.ask_both))
GAMES = 4
"""Random games of a title; conformance plays many more."""


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A function's code with that of all that is written within it."""
    yield code
    for inner in filter(iscode, code.co_consts):
        yield from _codes(inner)


def _named(function: FunctionType) -> Iterator[Any]:
    """What a function can call by a name of its module, by one of another module, or from a table of functions."""
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    for code in _codes(function.__code__):
        cells += [function.__globals__[name] for name in code.co_names if name in function.__globals__]
        for module in [one for one in cells if isinstance(one, ModuleType)]:
            cells += [getattr(module, name) for name in code.co_names if hasattr(module, name)]
    for one in cells:
        yield from one.values() if isinstance(one, dict) else (one,)


def _reached(function: Any) -> set[Any]:
    """All functions of the house that can be called from one, as far as names tell: rather too many than too few."""
    found: set[Any] = set()
    left = [function]
    while left:
        one = left.pop()
        if isinstance(one, FunctionType) and one.__module__.startswith("games.") and one not in found:
            found.add(one)
            left += _named(one)
    return found


@pytest.mark.parametrize("key", keys())
def test_from_a_step_that_never_asks_no_question_can_be_reached(key: str) -> None:
    asking = [
        step.key for step in load(key).rules.steps.values() if step.asks == "never" and _reached(step.run) & ASKING
    ]
    assert asking == []


def test_the_walk_finds_questions_however_deep_they_are() -> None:
    """Nearly all steps of PQ-17 that ask do so in other modules."""
    steps = load("pq17").rules.steps
    told = {key for key, step in steps.items() if _reached(step.run) & ASKING}
    assert told >= {"orders", "plans", "event", "photo", "movement", "search", "strikes", "air_combat", "bid"}


def _looking(title: Title[Any]) -> list[Step[Any]]:
    """The steps that look at the table whether they may ask."""
    return [step for step in title.rules.steps.values() if callable(step.asks)]


@pytest.mark.parametrize("key", keys())
def test_a_step_that_looks_whether_it_may_ask_can_ask(key: str) -> None:
    assert [step.key for step in _looking(load(key)) if not _reached(step.run) & ASKING] == []


@pytest.mark.parametrize("key", [key for key in keys() if _looking(load(key))])
def test_no_question_comes_in_a_step_that_said_so(key: str) -> None:
    """Played with whatever is said written down, and nothing left out for it."""
    title, said, asked = load(key), dict[str, set[str]](), set[str]()
    under_way = ""

    def note(step: Step[Any], table: Any) -> bool:
        nonlocal under_way
        under_way = step.key if step.ask_frequency(table) != "never" else ""
        said.setdefault(step.key, set()).add(under_way)
        return True

    def supply(question: requests.Ask[Any], number: int, look: ViewFactory) -> SeatAnswer:
        assert under_way, question.key
        asked.add(under_way)
        return SeatAnswer(question.seat, question.form.write(question.form.sample(whim)))

    noting = title.evolve(
        steps={key: replace(step, asks=partial(note, step)) for key, step in title.rules.steps.items()}
    )
    for scenario in list(title.scenarios)[:GAMES]:
        whim, under_way = random_source(key, scenario), title.rules.first_step
        first = initial_checkpoint(noting, noting.rules.new_game(scenario, noting.options.type()))
        drive(noting, first, (), supply, chance=HmacChance(scenario.encode()), budget=100_000)
    looking = {step.key for step in _looking(title)}
    assert any(len(said[step]) > 1 for step in looking), "some say now this, now that"
    assert asked & looking, "and some were asked"
