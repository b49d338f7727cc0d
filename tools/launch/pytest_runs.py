"""A pytest plugin for `./run test`: selects tests, checks that no test file is left out, and measures costs.

- `--without-deep` leaves out deep tests (see `selection`); each test is then in one of the two passes.
- `--on-sqlite` selects the tests that open the database: those with the mark ``django_db``, those that request a
  database fixture, and Django TestCases, except tests for PostgreSQL only (see `selection`).
- `--on-postgresql` selects all tests except those for SQLite only.
- `--share 2/5` leaves out deep tests except one of so many shares; all shares together run every test.
- `--heard NOTES` records the test files with a result; `--whole` fails the run if a file has no result in this pass or
  in a pass with such notes.
- `--processor-time N` prints the processor time of each folder and of the N most expensive tests.

Garbage collection runs less often than by default, and skips the objects created during collection.
"""

import gc
import os
import time
from collections import defaultdict
from collections.abc import Generator, Mapping
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tools.launch import selection

DATABASE_FIXTURES = frozenset(
    {"db", "transactional_db", "django_db_setup", "django_db_reset_sequences", "live_server", "admin_user"}
)
CLOSING_LINE = "SEALED_ORDERS_CLOSING_LINE"
"""The environment variable with the name of the file that receives the last line of the output."""
BROWSER = "PBEM_CHROMIUM"
"""The environment variable with the path of the browser."""
BROWSER_REQUIRED = "SEALED_ORDERS_BROWSER_REQUIRED"
"""The environment variable that makes a missing browser a failure."""
GARBAGE = (10_000, 20, 20)
"""The thresholds of garbage collection, for `gc.set_threshold`."""
IN_TURN = "one_at_a_time"
"""The fixture of tests that must not run at the same time, in whatever process."""
FIRST = ("slow", "thorough", "early")
"""Tests with these marks begin before others, in this order."""
CALLED_FOR = {
    "_django_db_marker": "django_db",
    "_django_isolate_apps": "django_isolate_apps",
    "_django_set_urlconf": "urls",
    "_live_server_helper": "live_server",
    "_template_string_if_invalid_marker": "ignore_template_errors",
    "_django_clear_site_cache": "django.contrib.sites",
}
"""Fixtures that pytest-django adds to each test, with the mark or fixture without which they do nothing."""
_COST = "processor_time"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the command line options."""
    parser.addoption("--without-deep", action="store_true", help="leave out deep tests")
    parser.addoption("--share", type=selection.Share.parse, metavar="K/N", help="of the deep tests only share K of N")
    parser.addoption("--on-sqlite", action="store_true", help="only tests that touch the database, and may on SQLite")
    parser.addoption("--on-postgresql", action="store_true", help="all but tests that are for SQLite alone")
    parser.addoption("--heard", type=Path, metavar="NOTES", help="note which files of tests took part, pass for pass")
    parser.addoption("--whole", action="store_true", help="fail if some file of tests took no part")
    parser.addoption("--processor-time", type=int, metavar="N", help="what folders and the N dearest tests cost")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip folders without selected tests."""
    left = {*selection.ON_POSTGRESQL, *selection.NO_DATABASE} if config.getoption("--on-sqlite") else set()
    return True if collection_path.parent == config.rootpath / "tests" and collection_path.name in left else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests that were not requested, and put the longest first.

    Browser tests are skipped if there is no browser.
    """
    if not (os.environ.get(BROWSER) or os.environ.get(BROWSER_REQUIRED)):
        for item in items:
            if item.get_closest_marker("e2e"):
                item.add_marker(pytest.mark.skip(reason=f"no Chromium on this machine (name one in {BROWSER})"))
    dropped = [item for item in items if not _asked_for(config, item)]
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        gone = set(dropped)
        items[:] = [item for item in items if item not in gone]
    for item in items:
        _spare_fixtures(item)
    items.sort(key=_later)


def _spare_fixtures(item: pytest.Item) -> None:
    """Remove from a test the automatic fixtures that do nothing for it, so that they are not set up."""
    if isinstance(item, pytest.Function):
        asked = {*item.fixturenames, *_marks(item)}
        item.fixturenames = [name for name in item.fixturenames if CALLED_FOR.get(name, name) in asked]


def _later(item: pytest.Item) -> int:
    """Return the sort key of a test: its position in the order slow, thorough, ``early``, all others.

    Thus no process runs a long test alone at the end. Tests that must not run at the same time come first and stay
    together, so that one process runs them in sequence.
    """
    if IN_TURN in getattr(item, "fixturenames", ()):
        return -1
    return next((at for at, mark in enumerate(FIRST) if item.get_closest_marker(mark)), len(FIRST))


def _asked_for(config: pytest.Config, item: pytest.Item) -> bool:
    if config.getoption("--without-deep"):
        return _belongs_to_short_run(config, item)
    share: selection.Share | None = config.getoption("--share")
    if share and _is_deep(item) and not share.holds(item.nodeid):
        return False
    if config.getoption("--on-postgresql") and not _belongs_on_postgresql(item):
        return False
    return not config.getoption("--on-sqlite") or _belongs_on_sqlite(item)


def _belongs_to_short_run(config: pytest.Config, item: pytest.Item) -> bool:
    """Return True if a test belongs to this pass of a run without deep tests; each test is in one of the passes."""
    if _is_deep(item):
        return False
    folder, marks = _folder(item.nodeid), _marks(item)
    on_sqlite = touches_database(item) and not selection.is_once_on_postgresql(folder, marks)
    return not config.getoption("--on-postgresql" if on_sqlite else "--on-sqlite")


def _is_deep(item: pytest.Item) -> bool:
    return selection.is_deep(_folder(item.nodeid), _marks(item))


def _folder(nodeid: str) -> str:
    """Return the name of a test's folder directly below `tests/`; "" for other files."""
    top, _, rest = nodeid.partition("::")[0].partition("/")
    return rest.rpartition("/")[0].partition("/")[0] if top == "tests" else ""


def _marks(item: pytest.Item) -> set[str]:
    return {mark.name for mark in item.iter_markers()}


def _belongs_on_sqlite(item: pytest.Item) -> bool:
    """Return True if a test opens the database and is to run on SQLite."""
    return touches_database(item) and selection.is_for_sqlite(_folder(item.nodeid), _marks(item))


def _belongs_on_postgresql(item: pytest.Item) -> bool:
    """Return True if a test opens no database, or is to run on PostgreSQL."""
    return not touches_database(item) or selection.is_for_postgresql(_folder(item.nodeid), _marks(item))


def touches_database(item: pytest.Item) -> bool:
    """Return True if a test opens the database."""
    if item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ())):
        return True
    from django.test import TransactionTestCase

    case = getattr(item, "cls", None)
    return isinstance(case, type) and issubclass(case, TransactionTestCase)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without garbage collection, and exempt the collected objects from later collections.

    `gc.disable` is not enough, because the web server's code, which tests import, enables it again.
    """
    gc.set_threshold(0)
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GARBAGE)


# ---------------------------------------------------------------- what tests cost


def _spent() -> float:
    """Return the seconds of processor time that this process and its ended children have used so far."""
    return sum(os.times()[:4])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test with its processor time measured, and report only its call, or a failed or skipped set-up.

    Pytest sends six reports for a passed test. With xdist each is a message; for 20,000 tests that costs more than some
    folders of tests.
    """
    began = _spent()
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    told = [report for report in reports if report.when == "call" or not report.passed]
    told[-1].user_properties.append((_COST, _spent() - began))
    for report in told:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


class _Costs:
    """Collects the processor time of each test from its reports, and prints it at the end."""

    def __init__(self, dearest: int) -> None:
        self._dearest = dearest
        self._tests: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the processor time in a report to that of its test."""
        self._tests[report.nodeid] += sum(float(str(cost)) for name, cost in report.user_properties if name == _COST)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the processor time of the folders, the total, and the most expensive tests."""
        folders: defaultdict[str, float] = defaultdict(float)
        for nodeid, cost in self._tests.items():
            folders[_folder(nodeid)] += cost
        terminalreporter.section("seconds of a processor")
        for name, cost in (*_falling(folders), ("all", sum(folders.values()))):
            terminalreporter.write_line(f"{cost:8.1f}  {name}")
        for name, cost in _falling(self._tests)[: self._dearest]:
            terminalreporter.write_line(f"{cost:8.2f}  {name}")


def _falling(costs: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(costs.items(), key=lambda one: one[1], reverse=True)


# ---------------------------------------------------------------- the whole run


class _Whole:
    """Checks that every test file has a result, in this pass or in earlier passes that wrote the same notes file.

    With ``--whole``, a file without a result makes the run fail; otherwise the files with a result are only written to
    the notes file.
    """

    def __init__(self, root: Path, notes: Path | None, *, judging: bool) -> None:
        self._root, self._notes, self._judging = root, notes, judging
        self._heard = set(notes.read_text().splitlines()) if notes and notes.exists() else set[str]()
        self._left: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record that a test of the file was run or skipped."""
        self._heard.add(report.nodeid.partition("::")[0])

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Make the run fail if a file has no result."""
        if self._notes:
            self._notes.write_text("\n".join(sorted(self._heard)))
        if not self._judging:
            return
        self._left = selection.unheard(self._root / "tests", session.config.getini("python_files"), self._heard)
        if self._left and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the names of the files without a result."""
        for name in self._left:
            terminalreporter.write_line(f"LEFT OUT {name}: no test of it was played", red=True)


class _ClosingLine:
    """Writes the counts of pytest's last line, such as "3 passed", to a file."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._began = time.monotonic()

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Write the counts to a file for the launcher."""
        kinds = ("failed", "error", "passed", "skipped", "xfailed", "xpassed")
        counts = {kind: len(terminalreporter.stats.get(kind, ())) for kind in kinds}
        words = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count) or "no tests ran"
        self._target.write_text(f"{words} in {time.monotonic() - self._began:.1f}s")


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugins that watch all tests, in the controlling process only."""
    gc.set_threshold(*GARBAGE)
    if hasattr(config, "workerinput"):
        return
    target = os.environ.get(CLOSING_LINE)
    dearest = config.getoption("--processor-time")
    if target:
        config.pluginmanager.register(_ClosingLine(Path(target)))
    if dearest is not None:
        config.pluginmanager.register(_Costs(dearest))
    notes, judging = config.getoption("--heard"), config.getoption("--whole")
    if notes or judging:
        config.pluginmanager.register(_Whole(config.rootpath, notes, judging=judging))
