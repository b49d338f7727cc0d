"""The work that the server does for a call, as two counts: SQL statements, and calls of functions of the project and of
Django's models.

A response that takes longer when something hidden is larger tells of it. Counts are the same on a busy machine, seconds
are not.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from django.db import connection, models

from tools.launch import ROOT

_MODELS = str(Path(models.__file__).parent)
_TESTS, _PACKAGES = str(ROOT / "tests"), str(ROOT / ".venv")


class Work(NamedTuple):
    """What one call costs."""

    statements: int
    functions: int


def work_of(call: Callable[[], Any]) -> Work:
    """Return the work of a call that was made once before, with full caches."""
    call()
    statements = functions = 0

    def execute(run: Any, *given: Any) -> Any:
        nonlocal statements
        statements += 1
        return run(*given)

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal functions
        functions += event == "call" and _is_counted(frame.f_code.co_filename)

    with connection.execute_wrapper(execute), _profiled(count):
        call()
    return Work(statements, functions)


def _is_counted(path: str) -> bool:
    """True for the project and the models; other libraries run callbacks of the garbage collector at any time."""
    if path.startswith(_MODELS):
        return True
    return path.startswith(str(ROOT)) and not path.startswith((_TESTS, _PACKAGES))


@contextmanager
def _profiled(count: Callable[[Any, str, Any], None]) -> Iterator[None]:
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)
