"""`./run soak`: every title, scenario and option set in random games, for as long as you say."""

import argparse
import os
import time

import django
from msgspec import json

from bench.report import progress


def main() -> None:
    """Play and check until time is up; the first finding ends the run with an error."""
    arguments = argparse.ArgumentParser(prog="./run soak", description=__doc__)
    arguments.add_argument("--minutes", type=float, default=30, help="how long to play (30)")
    arguments.add_argument("--title", default="", help="one title only")
    arguments.add_argument("--first-seed", type=int, default=1000, help="the first game's seed (1000)")
    known = arguments.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    django.setup()
    games = _play(time.monotonic() + 60 * known.minutes, known.title, known.first_seed)
    print(f"{games} games played and checked, no findings")


def _play(until: float, only: str, seed: int) -> int:
    """Round after round through all scenarios and options, a seed each; how many games."""
    from games import registry
    from games.kernel.conformance import check
    from tests.titles.loading import option_sets

    games = 0
    while True:
        for key in registry.title_keys():
            title = registry.current_title(key)
            for scenario in title.scenarios if only in ("", key) else ():
                for options in option_sets(title):
                    if time.monotonic() > until:
                        return games
                    report = check(title, scenario, options, range(seed, seed + 1))
                    report.require()
                    games += 1
                    progress(f"{key} {scenario} seed {seed} {json.encode(options).decode()}: sound")
        seed += 1


if __name__ == "__main__":
    main()
