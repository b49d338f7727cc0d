"""Rules await directly, catch nothing around an await, and depend on no hash order."""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.kernel.purity import GAMES, faults, imports, is_allowed, procedures, pure_files, unordered

FILES = pure_files()
TITLES = {path: path.relative_to(GAMES / "titles").parts[0] for path in FILES if "titles" in path.parts}
EVERY_FILE = pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(GAMES)))


@cache
def tree(path: Path) -> ast.Module:
    """The source, parsed once."""
    return ast.parse(path.read_text())


@cache
def asynchronous(title: str) -> frozenset[str]:
    """What is a procedure in one title may be a plain function in another."""
    return procedures([tree(path) for path in TITLES if TITLES[path] == title])


@EVERY_FILE
def test_the_source_keeps_the_rules_for_rules(path):
    if "titles" in path.parts and "presentation" not in path.parts:
        assert list(faults(tree(path), asynchronous(TITLES[path]))) == []
    else:  # the kernel handles requests, pictures measure in fractions; but order matters everywhere
        assert list(unordered(tree(path))) == []


@EVERY_FILE
def test_imports_are_pure(path):
    wrong = [name for name in imports(tree(path)) if not is_allowed(name, frozenset(sys.stdlib_module_names))]
    assert wrong == []


@EVERY_FILE
def test_the_kernel_knows_no_title_and_titles_not_each_other(path):
    for name in imports(tree(path)):
        if name.startswith("games.titles."):
            assert "titles" in path.parts
            assert name.split(".")[2] == path.relative_to(GAMES / "titles").parts[0]


BAD = {
    "not awaited": "async def f(t):\n    roll(6, key='a', rule='1')",
    "kept for later": "async def f(t):\n    x = roll(6, key='a', rule='1')\n    return await x",
    "in a list": "async def fire(t): ...\nasync def f(t):\n    return [fire(t) for _ in range(3)]",
    "handed on": "async def fire(t): ...\nasync def f(t):\n    await gather(fire(t))",
    "a method": "class T:\n    async def fire(self): ...\nasync def f(t):\n    t.fire()",
    "finally": "async def f(t):\n    try:\n        await g(t)\n    finally:\n        t.done = True",
    "broad": "async def f(t):\n    try:\n        await g(t)\n    except Exception:\n        pass",
    "bare": "async def f(t):\n    try:\n        await g(t)\n    except:\n        pass",
    "with": "async def f(t):\n    with t.turn():\n        await g(t)",
    "end of step": "def f(t):\n    try:\n        g(t)\n    except EndStep:\n        pass",
    "for over a set": "def f(t):\n    for x in {1, 2}:\n        g(x)",
    "for over a set's name": "def f(t):\n    left = set(t)\n    for x in left:\n        g(x)",
    "list of a set": "def f(t):\n    return list(set(t) | {3})",
    "list comprehension": "def f(t):\n    return [x for x in {y for y in t}]",
    "declared": "def f(t):\n    left: set[str] = t.left\n    return tuple(left)",
    "joined": "def f(t):\n    return ', '.join(set(t))",
    "first of a set": "def f(t):\n    return next(x for x in set(t))",
    "spread": "def f(t):\n    return [*set(t)]",
    "a float": "def f(t):\n    return 0.5",
    "a division": "def f(t):\n    return t.strength / 2",
}
GOOD = {
    "awaited": "async def f(t):\n    (x,) = await roll(6, key='a', rule='1')\n    return [await g(t) for _ in x]",
    "narrow": "async def f(t):\n    try:\n        x = await g(t)\n    except KeyError:\n        x = 1",
    "sorted": "def f(t):\n    left = set(t)\n    return [x for x in sorted(left)]",
    "counted": "def f(t):\n    left = set(t)\n    return sum(x for x in left) + len(left) + any(x for x in left)",
    "another set": "def f(t):\n    return {x + 1 for x in set(t)}",
    "halved": "def f(t):\n    return t.strength // 2",
}


@pytest.mark.parametrize("source", BAD.values(), ids=BAD)
def test_bad_source_is_noticed(source):
    parsed = ast.parse(source)
    assert list(faults(parsed, procedures([parsed])))


@pytest.mark.parametrize("source", GOOD.values(), ids=GOOD)
def test_good_source_passes(source):
    parsed = ast.parse(source)
    assert list(faults(parsed, procedures([parsed]))) == []


@pytest.mark.parametrize("module", ["random", "time", "os.path", "django.db", "pathlib", "games.models", "requests"])
def test_impure_imports_are_noticed(module):
    (name,) = imports(ast.parse(f"import {module}"))
    assert not is_allowed(name, frozenset(sys.stdlib_module_names))
