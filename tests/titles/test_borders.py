"""Steps that say they never ask, before which nothing is written: no question can be reached from any of them."""

from collections.abc import Iterator
from inspect import iscode
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

from games.kernel import requests
from tests.titles.loading import keys, load

ASKING = frozenset((requests.ask, requests.all_of, requests.both))


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
    asking = [step.key for step in load(key).steps.values() if step.asks == "never" and _reached(step.run) & ASKING]
    assert asking == []


def test_the_walk_finds_questions_however_deep_they_are() -> None:
    """Nearly all steps of PQ-17 that ask do so in other modules."""
    steps = load("pq17").steps
    told = {key for key, step in steps.items() if _reached(step.run) & ASKING}
    assert told >= {"orders", "plans", "event", "photo", "movement", "search", "strikes", "air_combat", "bid"}
