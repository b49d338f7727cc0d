"""Try mutants: each in its own process, with the tests that reach it, up to the first failure."""

import gc
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tools.mutate import forks
from tools.mutate.exchange import exchange, import_broken, living_functions
from tools.mutate.holding import Holder, hold
from tools.mutate.mutations import Mutant
from tools.mutate.reach import SuiteCoverage

KILLED, SURVIVED, TIMEOUT, UNREACHED = "killed", "survived", "timeout", "unreached"
AGAIN = "again"
COLLECTING = 90.0
"""The processor time for collecting tests again, in seconds."""
SPARE, FACTOR = 2.0, 4.0
"""A mutant may take `SPARE` seconds of processor time, and `FACTOR` times the usual time of its tests."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The result of trying a mutant."""

    mutant: Mutant
    outcome: str
    """``killed``, ``survived``, ``timeout``, or ``unreached`` (no test runs the line)."""
    test: str = ""
    """The name of the test that killed the mutant; empty if none did."""

    @property
    def noticed(self) -> bool:
        """Return True if a test failed or did not end, which kills the mutant."""
        return self.outcome in {KILLED, TIMEOUT}


def tried(
    root: Path, mutants: Sequence[Mutant], reach: SuiteCoverage, *, at_once: int, seconds: float = float("inf")
) -> Iterator[Verdict]:
    """Try mutants of one suite and yield the verdicts, in any order.

    `reach` is the coverage of the suite, `at_once` the number of processes at a time. A mutant survives if the tests
    that fit into `seconds` do not fail.
    """
    covering = {mutant: reach.tests_reaching(mutant.path, _lines(mutant)) for mutant in mutants}
    living: list[Mutant] = []
    anew: list[Mutant] = []
    for mutant in mutants:
        imported = mutant.function is None or reach.at_import(mutant.path, _lines(mutant))
        if imported:
            covering[mutant] = covering[mutant] or _of_the_file(reach, mutant)
        if covering[mutant]:
            by_specificity = reach.by_specificity(mutant.path, _body(mutant), covering[mutant])
            covering[mutant] = reach.tests_within(seconds, covering[mutant], by_specificity)
            (anew if imported else living).append(mutant)
        else:
            yield Verdict(mutant=mutant, outcome=UNREACHED)
    for verdict in _in_living_code(root, living, covering, reach, at_once):
        if verdict.outcome == AGAIN:
            anew.append(verdict.mutant)
        else:
            yield verdict
    yield from _imported(root, anew, covering, reach, at_once)


def _lines(mutant: Mutant) -> range:
    return range(mutant.line, mutant.last_line + 1)


def _body(mutant: Mutant) -> range:
    """Return the lines of the function that contains a mutant; outside functions, the mutant's own lines."""
    return range(mutant.body[0], mutant.body[1] + 1) if mutant.body is not None else _lines(mutant)


def _of_the_file(reach: SuiteCoverage, mutant: Mutant) -> list[str]:
    """Return the tests for a mutant in code that runs at import only: all tests that reach the mutant's file.

    If no test reaches it, as with data files and modules of types, return all tests of the suite.
    """
    reaching = reach.tests_reaching(mutant.path, range(1, 1000))
    return reaching or sorted(reach.tests.keys() - set(reach.failing), key=lambda name: reach.tests[name].seconds)


def _in_living_code(
    root: Path, mutants: Sequence[Mutant], covering: Mapping[Mutant, list[str]], reach: SuiteCoverage, at_once: int
) -> Iterator[Verdict]:
    if not mutants:
        return
    numbered = list(mutants)

    def work(send: forks.Send) -> None:
        def session(holder: Holder, items: Mapping[str, pytest.Item]) -> None:
            functions = living_functions(root)
            holder.lay_out(items)
            gc.collect()
            gc.freeze()  # so that forks share it; the collector shows frozen things to nobody

            def one(number: int, tell: forks.Send) -> None:
                mutant = numbered[number]
                if exchange(root, mutant, functions):
                    tell(holder.first_failure([items[name] for name in covering[mutant]]))
                else:
                    tell(AGAIN)

            for number, sent in forks.run_each(
                range(len(numbered)), one, at_once=at_once, seconds=lambda n: _limit(reach, covering[numbered[n]])
            ):
                send([number, *_outcome(sent)])

        hold(sorted({name.partition("::")[0] for mutant in numbered for name in covering[mutant]}), session)

    for number, outcome, test in forks.run_alone(work):
        yield Verdict(mutant=numbered[number], outcome=outcome, test=test)


def _imported(
    root: Path, mutants: Sequence[Mutant], covering: Mapping[Mutant, list[str]], reach: SuiteCoverage, at_once: int
) -> Iterator[Verdict]:
    def one(mutant: Mutant, tell: forks.Send) -> None:
        import_broken(root, mutant)
        names, ran = covering[mutant], False

        def session(holder: Holder, items: Mapping[str, pytest.Item]) -> None:
            nonlocal ran
            ran = True
            forks.limit_time(_limit(reach, names))
            if lost := next((name for name in names if name not in items), ""):
                tell(lost)
            else:
                tell(holder.first_failure([items[name] for name in names]))

        try:
            hold(sorted({name.partition("::")[0] for name in names}), session)
        except Exception:  # pytest lets through what breaks while Django is set up
            if ran:
                raise
        if not ran:
            tell("collection")

    for mutant, sent in forks.run_each(mutants, one, at_once=at_once, seconds=lambda _: COLLECTING):
        outcome, test = _outcome(sent)
        yield Verdict(mutant=mutant, outcome=outcome, test=test)


def _limit(reach: SuiteCoverage, tests: Sequence[str]) -> float:
    return SPARE + FACTOR * reach.seconds(tests)


def _outcome(sent: list[str] | None) -> tuple[str, str]:
    if sent is None:
        return TIMEOUT, ""
    (test,) = sent
    return (AGAIN, "") if test == AGAIN else (KILLED, test) if test else (SURVIVED, "")
