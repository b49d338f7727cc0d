"""A pytest session that keeps the collected tests and runs selected ones in forked processes."""

import os
from collections.abc import Callable, Mapping, Sequence

import pytest

from tools.mutate.suites import MARKS

DATABASE = frozenset({"db", "transactional_db"})
"""The fixtures that open the database."""
OPTIONS = ("-q", "-m", MARKS, "--tb=no", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:randomly")


class Holder:
    """A pytest plugin that passes the collected tests to ``work`` instead of running them."""

    def __init__(self, work: Callable[[dict[str, pytest.Item]], None]) -> None:
        self._work = work
        self._failed = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Pass the collected tests to ``work`` instead of running them.

        Raises LookupError if tests could not be collected.
        """
        if session.testsfailed:
            raise LookupError(f"{session.testsfailed} test files could not be imported")
        self._work({item.nodeid: item for item in session.items})
        return True

    def lay_out(self, items: Mapping[str, pytest.Item]) -> None:
        """Create the test database in memory by running one test that opens it.

        Every fork has a copy of the database, so that no fork creates tables or finds rows of another fork.
        """
        opening = [item for item in items.values() if _opens_the_database(item)]
        if len(opening) > 1:
            from django.db import connection

            connection.settings_dict["TEST"]["NAME"] = None
            self.fails(opening[0], opening[-1])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a failure."""
        self._failed |= report.failed

    def first_failure(self, items: Sequence[pytest.Item]) -> str:
        """Run tests until one fails; return its name, or "" if all pass."""
        for item, next_item in zip(items, [*items[1:], None], strict=True):
            if self.fails(item, next_item):
                return item.nodeid
        return ""

    def fails(self, item: pytest.Item, following: pytest.Item | None) -> bool:
        """Run one test; return True if it fails. Fixtures that the `following` test needs stay alive."""
        self._failed = False
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        return self._failed


def _opens_the_database(item: pytest.Item) -> bool:
    return item.get_closest_marker("django_db") is not None or bool(DATABASE & set(getattr(item, "fixturenames", ())))


def hold(tests: Sequence[str], work: Callable[[Holder, dict[str, pytest.Item]], None]) -> int:
    """Collect tests in this process and pass them, by name, to ``work``; return pytest's exit code.

    Call it in a forked process.
    """
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", os.devnull)
    _settle_hypothesis()
    holder = Holder(lambda items: work(holder, items))
    return int(pytest.main([*OPTIONS, *tests], plugins=[holder]))


def _settle_hypothesis() -> None:
    """Make Hypothesis use the same examples each time and ignore slowness, because other processes run, too."""
    from hypothesis import HealthCheck, settings

    settings.register_profile(
        "mutate", derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    settings.load_profile("mutate")
