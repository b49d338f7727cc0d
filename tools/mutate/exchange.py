"""Install a mutant in a process: in functions that are already loaded, or in a module before its import."""

import gc
from collections import defaultdict
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from tools.mutate.figures import read_broken
from tools.mutate.mutations import Mutant, broken_tree

Functions = dict[tuple[str, str, int], list[FunctionType]]


def living_functions(root: Path) -> Functions:
    """Return every loaded function whose code is in a file below the root, by file, qualified name and first line."""
    found: Functions = defaultdict(list)
    gc.unfreeze()  # what the server or the suite has frozen lives as well, and would not be named
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename.startswith(str(root)):
            code = thing.__code__
            found[code.co_filename, code.co_qualname, code.co_firstlineno].append(thing)
    return found


def exchange(root: Path, mutant: Mutant, living: Functions) -> bool:
    """Give the loaded functions the mutated code; return False if that is impossible.

    `living` are the functions of `living_functions`.
    """
    path = root / mutant.path
    if mutant.function is None:
        return False
    name, line = mutant.function
    codes = _codes(compile(broken_tree(path.read_text(), mutant), str(path), "exec"))
    if not living.get((str(path), name, line)):
        return False
    for (file, qualified, first), functions in living.items():
        if file == str(path) and (qualified == name or qualified.startswith(f"{name}.<locals>")):
            for function in functions:
                try:
                    function.__code__ = codes[qualified, first]
                except (KeyError, ValueError):  # a closure that holds other names
                    return False
    return True


def import_broken(root: Path, mutant: Mutant) -> None:
    """Make later imports of the mutant's module in this process use the mutated code; for a data file, later reads."""
    path = root / mutant.path
    if path.suffix != ".py":
        read_broken(path, mutant)
        return
    broken = compile(broken_tree(path.read_text(), mutant), str(path), "exec")
    whole = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> Any:
        return broken if self.path == str(path) else whole(self, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


def _codes(code: CodeType) -> dict[tuple[str, int], CodeType]:
    found = {(code.co_qualname, code.co_firstlineno): code}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _codes(constant)
    return found
