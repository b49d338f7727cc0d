"""The Python files that the checks read, and the nodes of their syntax trees."""

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = ("api", "games", "pbem", "worker")
PACKAGES = (*PRODUCT, "bench", "tools")


def python_files(root: Path = ROOT, packages: Sequence[str] = PACKAGES) -> Iterator[Path]:
    """Yield the Python files of some packages below `root`, except migrations, which Django writes."""
    for package in packages:
        yield from (path for path in sorted((root / package).rglob("*.py")) if "migrations" not in path.parts)


@lru_cache(maxsize=1)
def nodes_of(tree: ast.Module) -> tuple[ast.AST, ...]:
    """Return all nodes of a module. The walk takes longer than each of the searches that use its result."""
    return tuple(ast.walk(tree))
