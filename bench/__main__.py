"""The command `./run bench`: print every figure with its target, as a table or, with --json, for programs."""

import argparse
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import django

from bench.report import Measure, as_json, progress, table


def parts() -> dict[str, Callable[[int], Iterator[Measure]]]:
    """Return the measurements by name. Each is a function of its size; 0 is the smallest size."""
    from bench import (
        battles,
        beside,
        exchanges,
        in_process,
        operations,
        scale,
        stored,
        voyages,
        workers,
    )

    return {
        "kernel": lambda size: in_process.kernel(max(1, 20 * size)),
        "reload": lambda size: in_process.reloading(max(1, 10 * size)),
        "rebuild": lambda size: in_process.rebuilding(max(1, 10 * size)),
        "bots": lambda size: in_process.bots(max(1, 20 * size)),
        "exchanges": lambda size: exchanges.exchanges(max(1, 20 * size)),
        "pictures": lambda size: in_process.pictures(max(1, 5 * size)),
        "voyages": lambda size: voyages.voyages(max(1, 20 * size)),
        "battles": lambda size: battles.battles(max(1, 20 * size)),
        "operations": lambda size: operations.operations(max(1, 13 * size)),
        **_of_bots(),
        "charts": lambda size: voyages.charts(max(1, 5 * size)),
        "letters": lambda size: beside.letters(max(1, size)),
        "turn-beside": lambda size: beside.turns(max(1, size)),
        "resolve": lambda size: stored.resolving(max(1, size)),
        "days": lambda size: stored.days(max(1, size)),
        **_of_mail(),
        **_of_pages(),
        "workers": lambda size: workers.processes(max(10, 120 * size), turns=workers.TURNS if size else 1),
        "scale": lambda size: scale.scale(max(400, 20_000 * size), times=scale.TIMES if size else 1),
    }


def _of_bots() -> dict[str, Callable[[int], Iterator[Measure]]]:
    """Return the measurements of bots against bots."""
    from bench import contests

    return {
        "captains": lambda size: contests.captains(max(1, 20 * size)),
        "admirals": lambda size: contests.admirals(max(1, 10 * size)),
    }


def _of_pages() -> dict[str, Callable[[int], Iterator[Measure]]]:
    """Return the measurements of the players' pages and the API."""
    from bench import over_http, taps

    return {
        "taps": lambda size: taps.taps(max(4, 40 * size)),
        "http": lambda size: over_http.serving(max(0.5, size)),
    }


def _of_mail() -> dict[str, Callable[[int], Iterator[Measure]]]:
    """Return the measurements of e-mail."""
    from bench import by_mail, daily_mail, inbound, senders, slow_mail, turns

    return {
        "mail": lambda size: by_mail.sending(max(4, 40 * size)),
        "senders": lambda size: senders.together(max(10, 100 * size), rounds=senders.ROUNDS if size else 1),
        "daily-mail": lambda size: daily_mail.daily_mail(max(2, 400 * size)),
        "inbound": lambda size: inbound.receiving(max(1, 60 * size)),
        "turn": lambda size: turns.whole_turn(max(1, 4 * size)),
        "slow-mail": lambda size: slow_mail.playing_on(max(1, 30 * size)),
    }


def main() -> None:
    """Measure and print. A missed target does not change the exit code; an error in a measurement does."""
    arguments = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    arguments.add_argument("parts", nargs="*", help="what to measure; everything where nothing is named")
    arguments.add_argument("--size", type=int, default=5, help="how much to measure (5); 0 for as little as can be")
    arguments.add_argument("--json", type=Path, help="write the figures to this file too")
    known = arguments.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    django.setup()
    _migrate()
    known_parts = parts()
    unknown = set(known.parts) - set(known_parts)
    if unknown:
        arguments.error(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(known_parts)}")
    measures: list[Measure] = []
    try:
        for name in known.parts or known_parts:
            progress(f"{name}:")
            measures.extend(known_parts[name](known.size))
    finally:  # where one breaks, what was measured before it is not lost
        print(table(measures), flush=True)
        if known.json:
            known.json.write_text(as_json(measures) + "\n")


def _migrate() -> None:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


if __name__ == "__main__":
    main()
