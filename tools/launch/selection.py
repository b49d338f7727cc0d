"""The rules for which tests `./run test` runs, which tests only `./run test --deep` runs, and on which database.

The deep tests are those in DEEP_FOLDERS and those with a mark in DEEP_MARKS, except tests with the mark SMOKE.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

DEEP_FOLDERS = {
    "bench": "starts the measurements and the soak",
    "e2e": "drives a real browser",
    "faults": "kills servers and takes databases away",
    "gate": "plays every game twice over the wire, and plants leaks",
    "launch": "makes environments and starts whole servers",
    "machines": "starts servers on several machines",
    "mail_servers": "starts Postfix, Dovecot and the filters",
    "mutate": "breaks whole projects and tests them",
    "scale": "fills a database with thousands of games",
    "verify": "runs the verifier, a program of its own, on forgery after forgery",
    "wire": "plays on a server in processes of its own",
}
"""Folders below `tests/` that only a deep run includes, with the reason."""
DEEP_MARKS = ("slow", "thorough")
"""Marks of tests that only a deep run includes."""
SMOKE = "smoke"
"""The mark of tests in DEEP_FOLDERS that every run includes."""
ON_SQLITE = {
    "gate": "what leaves the server of the same position in two worlds",
    "pages": "what a page says and takes; in a browser, and in two worlds, pages are read on PostgreSQL",
}
"""Folders whose tests open the database but do not depend on which database it is. They run on SQLite only, which takes
three quarters of the time, and no work of a database server.
"""
ON_POSTGRESQL = {
    "e2e": "a browser asks for several things at once, and the SQLite of tests has one connection",
}
"""Folders whose tests open the database and cannot run on SQLite, with the reason."""
ON_SERVER_FIRST = ("store",)
"""Folders whose tests run on PostgreSQL if they run on one database only, because they test tables and services."""
NO_DATABASE = ("faults", "kernel", "launch", "mutate", "scale", "titles", "wire")
"""Folders without tests for SQLite, which the pass on SQLite does not collect; most tests are in them."""


def is_deep(folder: str, marks: Iterable[str]) -> bool:
    """Return True if only a deep run includes a test with these marks in a folder below `tests/`."""
    found = set(marks)
    return SMOKE not in found and (folder in DEEP_FOLDERS or not found.isdisjoint(DEEP_MARKS))


class Share(NamedTuple):
    """One of `total` equal shares of the deep tests, with a `number` from 1; each deep test is in one share."""

    number: int
    total: int

    @classmethod
    def parse(cls, written: str) -> "Share":
        """Return the share that is written as ``2/5``. Raises ValueError for any other text."""
        number, _, total = written.partition("/")
        found = cls(int(number), int(total))
        if not 1 <= found.number <= found.total:
            raise ValueError(written)
        return found

    def holds(self, nodeid: str) -> bool:
        """Return True if the deep test is in this share, which depends on its name only."""
        return crc32(nodeid.encode()) % self.total == self.number - 1


def is_once_on_postgresql(folder: str, marks: Iterable[str]) -> bool:
    """Return True if a run without deep tests runs a database test on PostgreSQL; False if it runs the test on SQLite.

    Such a run runs each test on one database only. `folder`: the test's folder below `tests/`. `marks`: its marks.
    """
    found = set(marks)
    if not is_for_sqlite(folder, found):
        return True
    return "both_databases" in found or (folder in ON_SERVER_FIRST and "one_database" not in found)


def is_for_sqlite(folder: str, marks: Iterable[str]) -> bool:
    """Return True if a database test with these marks, in a folder below `tests/`, can run on SQLite."""
    return folder not in ON_POSTGRESQL and "postgresql" not in marks


def is_for_postgresql(folder: str, marks: Iterable[str]) -> bool:
    """Return True if a deep run runs a database test on PostgreSQL; False if it runs the test on SQLite only.

    `folder`: the test's folder below `tests/`. `marks`: its marks.
    """
    on_one = folder in ON_SQLITE or "one_database" in marks
    return not on_one or "both_databases" in marks or not is_for_sqlite(folder, marks)


def unheard(tests: Path, patterns: Iterable[str], heard: Iterable[str]) -> list[str]:
    """Return the test files below a folder for which no test has had a result, as paths from the folder's parent.

    `heard` are the files with a result, `patterns` the patterns of test files' names. The files are searched on the
    disk, so that no setting of pytest can hide one.
    """
    found = {path.relative_to(tests.parent).as_posix() for pattern in patterns for path in tests.rglob(pattern)}
    return sorted(found - set(heard))
