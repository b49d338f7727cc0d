"""Which tests `./run test` runs, which only `./run test --deep` does, and on which database.

The deep tests are those in DEEP_FOLDERS and those with a mark in DEEP_MARKS, except tests with the mark SMOKE.
"""

from collections.abc import Iterable
from pathlib import Path

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
"""Folders whose tests open the database, but show nothing that rests on which it is: they are played on SQLite alone,
which costs three quarters as much, and no server's work besides.
"""
ON_POSTGRESQL = {
    "e2e": "a browser asks for several things at once, and the SQLite of tests has one connection",
}
"""Folders whose tests open the database, but are not played on SQLite."""
ON_SERVER_FIRST = ("store",)
"""Folders whose tests run on PostgreSQL if they run on one database only: those of the tables and services."""
NO_DATABASE = ("faults", "kernel", "launch", "mutate", "scale", "titles", "wire")
"""Folders that hold no test for SQLite, so that they need not be looked into for that pass: most of all tests."""


def is_deep(folder: str, marks: Iterable[str]) -> bool:
    """Return True if only a deep run includes a test with these marks in a folder below `tests/`."""
    found = set(marks)
    return SMOKE not in found and (folder in DEEP_FOLDERS or not found.isdisjoint(DEEP_MARKS))


def is_once_on_postgresql(folder: str, marks: Iterable[str]) -> bool:
    """Return True if a test that opens the database runs on PostgreSQL in a run without deep tests, else on SQLite."""
    found = set(marks)
    if not is_for_sqlite(folder, found):
        return True
    return "both_databases" in found or (folder in ON_SERVER_FIRST and "one_database" not in found)


def is_for_sqlite(folder: str, marks: Iterable[str]) -> bool:
    """Return True if a test that opens the database runs on SQLite."""
    return folder not in ON_POSTGRESQL and "postgresql" not in marks


def is_for_postgresql(folder: str, marks: Iterable[str]) -> bool:
    """Return True if a test that opens the database runs on PostgreSQL. Each test runs on at least one of both."""
    on_one = folder in ON_SQLITE or "one_database" in marks
    return not on_one or "both_databases" in marks or not is_for_sqlite(folder, marks)


def unheard(tests: Path, patterns: Iterable[str], heard: Iterable[str]) -> list[str]:
    """Return the test files below a folder without a result in a run, named from the parent folder.

    They are searched on the disk, so that no setting of the collection can hide one.
    """
    found = {path.relative_to(tests.parent).as_posix() for pattern in patterns for path in tests.rglob(pattern)}
    return sorted(found - set(heard))
