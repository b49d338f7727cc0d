"""One rule of a title: its ledger line, the code that implements it and the tests that name it.

Everything is read from files; nothing is imported or run.
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
    """The ledger has no such rule; `nearest` are the most similar rule ids."""

    def __init__(self, rule: str, nearest: list[str]) -> None:
        super().__init__(rule)
        self.nearest = nearest


class Place(NamedTuple):
    """A line of code that names a rule, and the function or class around it ("" at module level).

    `begins`: its docstring begins with the rule.
    """

    path: str
    line: int
    name: str
    begins: bool

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


class OneRule(NamedTuple):
    """A rule with every place of its code and every test that is marked with it."""

    rule: Rule
    code: tuple[Place, ...]
    tests: tuple[str, ...]


def find_rule(key: str, id_: str, root: Path = ROOT) -> OneRule:
    """Return one rule of a title. Raises FileNotFoundError for an unknown title and UnknownRule for an unknown rule."""
    rules = read_ledger(key, root)
    found = next((rule for rule in rules if rule.id == id_), None)
    if found is None:
        raise UnknownRule(id_, nearest_rules(id_, [rule.id for rule in rules]))
    code = [place for path, lines in places_of(id_, rules, key, root) for place in _places(path, lines, id_, root)]
    code.sort(key=lambda place: not place.begins)
    return OneRule(found, tuple(code), tuple(find_marked_tests(key, root / "tests").get(id_, ())))


def nearest_rules(id_: str, known: Iterable[str]) -> list[str]:
    """Return the rules with the longest common prefix: first those below `id_`, then those beside and above it."""
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
    """How far two parts of a rule number are apart; letters are far from numbers."""
    if one.isdecimal() and other.isdecimal():
        return abs(int(one) - int(other))
    return abs(ord(one[0]) - ord(other[0])) if one.isalpha() and other.isalpha() else 1000


def _places(path: Path, lines: Iterable[int], id_: str, root: Path) -> Iterator[Place]:
    """Turn the lines of a file that name a rule into places, one for each function."""
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
    """Yield the functions and classes of a module by their dotted names, the outer before the inner."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, Function):
            name = f"{outer}{node.name}"
            yield name, node
            yield from _functions(node, f"{name}.")
        else:
            yield from _functions(node, outer)


def _begins(node: Function | ast.Module, id_: str) -> bool:
    """Return True if the docstring begins with the rule, perhaps among others (`1.1, 1.2–1.4 Do it.`)."""
    line = (ast.get_docstring(node) or "").partition("\n")[0]
    if re.match(re.escape(id_) + r"(?![\w.]\w)", line):
        return True
    numbers = takewhile(lambda word: any(map(str.isdecimal, word)), line.split())
    return id_ in rule_numbers(" ".join(numbers))
