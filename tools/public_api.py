"""Check that product code uses the public API of libraries only: no name with a leading underscore.

It finds imports of private modules and names; private attributes that are defined neither in their module nor in a
product module which it imports; and private names in product classes that belong to a library's base class. The names
in `PUBLIC` are documented by their libraries, and allowed. Every other use must be listed in `private_api.toml` with
the decision (ADR) that allows it.
"""

import ast
import importlib
import inspect
import os
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tools.python_files import PRODUCT, ROOT, python_files

DEVIATIONS = Path(__file__).with_name("private_api.toml")
PUBLIC = frozenset(
    {
        *("_meta", "_state", "_default_manager", "_base_manager"),  # documented by Django
        *("_asdict", "_field_defaults", "_fields", "_make", "_replace"),  # documented for named tuples
        *("_missing_", "_generate_next_value_", "_ignore_", "_value_", "_name_"),  # documented for enumerations
    }
)
_BY_NAME = frozenset({"delattr", "getattr", "hasattr", "setattr"})
_FROM_METACLASSES = frozenset({"_abc_impl", "_is_protocol", "_is_runtime_protocol"})


class Use(NamedTuple):
    """A private name of a library, as product code uses it."""

    module: str
    """The product module."""
    line: int
    name: str
    """The qualified name."""


def is_private(name: str) -> bool:
    """Return True for a name with a leading underscore, except for ``__dunder__`` names and those in `PUBLIC`."""
    return _is_underscored(name) and name not in PUBLIC


def _is_underscored(name: str) -> bool:
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def is_ours(module: str) -> bool:
    """Return True for a module of the product."""
    return module.partition(".")[0] in PRODUCT


def imports(module: str, tree: ast.AST) -> Iterator[Use]:
    """Yield the imports of a product module that name a private module, or a private name, of a library."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [f"{node.module}.{one.name}" for one in node.names]
        else:
            continue
        for name in names:
            if not is_ours(name) and any(map(_is_underscored, name.split("."))):
                yield Use(module, node.lineno, name)


def attributes(module: str, tree: ast.AST, own: frozenset[str]) -> Iterator[Use]:
    """Yield uses of private attributes, also by ``getattr``, of objects other than ``self``.

    Attributes whose names are in `own` are left out.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            name, of = node.attr, node.value
            if _is_self(of) or _is_super(of):
                continue  # see `inherited`
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _BY_NAME:
            word = node.args[1] if len(node.args) > 1 else None
            name = str(word.value) if isinstance(word, ast.Constant) else ""
        else:
            continue
        if is_private(name) and name not in own:
            yield Use(module, node.lineno, name)


def defined(tree: ast.AST) -> Iterator[str]:
    """Yield the private names that a module defines: functions, classes, variables, fields, attributes of ``self``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_self(node.value):
            yield node.attr


def inherited(module: str, tree: ast.AST) -> Iterator[Use]:
    """Yield private names in a product module's classes that belong to a library's base class."""
    if not any(isinstance(node, ast.ClassDef) and node.bases for node in ast.walk(tree)):
        return
    loaded = importlib.import_module(module)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and isinstance(made := getattr(loaded, node.name, None), type):
            theirs = frozenset[str]().union(
                *(_names(base) for base in made.__mro__[1:] if not is_ours(base.__module__))
            )
            for line, name in _used(node):
                if is_private(name) and name in theirs:
                    yield Use(module, line, name)


def _used(node: ast.ClassDef) -> Iterator[tuple[int, str]]:
    """Yield line and name of what a class defines, and of what it uses of ``self``, ``cls`` and ``super()``."""
    for part in node.body:
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            yield part.lineno, part.name
        elif isinstance(part, ast.Assign):
            yield from ((part.lineno, one.id) for one in part.targets if isinstance(one, ast.Name))
        elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            yield part.lineno, part.target.id
    for one in ast.walk(node):
        if isinstance(one, ast.Attribute) and (_is_self(one.value) or _is_super(one.value)):
            yield one.lineno, one.attr


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


@cache
def _names(base: type) -> frozenset[str]:
    """Return the private names of a library's class, and those of its instances that its source assigns."""
    found = {name for name in vars(base) if is_private(name)} - _FROM_METACLASSES
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(base)))
    except (OSError, TypeError, SyntaxError):  # it is written in C, or made by a call
        return frozenset(found)
    return frozenset(found | {name for name in defined_on_self(tree) if is_private(name)})


def defined_on_self(tree: ast.AST) -> Iterator[str]:
    """Yield the attributes that are assigned to ``self``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_self(node.value):
            yield node.attr


def imported(tree: ast.AST) -> Iterator[str]:
    """Yield the product modules that a module imports, and imported names that may be such modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if is_ours(one.name))
        elif isinstance(node, ast.ImportFrom) and node.module and is_ours(node.module):
            yield node.module
            yield from (f"{node.module}.{one.name}" for one in node.names)


def uses(sources: dict[str, str]) -> list[Use]:
    """Return every use of a library's private name in these modules; `sources` has their texts by module name."""
    trees = {module: ast.parse(text) for module, text in sources.items()}
    own = {module: frozenset(filter(is_private, defined(tree))) for module, tree in trees.items()}
    found = set[Use]()
    for module, tree in trees.items():
        known = own[module].union(*(own.get(other, ()) for other in imported(tree)))
        found.update(imports(module, tree), attributes(module, tree, known), inherited(module, tree))
    return sorted(found)


def modules(root: Path = ROOT) -> dict[str, str]:
    """Return the text of each product module, except migrations, by the module's name."""
    found = {}
    for path in python_files(root, PRODUCT):
        name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        found[name] = path.read_text(encoding="utf-8")
    return found


def problems(found: list[Use], deviations: list[dict[str, str]], root: Path = ROOT) -> Iterator[str]:
    """Yield the uses in `found` without an entry, the entries without a use, and entries with a missing decision.

    `deviations` are the entries of `private_api.toml`; a decision is an ADR below `root`.
    """
    listed = {(one["module"], one["name"]) for one in deviations}
    for use in found:
        if (use.module, use.name) not in listed:
            yield f"{use.module}:{use.line}: {use.name} is private to a library"
    for one in deviations:
        if (one["module"], one["name"]) not in {(use.module, use.name) for use in found}:
            yield f"{one['module']}: {one['name']} is listed and not used"
        if not list((root / "docs" / "adr").glob(f"{one['adr']}-*.md")):
            yield f"{one['module']}: there is no ADR {one['adr']}"


def main() -> int:
    """Print every problem, and return 1 if there is any."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    sys.path.insert(0, str(ROOT))
    django.setup()
    deviations = tomllib.loads(DEVIATIONS.read_text(encoding="utf-8")).get("deviation", [])
    found = list(problems(uses(modules()), deviations))
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
