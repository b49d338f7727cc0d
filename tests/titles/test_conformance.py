"""Every title, scenario and option keeps the kernel's contract.

CONFORMANCE_SEEDS="100:400" tries other and more games than the few of a quick run. CONFORMANCE_DISTRIBUTIONS="8"
compares the redeals of so many states of each game instead of one.
"""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import json

from games import registry
from games.kernel.conformance import Report, check
from tests.titles import agreements
from tests.titles.loading import keys, load

ROOT = Path(__file__).parents[2]
FIRST, LAST = map(int, os.environ.get("CONFORMANCE_SEEDS", "0:3").split(":"))
SEEDS = range(FIRST, LAST)
LONG = frozenset({"battleships", "pq17"})
"""Titles with many scenarios of many stops: one game of each and, in most of them, few pairs of worlds; one combination
of options each, and what it takes to show every value. The soak tries them all."""
WHOLE = frozenset({("battleships", "denmark_strait"), ("battleships", "third_solomon")})
"""Their scenarios, by day and by night, on which as many pairs are tried as on those of other titles."""
PAIRS, FEW = 40, 6
DISTRIBUTIONS = int(os.environ.get("CONFORMANCE_DISTRIBUTIONS", "1"))
EPIC = frozenset() if "CONFORMANCE_SEEDS" in os.environ else frozenset({("pq17", "campaign")})
"""Ten months are fortnights like those of one month and of four: here they are played (`pq17/test_operations.py`), and
tried in full where other seeds are asked for.
"""
FORTNIGHTS = frozenset({("pq17", "campaign_march"), ("pq17", "campaign_june"), ("pq17", "campaign")})
"""What options change in them, operations show."""


def pairs(key: str, scenario: str) -> int:
    """How many pairs of worlds are tried on a game."""
    return PAIRS if key not in LONG or (key, scenario) in WHOLE else FEW


def variants(key: str) -> Iterator[tuple[str, Any]]:
    """The combinations of options that are tried; of a long title the first, and those that show a value anew."""
    title = load(key)
    missing = set(agreements.values(title))
    skip = {scenario for of, scenario in FORTNIGHTS if of == key}
    for scenario, sampled in agreements.sampled(title, skip=skip).items():
        if scenario in skip:
            continue
        for number, options in enumerate(sampled):
            shown = agreements.shown(title, options)
            if key not in LONG or not number or missing & shown:
                yield scenario, options
            missing -= shown


SCENARIOS = [
    pytest.param(key, scenario, marks=pytest.mark.thorough if number else pytest.mark.early)
    for key in keys()
    for number, scenario in enumerate(load(key).scenarios)
    if (key, scenario) not in EPIC
]
VARIANTS = [
    pytest.param(
        key, scenario, options, id=f"{key}-{scenario}-{json.encode(options).decode()}", marks=pytest.mark.thorough
    )
    for key in keys()
    for scenario, options in variants(key)
]

NAMED = [
    pytest.param(key, scenario, options, id=f"{key}-{scenario}-{name}", marks=pytest.mark.thorough)
    for key in keys()
    for name, scenario, options in agreements.named(load(key))
]


def show(report: Report, key: str, scenario: str) -> None:
    print(f"{key}/{scenario}:", ", ".join(f"{count} {name}" for name, count in sorted(report.counts.items())))


def test_every_registered_title_is_tried() -> None:
    assert keys() == sorted(registry.TITLES)


@pytest.mark.parametrize(("key", "scenario"), SCENARIOS)
def test_a_title_keeps_the_contract(key: str, scenario: str) -> None:
    title = load(key)
    seeds, tried = SEEDS[:1] if key in LONG else SEEDS, pairs(key, scenario)
    report = check(title, scenario, title.options.type(), seeds, pairs=tried, distributions=DISTRIBUTIONS)
    show(report, key, scenario)
    report.raise_findings()
    if title.scenarios[scenario].has_secrets and tried == PAIRS:
        least = report.counts["plays"] + (key not in LONG)
        assert report.counts["pairs parted by a disclosure"] >= least


@pytest.mark.parametrize(("key", "scenario", "options"), [*VARIANTS, *NAMED])
def test_other_options_keep_it_too(key: str, scenario: str, options: Any) -> None:
    check(load(key), scenario, options, SEEDS[:1], pairs=FEW if key in LONG else PAIRS).raise_findings()


@pytest.mark.parametrize("key", keys())
def test_every_option_that_some_scenario_allows_is_tried(key: str) -> None:
    title = load(key)
    own = [options for of, _, options in (one.values for one in VARIANTS) if of == key]
    tried = {value for options in own for value in agreements.shown(title, options)}
    for value in agreements.values(title):
        if value not in tried:
            dice = Random(0)
            found = [scenario for scenario in title.scenarios if agreements.with_value(title, scenario, value, dice)]
            assert not found, f"{value} is possible with {found}, but not among the samples"


@pytest.mark.thorough
@pytest.mark.parametrize("key", keys())
def test_two_hash_seeds_agree(key: str) -> None:
    names = list(load(key).scenarios)[:: 4 if key in LONG else 1]
    program = (
        f"import gc; gc.set_threshold(*{gc.get_threshold()});"  # garbage is looked for as seldom as here
        "from tests.titles.loading import load; from games.kernel.conformance import trace;"
        f"title = load({key!r}); seeds = range({FIRST}, {FIRST + 2});"
        f"[print(name, *(trace(title, name, title.options.type(), seed) for seed in seeds)) for name in {names!r}]"
    )
    traces = []
    for hash_seed in ("1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", program]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        traces.append([line.split() for line in done.stdout.splitlines()])
    assert traces[0] == traces[1]
    assert [(name, len(found)) for name, *found in traces[0]] == [(name, 2) for name in names]
