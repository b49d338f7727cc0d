"""`./run soak`: every title and scenario in random games, for as long as you say.

Each option is tried alone first, then random combinations. Other runs instead:
- `--chaos MINUTES`: many games on a real server with injected faults (`bench.chaos`);
- `--mail COUNT`: damaged replies (`bench.mutated_mail`);
- `--campaigns COUNT`: whole campaigns of PQ-17 by bots (`bench.campaigns`);
- `--wire`: each scenario once on a real server by generic HTTP clients, with every e-mail checked (`bench.wired`);
- `--neighbours`: how much one hostile account slows the other players down (`bench.neighbours`).
"""

import argparse
import os
import random
import time
from collections.abc import Iterator
from typing import Any

import django
from msgspec import json

from bench.chaos import main as chaos
from bench.neighbours import main as neighbours
from bench.neighbours.attack import KINDS
from bench.report import progress
from bench.wired import main as wired


def main() -> None:
    """Play and check random games until the time is over; the first error ends the run."""
    arguments = argparse.ArgumentParser(prog="./run soak", description=__doc__)
    arguments.add_argument("--minutes", type=float, default=30, help="how long to play (30)")
    arguments.add_argument("--title", default="", help="one title only")
    arguments.add_argument("--first-seed", type=int, default=1000, help="the first game's seed (1000)")
    arguments.add_argument(
        "--chaos", type=float, metavar="MINUTES", help="a storm over a whole server, so many minutes"
    )
    arguments.add_argument("--mail", type=int, metavar="COUNT", help="so many damaged replies, each read and timed")
    arguments.add_argument("--campaigns", type=int, metavar="COUNT", help="so many campaigns of PQ-17 to the verdict")
    arguments.add_argument("--wire", action="store_true", help="each scenario once over HTTP, letters counted and read")
    arguments.add_argument("--scenario", default="", help="with --wire: these alone, separated by commas")
    arguments.add_argument("--pictures", action="store_true", help="with --wire: everybody wants pictures")
    _add_neighbours(arguments)
    known = arguments.parse_args()
    if known.neighbours:
        raise SystemExit(_neighbours(known.database, known.seconds, _named(known.attacks)))
    if known.wire:
        raise SystemExit(wired.run(known.title, _named(known.scenario), seed=known.first_seed, pictures=known.pictures))
    if known.mail:
        raise SystemExit(_damaged_mail(known.mail, known.first_seed))
    if known.chaos:
        raise SystemExit(chaos.run(known.chaos, seed=known.first_seed))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    django.setup()
    if known.campaigns:
        from bench import campaigns

        raise SystemExit(min(campaigns.run(known.campaigns, known.first_seed), 1))
    games = _play(time.monotonic() + 60 * known.minutes, known.title, known.first_seed)
    print(f"{games} games played and checked, no findings")


def _add_neighbours(arguments: argparse.ArgumentParser) -> None:
    """Add the command-line arguments of `--neighbours`."""
    arguments.add_argument("--neighbours", action="store_true", help="other players' times while one account attacks")
    arguments.add_argument(
        "--database", choices=(*neighbours.DATABASES, "both"), default="both", help="with --neighbours"
    )
    arguments.add_argument("--seconds", type=float, default=90, help="with --neighbours: quiet, then under attack (90)")
    arguments.add_argument("--attacks", default=",".join(KINDS), help="with --neighbours: these kinds alone")


def _neighbours(database: str, seconds: float, kinds: tuple[str, ...]) -> int:
    """Measure on one database, or on both in turn; return the exit code."""
    if database == "both":
        return neighbours.run(neighbours.DATABASES, seconds, kinds)
    return neighbours.measure(database, seconds, kinds)


def _named(scenarios: str) -> tuple[str, ...]:
    """Return the scenarios of a list with commas."""
    return tuple(one.strip() for one in scenarios.split(",") if one.strip())


def _damaged_mail(count: int, seed: int) -> int:
    """Read damaged replies and print the wrong results; return 1 if there are any, else 0."""
    from bench import mutated_mail

    found = 0
    for number, verdict, _ in mutated_mail.findings(count, seed):
        print(f"seed {number}: {verdict.finding}")
        found += 1
    print(f"{count} damaged replies read, {found} findings")
    return min(found, 1)


def _play(until: float, only: str, seed: int) -> int:
    """Play one game after the other, with consecutive seeds, until the time is over; return their number."""
    from games import registry
    from games.kernel.conformance import check

    titles = [registry.current_title(key) for key in registry.title_keys() if only in ("", key)]
    for games, (title, scenario, options) in enumerate(_table_talk(titles, seed)):
        if time.monotonic() > until:
            return games
        number = seed + games
        check(title, scenario, options, range(number, number + 1)).raise_findings()
        progress(f"{title.key} {scenario} seed {number} {json.encode(options).decode()}: sound")
    return 0


def _table_talk(titles: list[Any], seed: int) -> Iterator[tuple[Any, str, Any]]:
    """Yield the games to play, without end.

    These are each scenario with default options and with each single option, then with random combinations.
    """
    from tests.titles import agreements

    tables = [(title, scenario) for title in titles for scenario in title.scenarios]
    for title, scenario in tables:
        yield title, scenario, title.options.type()
        for options in agreements.singles(title, scenario):
            yield title, scenario, options
    dice = random.Random(seed)
    while tables:
        for title, scenario in tables:
            yield title, scenario, agreements.combination(title, scenario, dice)


if __name__ == "__main__":
    main()
