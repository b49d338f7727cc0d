"""`./run mutate PATH…`: the command line."""

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Sequence

from tools.launch import ROOT
from tools.mutate.explained import explained
from tools.mutate.figures import figures_of
from tools.mutate.mutations import Mutant, files_under, mutants_of
from tools.mutate.reach import measure_coverage
from tools.mutate.report import rate, survivors, table
from tools.mutate.since import changed_lines
from tools.mutate.suites import SUITES, Suite, is_apart, suite_of
from tools.mutate.trial import Verdict, tried

DEFAULTS = [suite.part for suite in SUITES]
KEPT = ROOT / ".cache" / "mutate"
"""The folder for measurements and the last survivors."""


def main(words: Sequence[str]) -> int:
    """Test mutants of the named files and print the survivors; return 1 if the kill rate is below the required one."""
    args = _parser().parse_args(words)
    known = explained(ROOT)
    drawn = _drawn(args)
    print(f"{len(drawn)} mutants (seed {args.seed}).", flush=True)
    verdicts: list[Verdict] = []
    with tempfile.TemporaryDirectory(prefix="so-mutate-") as folder:
        os.environ.update(DATABASE_URL=f"sqlite:///{folder}/db.sqlite3", PBEM_DATA_DIR=folder)
        for suite in SUITES:
            ours = [mutant for mutant in drawn if suite_of(mutant.path) is suite]
            if ours:
                verdicts += _run(suite, ours, args)
    _keep(verdicts)
    print("\n".join(["", *survivors(verdicts, known), "", *table(verdicts, known)]))
    reached = rate(verdicts, known)
    print(f"\n{reached:.1f} of 100 noticed.")
    return int(reached < args.at_least)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./run mutate", description="Break the rules a little; does a test notice?")
    parser.add_argument("paths", nargs="*", default=DEFAULTS, help="files or folders (default: titles, kernel, games)")
    parser.add_argument("--sample", type=int, default=100, help="mutants to draw; 0 takes all (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the draw (default %(default)s)")
    parser.add_argument("--since", metavar="REV", help="only lines that changed since a revision")
    parser.add_argument("--again", action="store_true", help="only what survived the last time")
    parser.add_argument("--at-least", type=float, default=0.0, metavar="N", help="fail below N of 100")
    parser.add_argument("--seconds", type=float, default=float("inf"), metavar="N",
                        help="give up on a mutant when tests of so many seconds have not noticed it")  # fmt: skip
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once (default %(default)s)")
    return parser


def _drawn(args: argparse.Namespace) -> list[Mutant]:
    """Return the mutants to try, as the arguments select them, in the order of files and lines."""
    files = [path for path in files_under(ROOT, args.paths) if suite_of(path) and not is_apart(path, args.paths)]
    mutants = [mutant for path in files for mutant in _mutants(path)]
    if args.since:
        changed = changed_lines(ROOT, args.since)
        mutants = [one for one in mutants if changed.get(one.path, set()) & set(range(one.line, one.last_line + 1))]
    if args.again:
        last = set((KEPT / "survivors").read_text().splitlines())
        return [mutant for mutant in mutants if _named(mutant) in last]
    if 0 < args.sample < len(mutants):
        chosen = set(random.Random(args.seed).sample(range(len(mutants)), args.sample))  # noqa: S311
        mutants = [mutant for number, mutant in enumerate(mutants) if number in chosen]
    return mutants


def _mutants(path: str) -> list[Mutant]:
    return (mutants_of if path.endswith(".py") else figures_of)(path, (ROOT / path).read_text())


def _run(suite: Suite, mutants: list[Mutant], args: argparse.Namespace) -> list[Verdict]:
    print(f"{suite.part}: measuring which test reaches which line ...", flush=True)
    kept = KEPT / f"{suite.part.replace('/', '-')}.reach"
    reach = measure_coverage(ROOT, suite, kept, at_once=args.jobs, say=lambda words: print(f"  {words}", flush=True))
    for name in reach.failing:
        print(f"  not used, it fails unbroken or takes too long: {name}")
    print(f"{suite.part}: {len(reach.tests)} tests, {len(mutants)} mutants ...", flush=True)
    verdicts = []
    for verdict in tried(ROOT, mutants, reach, at_once=args.jobs, seconds=args.seconds):
        verdicts.append(verdict)
        print({"killed": ".", "timeout": "t"}.get(verdict.outcome, f"\n{_named(verdict.mutant)}\n"), end="", flush=True)
    print(flush=True)
    return verdicts


def _keep(verdicts: list[Verdict]) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    (KEPT / "survivors").write_text("\n".join(_named(one.mutant) for one in verdicts if not one.noticed))


def _named(mutant: Mutant) -> str:
    return " | ".join(mutant.key)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
