"""Leaf worlds of every title: each leaf of a stored state, changed alone, shows to no seat that may not know it.

A quick run takes a sample of states and leaves. LEAF_WORLDS="all" tries all leaves of many states, and reports rules
about leaves that never make a difference.
"""

import os
from typing import Any

import pytest

from games.kernel.conformance.leaf_worlds import LeafReport, Sampling, check_leaves
from games.kernel.conformance.play import play_out
from games.kernel.conformance.report import NotConformant
from games.kernel.title import Title
from tests.titles.loading import TITLES, keys, load

IS_DEEP = os.environ.get("LEAF_WORLDS") == "all"
QUICK = Sampling(states=2, leaves=16, one_picture_of=16)
DEEP = Sampling(states=12, leaves=2000, one_picture_of=100, by_all=True)
STOPS = 400 if IS_DEEP else 60
"""The length of a play."""
HIDING = ("flagship", "command", "mines", "special_damage", "aircraft")
OTHERS: dict[tuple[str, str], dict[str, Any]] = {
    ("battleships", "mers_el_kebir"): dict.fromkeys(HIDING, True),
    ("battleships", "third_solomon"): dict.fromkeys(HIDING, True),
    ("goeben", "austrian"): {"fleet": "all_four"},
    ("pirates", "three_players"): {"tempo": "sealed"},
    ("pirates", "teams"): {"tempo": "sealed"},
    ("pq17", "qp14"): dict.fromkeys(("green_crews", "face_down", "air_surprise", "training"), True),
}
"""Options with more secrets, for some scenarios."""
CASES = [
    pytest.param(key, scenario, options, marks=pytest.mark.thorough if number or options else pytest.mark.early)
    for key in keys()
    for number, scenario in enumerate(load(key).scenarios)
    for options in ({}, *filter(None, [OTHERS.get((key, scenario))]))
]


def tried(title: Title[Any], scenario: str, options: dict[str, Any], sampling: Sampling, report: LeafReport) -> None:
    play = play_out(title, scenario, title.options.type(**options), 0, most_stops=STOPS)
    check_leaves(play, sampling, report)


@pytest.mark.parametrize(("key", "scenario", "options"), CASES)
def test_a_leaf_shows_to_no_seat_that_may_not_know_it(key: str, scenario: str, options: dict[str, Any]) -> None:
    report = LeafReport()
    tried(load(key), scenario, options, DEEP if IS_DEEP else QUICK, report)
    print(f"{key}/{scenario}:", ", ".join(f"{count} {name}" for name, count in sorted(report.counts.items())))
    if report.findings:
        raise NotConformant(report.findings)
    assert report.counts["readable"] >= 0.8 * report.counts["changes"]
    assert report.counts["worlds that broke"] <= 0.1 * report.counts["changes"]


@pytest.mark.parametrize("key", keys())
def test_every_title_declares_its_leaves_by_rule(key: str) -> None:
    ledger = {line.split("\t")[0] for line in _ledger(key)}
    wrong = [(one.path, one.rule) for one in load(key).secrecy.leaves if one.rule not in ledger]
    assert not wrong, "no such rule in the ledger"


def _ledger(key: str) -> list[str]:
    return (TITLES / key / "rules.tsv").read_text().splitlines()


def _stale_rules(key: str) -> list[str]:
    """The rules about leaves that made no difference in any scenario."""
    report, title = LeafReport(), load(key)
    for scenario in title.scenarios:
        for options in ({}, *filter(None, [OTHERS.get((key, scenario))])):
            tried(title, scenario, options, DEEP._replace(leaves=300), report)
    return [rule.path for rule in report.stale(title.secrecy.leaves)]


if IS_DEEP:

    @pytest.mark.parametrize("key", keys())
    def test_no_rule_about_leaves_is_stale(key: str) -> None:
        assert not _stale_rules(key)
