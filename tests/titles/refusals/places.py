"""The places in the titles that refuse an order, found in their source, and those that an answer runs into."""

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import games
from games.kernel.text import Text

ROOT = Path(games.__file__).parents[1]
MAKERS = ("Problem", "_problem")
"""What makes a refusal: the class itself, and what a module wraps it in; then the callers of that are the places."""
REASONS: dict[str, tuple[str, ...]] = {
    "games.titles.battleships.orders.targets": ("NO_SHELL",),
    "games.titles.battleships.orders.unavailable_orders": (
        "UNSEEN",
        "NO_GUNS",
        "OFF_THE_LINE",
        "NO_TORPEDOES",
        "NO_SHELL",
    ),
    "games.titles.goeben.orders.unavailable_orders": ("REASONS",),
    "games.titles.goeben.rules.battle.landing": ("NO_MARINES",),
    "games.titles.goeben.rules.incidents.enemies": ("NO_COAL",),
    "games.titles.pirates.orders.unavailable_orders": ("REASONS",),
    "games.titles.pirates.rules.attack.reactions": ("NOT_SO", "IN_THE_DARK", "BY_OPTION"),
    "games.titles.pq17.orders.attacks": ("KEPT", "_LIMITS"),
    "games.titles.pq17.orders.battle": ("_STUCK",),
    "games.titles.pq17.orders.formations": (),
    "games.titles.pq17.orders.missions": ("GROUNDED",),
    "games.titles.pq17.orders.moves": ("HELD", "_STAYS"),
    "games.titles.pq17.orders.planning": ("_LATER", "_TOO_LATE"),
}
"""By module that withholds values, the constants that say why (none where a reason names a thing)."""


class Place(NamedTuple):
    """A call that makes a refusal."""

    file: str
    function: str
    line: int
    end: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line} ({self.function})"


def _calls(tree: ast.AST, function: str = "") -> Iterator[tuple[str, ast.Call]]:
    for node in ast.iter_child_nodes(tree):
        inside = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else function
        if isinstance(node, ast.Call):
            yield inside, node
        yield from _calls(node, inside)


def _named(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


@cache
def _sources() -> dict[str, ast.Module]:
    files = sorted((ROOT / "games/titles").rglob("*.py"))
    return {str(file.relative_to(ROOT)): ast.parse(file.read_text("utf-8")) for file in files}


@cache
def places() -> frozenset[Place]:
    """Every place in the titles that refuses an order or an option."""
    return frozenset(
        Place(file, function, call.lineno, call.end_lineno or call.lineno)
        for file, tree in _sources().items()
        for function, call in _calls(tree)
        if _named(call) in MAKERS and function not in MAKERS
    )


def withholding() -> set[str]:
    """The modules that withhold values with a reason."""
    return {
        file.removesuffix(".py").replace("/", ".")
        for file, tree in _sources().items()
        if any(_named(call) == "Unavailable" for _, call in _calls(tree))
    }


def reasons() -> dict[str, Text]:
    """Every reason for which a title withholds a value, by where it is written."""
    found: dict[str, Text] = {}
    for module, names in REASONS.items():
        for name in names:
            for key, why in _texts(getattr(import_module(module), name)):
                found[f"{module}.{name}{key}"] = why
    return found


def _texts(value: Any) -> Iterator[tuple[str, Text]]:
    if isinstance(value, Text):
        yield "", value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from ((f"[{key}]", text) for _, text in _texts(one))
    elif isinstance(value, tuple):
        for one in value:
            yield from _texts(one)


@contextmanager
def recorded() -> Iterator[set[Place]]:
    """The places that refuse while this lasts."""
    found: set[Place] = set()
    known = _lines()
    with pytest.MonkeyPatch.context() as patch:
        for file in sorted({place.file for place in places()}):
            module = import_module(file.removesuffix(".py").replace("/", "."))
            for maker in MAKERS:
                if hasattr(module, maker):
                    _watch(patch, module, maker, file, known, found)
        yield found


@cache
def _lines() -> dict[tuple[str, int], Place]:
    return {(place.file, line): place for place in places() for line in range(place.line, place.end + 1)}


def _watch(
    patch: pytest.MonkeyPatch,
    module: ModuleType,
    maker: str,
    file: str,
    known: dict[tuple[str, int], Place],
    found: set[Place],
) -> None:
    make = getattr(module, maker)

    def watched(*args: Any, **fields: Any) -> Any:
        place = known.get((file, sys._getframe(1).f_lineno))
        if place is not None:
            found.add(place)
        return make(*args, **fields)

    patch.setattr(module, maker, watched)
