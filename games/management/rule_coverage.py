"""Find where each rule in a title's ledger is applied in its code and tested.

This module reads the files; it does not import or run the title.
"""

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Rule:
    """One line of the ledger."""

    id: str
    """The number of the rule."""
    what: str
    """What the program does."""
    tag: str
    """The part of the rules to which the rule belongs."""


@dataclass(frozen=True)
class RuleCoverage:
    """A rule with the code and the tests that name it."""

    rule: Rule
    code: tuple[str, ...]
    """The places in the code, as ``path:line``."""
    tests: tuple[str, ...]
    """The tests that are marked with it, as ``path::name``."""

    @property
    def missing(self) -> tuple[str, ...]:
        """What the rule lacks: ``code``, ``test``, both, or nothing."""
        return tuple(name for name, found in (("code", self.code), ("test", self.tests)) if not found)


def read_ledger(key: str, root: Path = ROOT) -> list[Rule]:
    """Return the rules in the ledger of the title `key`.

    Raises FileNotFoundError for an unknown title, ValueError for an invalid line.
    """
    rules = []
    text = (root / "games" / "titles" / key / "rules.tsv").read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = line.split("\t")
        if len(parts) != 3:
            raise ValueError(f"rules.tsv, line {number}: an id, what the rule says and where it applies, with tabs")
        rules.append(Rule(*(part.strip() for part in parts)))
    twice = {rule.id for rule in rules if sum(other.id == rule.id for other in rules) > 1}
    if twice:
        raise ValueError(f"rules.tsv names twice: {', '.join(sorted(twice))}")
    return rules


def measure_coverage(key: str, root: Path = ROOT) -> list[RuleCoverage]:
    """Return every rule of the title `key` with its code and its tests, in the order of the ledger."""
    rules = read_ledger(key, root)
    marks = find_marked_tests(key, root / "tests")
    code = _references(rules, _sources(root / "games" / "titles" / key), root)
    return [RuleCoverage(rule, tuple(code[rule.id]), tuple(marks.get(rule.id, ()))) for rule in rules]


def find_unknown_marks(key: str, root: Path = ROOT) -> list[str]:
    """Return the marks in the title's tests whose rules are not in its ledger, as ``id (test)``."""
    known = {rule.id for rule in read_ledger(key, root)}
    marks = find_marked_tests(key, root / "tests")
    return [f"{rule} ({tests[0]})" for rule, tests in marks.items() if rule not in known]


def find_marked_tests(key: str, tests: Path) -> dict[str, list[str]]:
    """Return for each rule id the tests marked with ``pytest.mark.rule(key, id)``, as ``path::name``.

    A mark in ``pytestmark`` holds for every test of its module or class.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(tests.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        place = path.relative_to(tests.parent).as_posix()
        for name, rule in _marks(tree, key, ()):
            if name not in found[rule]:
                found[rule].append(f"{place}::{name}")
    return {rule: list(dict.fromkeys(names)) for rule, names in found.items()}


def _marks(scope: ast.Module | ast.ClassDef, key: str, outer: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    shared = [*outer, *(rule for node in scope.body if _is_pytestmark(node) for rule in _ids(node, key))]
    for node in scope.body:
        if isinstance(node, ast.ClassDef):
            own = [rule for decorator in node.decorator_list for rule in _ids(decorator, key)]
            for name, rule in _marks(node, key, (*shared, *own)):
                yield f"{node.name}::{name}", rule
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            own = [rule for decorator in node.decorator_list for rule in _ids(decorator, key)]
            for rule in dict.fromkeys([*shared, *own]):
                yield node.name, rule


def _is_pytestmark(node: ast.stmt) -> bool:
    if not isinstance(node, ast.Assign):
        return False
    return any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets)


def _ids(node: ast.AST, key: str) -> Iterator[str]:
    """Yield the rule ids in calls of ``rule(key, id)`` or ``pytest.mark.rule(key, id)`` at or under a node."""
    for call in ast.walk(node):
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        words = [word.value for word in call.args if isinstance(word, ast.Constant)]
        if name == "rule" and len(words) > 1 and words[0] == key:
            yield from (str(word) for word in words[1:])


def _sources(folder: Path) -> Iterator[Path]:
    """Yield the files with code and data of a title, without the ledger."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in _READERS and path.name != "rules.tsv":
            yield path


def _references(rules: Iterable[Rule], sources: Iterable[Path], root: Path) -> dict[str, list[str]]:
    """Return for each rule the first line in each file that names its number, as ``path:line``."""
    known = {rule.id for rule in rules}
    found: dict[str, list[str]] = defaultdict(list)
    for path in sources:
        for number, lines in _lines_by_rule(path, known).items():
            found[number].append(f"{path.relative_to(root).as_posix()}:{min(lines)}")
    return found


def places_of(id_: str, rules: Iterable[Rule], key: str, root: Path = ROOT) -> Iterator[tuple[Path, list[int]]]:
    """Yield the files of the title `key` that name the rule `id_`, each with the numbers of the lines that name it."""
    known = {rule.id for rule in rules}
    for path in _sources(root / "games" / "titles" / key):
        if lines := _lines_by_rule(path, known).get(id_):
            yield path, lines


def _lines_by_rule(path: Path, known: set[str]) -> dict[str, list[int]]:
    """Return the numbers of the lines of a file that name a rule, by the rule's number."""
    found: dict[str, list[int]] = defaultdict(list)
    for line, words in _READERS[path.suffix](path.read_text(encoding="utf-8")):
        for number in filter(None, (_longest(word, known) for word in words)):
            found[number].append(line)
    return found


def _longest(word: str, known: set[str]) -> str:
    """Return the longest rule id in `known` with which the text begins; "" if there is none.

    A rule id can contain spaces (`13.chart/Allied Patrol`), so the words at the end are removed one by one.
    """
    while word and word not in known:
        word = word.rpartition(" ")[0] if " " in word else ""
    return word


_NUMBER = re.compile(r"(?<![\w.])[A-Z0-9]+(?:\.[A-Za-z0-9]+)+(?!\w)(?:/\w+(?:[ -]\w+)*(?:\.\d+)?)?")
_RANGE = re.compile(r"(?<![\w.])(\d+(?:\.\d+)*)\.(\d+)\s?[–-]\s?\1\.(\d+)(?![\w.])")
Named = Iterator[tuple[int, list[str]]]


def rule_numbers(text: str) -> list[str]:
    """Return the rule numbers in a text; ``2.1.1–2.1.3`` names all three."""
    between = [
        f"{found[1]}.{last}" for found in _RANGE.finditer(text) for last in range(int(found[2]), int(found[3]) + 1)
    ]
    return [*_NUMBER.findall(text), *between]


def _in_python(source: str) -> Named:
    """Yield line numbers with possible rule numbers in them: in comments and docstrings, and whole strings."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], rule_numbers(token.string)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for offset, line in enumerate(node.value.value.splitlines()):
                yield node.lineno + offset, rule_numbers(line)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, [node.value]


def _in_table(source: str) -> Named:
    """Yield each line number of a table with the line's cells."""
    for number, line in enumerate(source.splitlines(), start=1):
        yield number, line.split("\t")


def _in_toml(source: str) -> Named:
    """Yield line numbers with the rule numbers in the line's comment."""
    for number, line in enumerate(source.splitlines(), start=1):
        yield number, rule_numbers(line.partition("#")[2])


_READERS = {".py": _in_python, ".tsv": _in_table, ".toml": _in_toml}
