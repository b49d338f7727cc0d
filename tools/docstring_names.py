"""Check that the names in docstrings exist: a parameter or exception that was renamed leaves its old name in the prose.

A word in single backticks counts as a name, and so do the capitalized words of a list after "Raises". Data are written
in double backticks: ``trap_2``.
"""

import ast
import builtins
import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

from tools.python_files import ROOT, nodes_of, python_files

_NAME = re.compile(r"(?<!`)`([a-z_]\w*)(?:\([\w, ]*\))?`(?!`)")
_RAISES = re.compile(r"\bRaises (?:as )?([A-Z]\w+(?:(?:,? and |,? or |, )[A-Z]\w+)*)")
_OF_LIBRARIES = re.compile(r"\w+(Error|Exception|Operation)")
"""Exceptions of libraries, which a function may pass on without importing them."""
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def unknown_names(root: Path = ROOT) -> Iterator[str]:
    """Yield each name in a docstring that does not exist where it is used, with its file and line."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in python_files(root)}
    everywhere = {name for path, tree in trees.items() for name in (*_definitions(tree), *path.parts, path.stem)}
    for path, tree in trees.items():
        for line, name in (*problems_of(tree, everywhere), *unknown_exceptions(tree, everywhere)):
            yield f"{path.relative_to(root)}:{line}: `{name}` is no name here"


def problems_of(tree: ast.Module, everywhere: set[str]) -> Iterator[tuple[int, str]]:
    """Yield the line and name of each unknown name in a module's docstrings.

    `everywhere` are the names that all modules define. They count only if they consist of several words: a single word
    such as ``found`` is defined somewhere in any large project.
    """
    of_module = _definitions(tree) | _imported(tree) | set(dir(builtins))
    for line, name in chain(_unknown(tree, 1, of_module | everywhere), _problems_within(tree, of_module)):
        if "_" not in name or name not in everywhere:
            yield line, name


def unknown_exceptions(tree: ast.Module, everywhere: set[str]) -> Iterator[tuple[int, str]]:
    """Yield the line and name of each exception after "Raises" that is unknown: neither built in, imported nor defined.

    `everywhere` are the names that all modules define.
    """
    known = everywhere | _imported(tree) | set(dir(builtins))
    for node in nodes_of(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for listed in _RAISES.findall(ast.get_docstring(node) or ""):
                names = (one for one in re.findall(r"\b[A-Z]\w+", listed) if one not in known)
                yield from ((getattr(node, "lineno", 1), one) for one in names if not _OF_LIBRARIES.fullmatch(one))


def main() -> int:
    """Print the unknown names; return 1 if there are any."""
    found = list(unknown_names())
    for problem in found:
        print(problem)
    return 1 if found else 0


def _problems_within(node: ast.AST, known: set[str]) -> Iterator[tuple[int, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            inner = known | _members(child) | _strings(child)
            yield from _unknown(child, child.lineno, inner)
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            inner = known | _parameters(child)
            yield from ((line, name) for line, name in _unknown(child, child.lineno, inner) if not _uses(child, name))
        else:
            continue
        yield from _problems_within(child, inner)


def _unknown(node: ast.Module | ast.ClassDef | _Function, line: int, known: set[str]) -> Iterator[tuple[int, str]]:
    for name in _NAME.findall(ast.get_docstring(node) or ""):
        if name not in known:
            yield line, name


def _uses(function: _Function, name: str) -> bool:
    return name in _members(function) or name in _strings(function)


@cache
def _definitions(tree: ast.Module) -> set[str]:
    """Return the names that a module defines at its top level, and the members of its classes."""
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
        if isinstance(node, ast.ClassDef):
            found |= _members(node)
    return found


def _imported(tree: ast.Module) -> set[str]:
    aliases = [node for node in nodes_of(tree) if isinstance(node, ast.alias)]
    return {part for one in aliases for part in (one.asname or one.name).split(".")}


def _parameters(function: _Function) -> set[str]:
    return {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}


def _members(node: ast.AST) -> set[str]:
    """Return the names of attributes, keywords and functions in the body of a class or function."""
    found: set[str] = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Attribute):
            found.add(one.attr)
        elif isinstance(one, ast.keyword) and one.arg:
            found.add(one.arg)
        elif isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(one.name)
        elif isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store) and isinstance(node, ast.ClassDef):
            found.add(one.id)
    return found


def _strings(node: ast.AST) -> set[str]:
    """Return the words in the strings of a class or function except docstrings, because they may be keys of dicts."""
    prose = {id(one.value) for one in ast.walk(node) if isinstance(one, ast.Expr)}
    constants = [one for one in ast.walk(node) if isinstance(one, ast.Constant) and id(one) not in prose]
    return {word for one in constants if isinstance(one.value, str) for word in re.findall(r"\w+", one.value)}


if __name__ == "__main__":
    sys.exit(main())
