"""The command `./run bots`: matches between two versions of a title's bot, which roll the same dice.

A bot is a level (such as the captain), a version, or LEVEL@VERSION; `random` is random play. A version is `here` (the
working tree) or a commit; its bot without a level is the captain. The rules are always those of the working tree.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from bench.workbench.matches import Contest, Match, Summary
from bench.workbench.versions import HERE, ROOT, UnknownVersion, bot_of, shipped_title

STORED = ROOT / "var" / "bots"
TITLES = ("battleships", "goeben", "pirates", "pq17")


def main(words: Sequence[str] | None = None, stored: Path = STORED) -> int:
    """Play the matches, print a summary of each scenario, and store each match; return the exit code."""
    known = _parser().parse_args(words)
    try:
        contests = list(_contests(known, stored / "versions"))
    except UnknownVersion as problem:
        print(f"./run bots: {problem}", file=sys.stderr)
        return 2
    seeds = range(known.first_seed, known.first_seed + known.matches)
    every: list[Match] = []
    path = _new_file(stored, known)
    with path.open("w", encoding="utf-8") as file:
        for contest in contests:
            found = _played(contest, seeds, file)
            print(f"{contest.scenario}: {Summary(found)}", flush=True)
            every += found
    if len(contests) > 1:
        print(f"all {len(every)} matches: {Summary(every)}")
    print(f"stored: {path}")
    return 0


def _contests(known: argparse.Namespace, kept: Path) -> Iterator[Contest]:
    """Yield the contests that the arguments name. Raises UnknownVersion."""
    title = shipped_title(known.title)
    ours, theirs = (bot_of(title.key, one, kept) for one in (known.bot, known.against))
    for scenario in known.scenario or [key for key in title.scenarios if not key.startswith("campaign")]:
        if scenario not in title.scenarios:
            raise UnknownVersion(f"no scenario {scenario}; there are {', '.join(title.scenarios)}")
        seats = title.seats(scenario)
        if known.side and known.side not in seats:
            raise UnknownVersion(f"no seat {known.side} in {scenario}; there are {', '.join(seats)}")
        yield Contest(title, scenario, ours, theirs, known.side)


def _new_file(stored: Path, known: argparse.Namespace) -> Path:
    stored.mkdir(parents=True, exist_ok=True)
    names = (known.title, known.bot, known.against, time.strftime("%Y%m%d-%H%M%S"))
    return stored / ("-".join(names).replace("/", "_") + ".jsonl")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./run bots", description=__doc__)
    parser.add_argument("title", choices=TITLES)
    bot = "the bot under test: LEVEL, VERSION or LEVEL@VERSION (%(default)s)"
    parser.add_argument("--bot", default=HERE, metavar="BOT", help=bot)
    parser.add_argument("--against", default="HEAD", metavar="BOT", help="the reference, likewise (%(default)s)")
    parser.add_argument("--scenario", action="append", metavar="KEY", help="may be repeated; all but campaigns")
    parser.add_argument("--matches", type=int, default=20, metavar="N", help="for each scenario (%(default)s)")
    parser.add_argument("--first-seed", type=int, default=1, metavar="SEED", help="default %(default)s")
    parser.add_argument("--side", default="", metavar="SEAT", help="compare one side; the reference has the other")
    return parser


def _played(contest: Contest, seeds: Sequence[int], file: TextIO) -> list[Match]:
    """Play the matches of one scenario. Each is written to the file at once, so that an interruption loses none."""
    found: list[Match] = []
    for match in contest.matches(seeds):
        found.append(match)
        row = {"scenario": contest.scenario, "seed": match.seed, "one": match.one, "other": match.other}
        file.write(json.dumps(row) + "\n")
        file.flush()
        print(f"\r  … {contest.scenario}: {len(found)} of {len(seeds)}", end="", file=sys.stderr, flush=True)
    print("\r", end="", file=sys.stderr, flush=True)
    return found


if __name__ == "__main__":
    sys.exit(main())
