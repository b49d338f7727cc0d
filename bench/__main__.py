"""`./run bench`: every figure with its aim, as a table and, with --json, for machines."""

import argparse
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import django

from bench.report import Measure, as_json, progress, table


def _parts() -> dict[str, Callable[[int], Iterator[Measure]]]:
    """What can be measured; the number says how much of it."""
    from bench import (
        battles,
        beside,
        exchanges,
        in_process,
        operations,
        over_http,
        scale,
        stored,
        voyages,
        workers,
    )

    return {
        "kernel": lambda size: in_process.kernel(20 * size),
        "reload": lambda size: in_process.reloading(10 * size),
        "rebuild": lambda size: in_process.rebuilding(10 * size),
        "bots": lambda size: in_process.bots(20 * size),
        "exchanges": lambda size: exchanges.exchanges(20 * size),
        "pictures": lambda size: in_process.pictures(5 * size),
        "voyages": lambda size: voyages.voyages(20 * size),
        "battles": lambda size: battles.battles(20 * size),
        "operations": lambda size: operations.operations(13 * size),
        **_of_bots(),
        "charts": lambda size: voyages.charts(5 * size),
        "letters": lambda size: beside.letters(size),
        "turn-beside": lambda size: beside.turns(size),
        "resolve": lambda size: stored.resolving(size),
        "days": lambda size: stored.days(size),
        **_of_mail(),
        "http": lambda size: over_http.serving(float(size)),
        "workers": lambda size: workers.processes(120 * size),
        "scale": lambda size: scale.scale(20_000 * size),
    }


def _of_bots() -> dict[str, Callable[[int], Iterator[Measure]]]:
    """What can be measured of bots against bots."""
    from bench import contests

    return {
        "captains": lambda size: contests.captains(20 * size),
        "admirals": lambda size: contests.admirals(10 * size),
    }


def _of_mail() -> dict[str, Callable[[int], Iterator[Measure]]]:
    """What can be measured of mail."""
    from bench import by_mail, inbound, senders, slow_mail, turns

    return {
        "mail": lambda size: by_mail.sending(40 * size),
        "senders": lambda size: senders.together(100 * size),
        "inbound": lambda size: inbound.receiving(60 * size),
        "turn": lambda size: turns.whole_turn(4 * size),
        "slow-mail": lambda size: slow_mail.playing_on(30 * size),
    }


def main() -> None:
    """Measure and print. Missed aims are no failure; a measurement that breaks is."""
    arguments = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    arguments.add_argument("parts", nargs="*", help="what to measure; everything where nothing is named")
    arguments.add_argument("--size", type=int, default=5, help="how much to measure (5)")
    arguments.add_argument("--json", type=Path, help="write the figures to this file too")
    known = arguments.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    django.setup()
    _migrate()
    parts = _parts()
    unknown = set(known.parts) - set(parts)
    if unknown:
        arguments.error(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(parts)}")
    measures: list[Measure] = []
    for name in known.parts or parts:
        progress(f"{name}:")
        measures += parts[name](known.size)
    print(table(measures))
    if known.json:
        known.json.write_text(as_json(measures) + "\n")


def _migrate() -> None:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


main()
