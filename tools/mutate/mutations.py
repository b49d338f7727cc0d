"""The mutants of a module, and its syntax tree with one of them applied."""

import ast
import copy
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tools.mutate.breakages import breakages

WIDEST = 100
SUFFIXES = frozenset({".py", ".toml", ".tsv"})


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """One mutation of one file."""

    path: str
    """The file, relative to the checkout."""
    place: str
    """The qualified name of the innermost function or class."""
    line: int
    """The number of the first mutated line."""
    last_line: int
    """The number of the last mutated line."""
    before: str
    """The old code, for the report."""
    after: str
    """The new code, for the report."""
    serial: int = 1
    """The number of the mutation among equal ones in the same place, from 1."""
    node: int = -1
    """The number of the mutated node in the order of `ast.walk`."""
    choice: int = -1
    """The number of the mutation among those of the node."""
    function: tuple[str, int] | None = None
    """The qualified name and the first line of the outermost function around the node; None outside functions."""
    body: tuple[int, int] | None = None
    """The first and the last line of that function; None outside functions."""

    @property
    def mutation(self) -> str:
        """The mutation as text, by which the list of accepted survivors names it."""
        return f"{self.before} → {self.after}" + (f" #{self.serial}" if self.serial > 1 else "")

    @property
    def key(self) -> tuple[str, str]:
        """The file and function of the mutation (``PATH::PLACE``), and the mutation as text.

        This key contains no line number, so it is stable while the function keeps its name.
        """
        return f"{self.path}::{self.place}", self.mutation


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Return all mutants of a module, in the order of its lines."""
    found: list[Mutant] = []
    tree = ast.parse(source)
    numbers = {id(node): number for number, node in enumerate(ast.walk(tree))}
    for node, scope in _within(tree, _Scope()):
        for choice, (shown, broken) in enumerate(breakages(node, scope.parent)):
            before, after = _short(shown), _short(broken)
            statement = scope.statement or node
            line, last = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
            if isinstance(node, ast.stmt):
                last = _header_end(node)
            elif not line:  # a comprehension's clause has no place of its own
                line, last = getattr(statement, "lineno", 1), _header_end(statement)
            found.append(
                Mutant(path=path, place=scope.place, line=line, last_line=last, before=before, after=after,
                       node=numbers[id(node)], choice=choice, function=scope.function, body=scope.body)
            )  # fmt: skip
    return numbered(sorted(found, key=lambda mutant: (mutant.line, mutant.node, mutant.choice)))


def numbered(mutants: Iterable[Mutant]) -> list[Mutant]:
    """Return the mutants; those with equal text in the same place get a number."""
    seen: Counter[tuple[str, str]] = Counter()
    found = []
    for mutant in mutants:
        seen[mutant.key] += 1
        found.append(replace(mutant, serial=seen[mutant.key]))
    return found


def broken_tree(source: str, mutant: Mutant) -> ast.Module:
    """Return the module's tree with this mutation; line numbers stay the same."""
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    target = nodes[mutant.node]
    parent = next(node for node in nodes for child in ast.iter_child_nodes(node) if child is target)
    _, broken = list(breakages(target, parent))[mutant.choice]
    for name, value in ast.iter_fields(parent):
        if value is target:
            setattr(parent, name, _put(broken, target))
        elif isinstance(value, list) and any(one is target for one in value):
            setattr(parent, name, [_put(broken, target) if one is target else one for one in value])
    return ast.fix_missing_locations(tree)


def files_under(root: Path, words: list[str]) -> list[str]:
    """Return the Python and data files of the named paths, relative to the root, without empty ones and migrations."""
    found: set[Path] = set()
    for word in words:
        path = root / word
        found.update(path.rglob("*") if path.is_dir() else [path])
    kept = (path for path in found if "migrations" not in path.parts and path.suffix in SUFFIXES)
    return sorted(str(path.relative_to(root)) for path in kept if path.stat().st_size)


# --- where a node stands


@dataclass(frozen=True)
class _Scope:
    place: str = "module"
    parent: ast.AST | None = None
    statement: ast.stmt | None = None
    function: tuple[str, int] | None = None
    body: tuple[int, int] | None = None

    def entered(self, node: ast.AST) -> "_Scope":
        """Return the scope of a node's children, except the bodies of functions and classes."""
        statement = node if isinstance(node, ast.stmt) else self.statement
        return _Scope(self.place, node, statement, self.function, self.body)

    def named(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> "_Scope":
        """Return the scope of the body of a function or class."""
        place = node.name if self.place == "module" else f"{self.place}.{node.name}"
        function, body = self.function, self.body
        if function is None and not isinstance(node, ast.ClassDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            function, body = (place, first), (first, node.end_lineno or first)
        return _Scope(place, node, None, function, body)


def _within(node: ast.AST, scope: _Scope) -> Iterator[tuple[ast.AST, _Scope]]:
    """Yield every node that may be mutated, with its scope.

    Annotations, docstrings, decorators and the texts of errors are not mutated.
    """
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "keywords" if isinstance(node, ast.ClassDef) else ""}:
            continue
        inner = scope.entered(node)
        if name == "body" and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = scope.named(node)
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_passed_over(child):
                yield child, inner
                yield from _within(child, inner)


def _is_passed_over(node: ast.AST) -> bool:
    if isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom | ast.Assert):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return True
    if isinstance(node, ast.keyword) and node.arg == "strict":  # of `zip`: an assertion that both are of one length
        return True
    return isinstance(node, ast.Call) and _is_error(node)


def _is_error(call: ast.Call) -> bool:
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    return name.endswith(("Error", "Exception", "TypeVar", "Text")) or name in {"isinstance", "cast", "TypeVar"}


def _header_end(node: ast.AST) -> int:
    """Return the last line of a statement's header, before the first statement within it."""
    inside = [one.lineno for one in ast.walk(node) if isinstance(one, ast.stmt) and one is not node]
    first: int = getattr(node, "lineno", 1)
    last: int = getattr(node, "end_lineno", first)
    return max(first, min(inside) - 1) if inside else last


def _put(broken: ast.AST, target: ast.AST) -> ast.AST:
    return ast.copy_location(copy.deepcopy(broken), target)


def _short(node: ast.AST) -> str:
    if isinstance(node, ast.comprehension):
        text = " ".join(["for", ast.unparse(node.target), "in", ast.unparse(node.iter)])
        text += "".join(f" if {ast.unparse(test)}" for test in node.ifs)
    elif isinstance(node, ast.match_case):
        text = f"case {ast.unparse(node.pattern)}" + (f" if {ast.unparse(node.guard)}" if node.guard else "")
    elif isinstance(node, ast.If | ast.While):
        text = f"{'if' if isinstance(node, ast.If) else 'while'} {ast.unparse(node.test)}"
    else:
        text = ast.unparse(node)
    text = " ".join(text.split())
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 1]}…"
