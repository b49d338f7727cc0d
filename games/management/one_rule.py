"""Find one rule of a title: its ledger line, the code that implements it and the tests that name it.

This module reads the files; it does not import or run the title.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from games.management.rule_coverage import ROOT, Rule, find_marked_tests, places_of, read_ledger, rule_numbers

NEAREST = 5
"""The number of rules that the error for an unknown rule suggests."""

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class UnknownRule(LookupError):
    """Raised for a number that the ledger does not have.

    The attribute `nearest` lists the most similar numbers.
    """

    def __init__(self, rule: str, nearest: list[str]) -> None:
        super().__init__(rule)
        self.nearest = nearest


class Place(NamedTuple):
    """A line of code that names a rule."""

    path: str
    """The file, relative to the checkout."""
    line: int
    """The number of the line."""
    name: str
    """The function or class around the line; empty at module level."""
    begins: bool
    """True if the docstring of that function, class or module begins with the rule's number."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


class OneRule(NamedTuple):
    """A rule with the code and the tests that name it."""

    rule: Rule
    code: tuple[Place, ...]
    """Every place in the code that names it."""
    tests: tuple[str, ...]
    """Every test that is marked with it, as ``path::name``."""


def find_rule(key: str, id_: str, root: Path = ROOT) -> OneRule:
    """Return the rule with number `id_` of the title `key`.

    Raises FileNotFoundError for an unknown title and UnknownRule for an unknown rule.
    """
    rules = read_ledger(key, root)
    found = next((rule for rule in rules if rule.id == id_), None)
    if found is None:
        raise UnknownRule(id_, nearest_rules(id_, [rule.id for rule in rules]))
    code = [place for path, lines in places_of(id_, rules, key, root) for place in _places(path, lines, id_, root)]
    code.sort(key=lambda place: not place.begins)
    return OneRule(found, tuple(code), tuple(find_marked_tests(key, root / "tests").get(id_, ())))


def nearest_rules(id_: str, known: Iterable[str]) -> list[str]:
    """Return the numbers in `known` that share the longest beginning with the rule number `id_`.

    Rules below `id_` (5.4.1 for 5.4) come first, then rules beside and above it.
    """
    wanted = _parts(id_)

    def distance(other: str) -> tuple[int, list[int]]:
        parts = _parts(other)
        common = next((at for at, (a, b) in enumerate(zip(wanted, parts, strict=False)) if a != b), None)
        common = min(len(wanted), len(parts)) if common is None else common
        return -common, [_gap(a, b) for a, b in zip(wanted[common:], parts[common:], strict=False)]

    return sorted(known, key=distance)[:NEAREST]


def _parts(id_: str) -> list[str]:
    return re.findall(r"\d+|[^\d.]+", id_)


def _gap(one: str, other: str) -> int:
    """Return how far apart two parts of rule numbers are; a letter and a number are 1000 apart."""
    if one.isdecimal() and other.isdecimal():
        return abs(int(one) - int(other))
    return abs(ord(one[0]) - ord(other[0])) if one.isalpha() and other.isalpha() else 1000


def _places(path: Path, lines: Iterable[int], id_: str, root: Path) -> Iterator[Place]:
    """Yield one place for each function, class or module in a file that has one of the `lines`, which name a rule."""
    name = path.relative_to(root).as_posix()
    if path.suffix != ".py":
        yield from (Place(name, line, "", begins=False) for line in sorted(set(lines)))
        return
    module = ast.parse(path.read_text("utf-8"))
    known: set[str] = set()
    for line in sorted(set(lines)):
        around = [one for one in _functions(module) if _first_line(one[1]) <= line <= (one[1].end_lineno or line)]
        title, node = around[-1] if around else ("", module)
        if title not in known:
            known.add(title)
            first = line if isinstance(node, ast.Module) else node.lineno
            yield Place(name, first, title, begins=_begins(node, id_))


def _first_line(node: Function) -> int:
    return min([node.lineno, *(one.lineno for one in node.decorator_list)])


def _functions(scope: ast.AST, outer: str = "") -> Iterator[tuple[str, Function]]:
    """Yield the functions and classes in `scope` with their dotted names, the outer before the inner."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, Function):
            name = f"{outer}{node.name}"
            yield name, node
            yield from _functions(node, f"{name}.")
        else:
            yield from _functions(node, outer)


def _begins(node: Function | ast.Module, id_: str) -> bool:
    """Return True if the docstring begins with the rule's number, perhaps among others (`1.1, 1.2–1.4 Do it.`)."""
    line = (ast.get_docstring(node) or "").partition("\n")[0]
    if re.match(re.escape(id_) + r"(?![\w.]\w)", line):
        return True
    numbers = takewhile(lambda word: any(map(str.isdecimal, word)), line.split())
    return id_ in rule_numbers(" ".join(numbers))
