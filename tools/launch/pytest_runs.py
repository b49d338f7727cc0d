"""A pytest plugin for `./run test`: picks the tests that touch the database, and keeps the closing line.

`--database-tests-only`, for the pass on SQLite, keeps each test that has the mark `django_db` or asks, itself or by
a fixture, for one of pytest-django's database fixtures, or is a Django TestCase; unless it is marked `postgresql`.
"""

import os
import time
from pathlib import Path

import pytest

DATABASE_FIXTURES = frozenset(
    {"db", "transactional_db", "django_db_setup", "django_db_reset_sequences", "live_server", "admin_user"}
)
#: Names the file that receives the closing line.
CLOSING_LINE = "SEALED_ORDERS_CLOSING_LINE"
#: Names the browser's program.
BROWSER = "PBEM_CHROMIUM"
#: Set where a missing browser is a failure.
BROWSER_REQUIRED = "SEALED_ORDERS_BROWSER_REQUIRED"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Our one option."""
    parser.addoption("--database-tests-only", action="store_true", help="only tests that touch the database")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what needs no database, if that was asked for; skip browser tests where there is no browser."""
    if not (os.environ.get(BROWSER) or os.environ.get(BROWSER_REQUIRED)):
        for item in items:
            if item.get_closest_marker("e2e"):
                item.add_marker(pytest.mark.skip(reason=f"no Chromium on this machine (name one in {BROWSER})"))
    if not config.getoption("--database-tests-only"):
        return
    kept = [item for item in items if _belongs_on_sqlite(item)]
    dropped = [item for item in items if not _belongs_on_sqlite(item)]
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = kept


def _belongs_on_sqlite(item: pytest.Item) -> bool:
    """Whether a test opens the database and does not do to it what only a database server lets be done."""
    return touches_database(item) and item.get_closest_marker("postgresql") is None


def touches_database(item: pytest.Item) -> bool:
    """Whether a test would open the database."""
    if item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ())):
        return True
    from django.test import TransactionTestCase

    case = getattr(item, "cls", None)
    return isinstance(case, type) and issubclass(case, TransactionTestCase)


class _ClosingLine:
    """Counts what pytest counts in its last line."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._began = time.monotonic()

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Write the counts down for the launcher."""
        kinds = ("failed", "error", "passed", "skipped", "xfailed", "xpassed")
        counts = {kind: len(terminalreporter.stats.get(kind, ())) for kind in kinds}
        words = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count) or "no tests ran"
        self._target.write_text(f"{words} in {time.monotonic() - self._began:.1f}s")


def pytest_configure(config: pytest.Config) -> None:
    """Keep the closing line, in the controlling process only."""
    target = os.environ.get(CLOSING_LINE)
    if target and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_ClosingLine(Path(target)))
