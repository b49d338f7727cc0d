"""Check that no function is longer than 35 lines, from ``def`` to its end, without its docstring."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.python_files import PACKAGES, ROOT, python_files

WITH_TESTS = (*PACKAGES, "tests")
LONGEST = 35


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield every function of a module, nested ones too.

    A nested function is also a part of the outer one when the lines are counted.
    """
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return a function's number of lines, with comments and blank lines, without decorators and docstring."""
    return _lines(function) - (_lines(function.body[0]) if ast.get_docstring(function, clean=False) is not None else 0)


def problems(source: str) -> list[str]:
    """Return the functions of one module that are too long, each with its line number."""
    found = [(one.lineno, one.name, length(one)) for one in functions(ast.parse(source))]
    return [f"{line}: {name} has {lines} lines" for line, name, lines in sorted(found) if lines > LONGEST]


def all_problems(root: Path = ROOT) -> Iterator[str]:
    """Yield the functions in the checkout that are too long, except in migrations, which Django writes."""
    for path in python_files(root, WITH_TESTS):
        place = path.relative_to(root)
        yield from (f"{place}:{problem}" for problem in problems(path.read_text(encoding="utf-8")))


def main() -> int:
    """Print the functions that are too long; return 1 if there are any."""
    found = list(all_problems())
    for problem in found:
        print(problem)
    return 1 if found else 0


def _lines(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


if __name__ == "__main__":
    sys.exit(main())
