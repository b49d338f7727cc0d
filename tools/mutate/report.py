"""The report of a run: a table by file, the survivors with their places, the kill rate."""

from collections import Counter
from collections.abc import Collection, Sequence

from tools.mutate.trial import KILLED, SURVIVED, TIMEOUT, UNREACHED, Verdict


def survivors(verdicts: Sequence[Verdict], known: Collection[tuple[str, str]]) -> list[str]:
    """Return a paragraph for each survivor that is not accepted; `known` are the keys of accepted survivors."""
    open_ones = [one for one in verdicts if not one.noticed and one.mutant.key not in known]
    lines = []
    for verdict in sorted(open_ones, key=lambda one: (one.mutant.path, one.mutant.line)):
        mutant = verdict.mutant
        lines.append(f"{mutant.path}:{mutant.line} {mutant.place}" + " (no test comes here)" * _is_unreached(verdict))
        lines.append(f"    {mutant.mutation}")
    return lines


def table(verdicts: Sequence[Verdict], known: Collection[tuple[str, str]]) -> list[str]:
    """Return a line for each file with the numbers of mutants killed, timed out, survived, accepted, and in total."""
    rows: list[tuple[str, ...]] = [("file", KILLED, TIMEOUT, SURVIVED, "explained", "of")]
    for path in sorted({one.mutant.path for one in verdicts}):
        rows.append((path, *_counts([one for one in verdicts if one.mutant.path == path], known)))
    rows.append(("together", *_counts(verdicts, known)))
    width = max(len(row[0]) for row in rows)
    return ["  ".join([row[0].ljust(width), *(word.rjust(9) for word in row[1:])]) for row in rows]


def rate(verdicts: Sequence[Verdict], known: Collection[tuple[str, str]]) -> float:
    """Return the percentage of mutants killed; accepted survivors do not count."""
    counted = [one for one in verdicts if one.noticed or one.mutant.key not in known]
    return 100.0 * sum(one.noticed for one in counted) / max(1, len(counted))


def _counts(verdicts: Sequence[Verdict], known: Collection[tuple[str, str]]) -> list[str]:
    outcomes = Counter(one.outcome for one in verdicts)
    missed = [one for one in verdicts if not one.noticed]
    excused = sum(one.mutant.key in known for one in missed)
    numbers = (outcomes[KILLED], outcomes[TIMEOUT], len(missed) - excused, excused, len(verdicts))
    return [str(number) for number in numbers]


def _is_unreached(verdict: Verdict) -> bool:
    return verdict.outcome == UNREACHED
