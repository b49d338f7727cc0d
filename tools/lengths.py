"""Check that no function is longer than 35 lines, from ``def`` to its end, without its docstring."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("api", "bench", "games", "pbem", "tests", "tools", "worker")
LONGEST = 35


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of a module; one within another counts by itself and with the outer one."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function, signature, comments and blank lines too, without decorators and docstring."""
    return _lines(function) - (_lines(function.body[0]) if ast.get_docstring(function, clean=False) is not None else 0)


def problems(source: str) -> list[str]:
    """What is too long in one module, each with its line number."""
    found = [(one.lineno, one.name, length(one)) for one in functions(ast.parse(source))]
    return [f"{line}: {name} has {lines} lines" for line, name, lines in sorted(found) if lines > LONGEST]


def all_problems(root: Path = ROOT) -> Iterator[str]:
    """What is too long anywhere in the checkout. Migrations are written by Django."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            if "migrations" not in path.parts:
                place = path.relative_to(root)
                yield from (f"{place}:{problem}" for problem in problems(path.read_text(encoding="utf-8")))


def main() -> int:
    """Print what is too long; 1 if anything is."""
    found = list(all_problems())
    for problem in found:
        print(problem)
    return 1 if found else 0


def _lines(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


if __name__ == "__main__":
    sys.exit(main())
