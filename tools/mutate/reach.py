"""Record which lines each test reaches. The tests of a file run once, in a forked process; results are cached."""

import gc
import hashlib
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import coverage
import pytest
from coverage.numbits import numbits_any_intersection, numbits_to_nums, nums_to_numbits
from msgspec import Struct, field, msgpack

from tools.mutate import forks
from tools.mutate.holding import Holder, hold
from tools.mutate.suites import Suite

WHOLE = "test_a_whole_game"
"""The beginning of the names of tests that play whole games: they kill the most mutants, but take long."""
LONGEST = 120.0
"""The largest processor time of a test while its lines are recorded, in seconds."""


class CoveredLines(Struct):
    """The lines that one test reaches."""

    seconds: float
    """The processor time of the test."""
    lines: dict[str, bytes]
    """The lines by file, as coverage's bit sets."""
    failed: bool = False
    """True for a test that failed; it is not used."""


class SuiteCoverage(Struct):
    """The coverage of a suite."""

    tests: dict[str, CoveredLines] = field(default_factory=dict)
    """The lines that each test reaches, by the test's name."""
    importing: dict[str, bytes] = field(default_factory=dict)
    """The lines, by file, that run while tests are collected."""
    digests: dict[str, str] = field(default_factory=dict)
    """The digests of all files at the time of the measurement."""
    whole: bool = False
    """True if every test was measured; an interrupted measurement is continued."""

    def tests_reaching(self, path: str, lines: Iterable[int]) -> list[str]:
        """Return the tests that reach one of the lines, the fastest first."""
        wanted = nums_to_numbits(lines)
        found = [
            name
            for name, test in self.tests.items()
            if not test.failed and numbits_any_intersection(wanted, test.lines.get(path, b""))
        ]
        return sorted(found, key=lambda name: self.tests[name].seconds)

    def at_import(self, path: str, lines: Iterable[int]) -> bool:
        """Return True if one of the lines runs before the first test, so that it cannot be replaced later."""
        return numbits_any_intersection(nums_to_numbits(lines), self.importing.get(path, b""))

    def by_specificity(self, path: str, body: Iterable[int], tests: Sequence[str]) -> list[str]:
        """Return the tests, those that are most specific to a function first.

        A test is specific if it reaches lines of the function that few other tests reach. For example, the test of an
        error kills the mutants in the code for this error. `path`, `body`: the function's file and line numbers.
        """
        reached = {name: self._in(path, name) & set(body) for name in tests}
        often = Counter(line for lines in reached.values() for line in lines)
        rarity = {name: sum(1 / often[line] for line in lines) for name, lines in reached.items()}
        return sorted(tests, key=lambda name: -rarity[name])

    def _in(self, path: str, test: str) -> set[int]:
        return set(numbits_to_nums(self.tests[test].lines.get(path, b"")))

    def tests_within(self, seconds: float, tests: Sequence[str], by_specificity: Sequence[str]) -> list[str]:
        """Return the tests to try within `seconds`: the fastest, the most specific, whole games, then any that fit.

        `tests` is sorted by time, `by_specificity` has the same tests, the most specific first. Returns at least one
        test.
        """
        small = [name for name in tests if WHOLE not in name]
        found = self._fitting(seconds / 4, small, [])
        found = self._fitting(seconds / 2, [name for name in by_specificity if WHOLE not in name], found)
        found = self._fitting(seconds, [name for name in tests if WHOLE in name], found)
        return self._fitting(seconds, small, found) or list(tests[:1])

    def _fitting(self, seconds: float, tests: Sequence[str], found: list[str]) -> list[str]:
        """Return `found` and the further tests that fit into `seconds` together with them."""
        left, known, more = seconds - self.seconds(found), set(found), []
        for name in tests:
            if name not in known and self.tests[name].seconds <= left:
                left -= self.tests[name].seconds
                more.append(name)
        return [*found, *more]

    def seconds(self, tests: Iterable[str]) -> float:
        """Return the total time of tests."""
        return sum(self.tests[name].seconds for name in tests)

    @property
    def failing(self) -> list[str]:
        """Return the names of the tests that fail without any mutation; they are not used."""
        return [name for name, test in self.tests.items() if test.failed]


def measure_coverage(
    root: Path, suite: Suite, kept: Path, *, at_once: int, say: Callable[[str], None]
) -> SuiteCoverage:
    """Return the coverage of a suite: for unchanged files from the cache file `kept`, otherwise measured now.

    `at_once` is the number of processes; `say` is called with lines about the progress.
    """
    digests = _digests(root, suite)
    reach = msgpack.decode(kept.read_bytes(), type=SuiteCoverage) if kept.exists() else SuiteCoverage()
    changed = {path for path in digests.keys() | reach.digests.keys() if digests.get(path) != reach.digests.get(path)}
    good = {name: test for name, test in reach.tests.items() if _holds(name, test, changed)}
    if changed or not reach.whole or len(good) < len(reach.tests):
        reach.tests, reach.digests, reach.whole = good, digests, False
        kept.parent.mkdir(parents=True, exist_ok=True)
        for count in _measure(root, suite, reach, at_once):
            if count % 100 == 0:
                say(f"{count} tests measured")
                kept.write_bytes(msgpack.encode(reach))
        reach.whole = True
        kept.write_bytes(msgpack.encode(reach))
    return reach


def _holds(name: str, test: CoveredLines, changed: set[str]) -> bool:
    """Return True if a measurement is still valid: neither the test's file nor a file that it reaches has changed."""
    return not test.failed and name.partition("::")[0] not in changed and changed.isdisjoint(test.lines)


def _measure(root: Path, suite: Suite, reach: SuiteCoverage, at_once: int) -> Iterator[int]:
    """Measure the tests that `reach` does not know, and add them; yield the number of measured tests after each."""
    known = frozenset(reach.tests)
    reach.importing = {}
    for kind, name, *told in forks.run_alone(lambda send: _trace(root, suite, known, at_once, send)):
        if kind == "import":
            reach.importing[name] = told[0]
        else:
            reach.tests[name] = CoveredLines(*told)
            yield len(reach.tests) - len(known)


def _trace(root: Path, suite: Suite, known: Collection[str], at_once: int, send: forks.Send) -> None:
    """Collect the tests of a suite, run those that are not `known`, and send the lines that each reaches.

    The tests of a file run in one fork.
    """
    tracing = _tracing(root, suite)
    tracing.start()

    def work(holder: Holder, items: Mapping[str, pytest.Item]) -> None:
        tracing.stop()
        holder.lay_out(items)
        gc.collect()
        gc.freeze()
        for name, lines in _lines(root, tracing).items():
            send(["import", name, lines])
        files: dict[str, list[str]] = {}
        for name in items:
            if name not in known:
                files.setdefault(name.partition("::")[0], []).append(name)

        def one(file: str, tell: forks.Send) -> None:
            for name, following in zip(files[file], [*files[file][1:], None], strict=True):
                inner, began = _tracing(root, suite), time.process_time()
                inner.start()
                failed = holder.fails(items[name], items[following] if following else None)
                inner.stop()
                tell(["test", name, time.process_time() - began, _lines(root, inner), failed])

        for file, sent in forks.run_each(files, one, at_once=at_once, seconds=lambda file: LONGEST * len(files[file])):
            told = sent or []
            for message in told:
                send(message)
            for name in files[file][len(told) :]:
                send(["test", name, LONGEST, {}, True])

    hold(suite.tests, work)


def _tracing(root: Path, suite: Suite) -> coverage.Coverage:
    return coverage.Coverage(data_file=None, config_file=False, include=[f"{root / suite.part}/*"])


def _lines(root: Path, tracing: coverage.Coverage) -> dict[str, bytes]:
    data = tracing.get_data()
    return {
        str(Path(name).relative_to(root)): nums_to_numbits(data.lines(name) or []) for name in data.measured_files()
    }


def _digests(root: Path, suite: Suite) -> dict[str, str]:
    """Return the digest of each Python file of the suite's code and tests."""
    found = [path for folder in (suite.part, *suite.tests) for path in sorted((root / folder).rglob("*.py"))]
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in found}
