"""The conformance checks pass a sound title and notice every title that is broken on purpose."""

import dataclasses
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from msgspec.structs import replace

from games.kernel import conformance
from games.kernel.codec import decode, encode
from games.kernel.conformance import CHECKS, NotConformant, check
from games.kernel.conformance.play import SessionProgress
from games.kernel.scenarios import Placing, SeatRole
from games.kernel.text import Text
from tests.kernel.breaking import Broken
from tests.kernel.broken import BROKEN, opened
from tests.kernel.toy import ADVISED, TOY, Options

ROOT = Path(__file__).parents[2]


def test_the_toy_passes_everything() -> None:
    report = check(TOY, "standard", Options(), range(8))
    report.raise_findings()
    assert report.is_ok
    assert (report.title, report.scenario) == (TOY.key, "standard")
    assert report.counts["plays"] == 8
    assert report.counts["redeal distributions"] == 8
    assert report.counts["pairs that differ"] > 50
    assert report.counts["pairs parted by a disclosure"] > 50


def test_a_state_that_many_checkpoints_hold_is_looked_at_once() -> None:
    play = conformance.play_out(TOY, "standard", Options(), 0)
    first, *others = play.checkpoints
    play.checkpoints = [first, replace(first, number=99), *others, replace(others[-1], number=100)]
    assert [one.state for one in play.written_checkpoints] == list(dict.fromkeys(one.state for one in play.checkpoints))
    assert {one.state for one in play.written_checkpoints} == {one.state for one in play.checkpoints}


@pytest.mark.parametrize("checks", [("conserved",), ("redeal", "conserved")])
def test_a_counter_lost_in_one_written_state_alone_is_found(checks: tuple[str, ...]) -> None:
    sound = conformance.play_out(TOY, "standard", Options(), 0)
    lost = list(sound.written_checkpoints)[-2].state
    leaky = TOY.evolve(conserved_counts=lambda state: {"cards": int(TOY.write_state(state) != lost)})
    play = dataclasses.replace(sound, title=leaky, stops=[])
    found = [finding for name in checks for finding in CHECKS[name](play) if finding.check == "conserved"]
    assert [finding.what for finding in found] == ["cards 1 → 0"]


def test_many_redeals_of_the_toy_do_not_depend_on_its_truth() -> None:
    """Frequencies of hundreds of values are compared, and none differs by chance."""
    report = check(TOY, "standard", Options(), range(20, 24), ["distribution"], distributions=6)
    report.raise_findings()
    assert report.counts["redeal distributions"] == 24


def test_longer_options_pass_too() -> None:
    check(TOY, "standard", Options(rounds=1), range(4)).raise_findings()


def test_the_toy_title_with_an_adviser_conforms() -> None:
    check(ADVISED, "council", Options(), range(4)).raise_findings()


def test_a_scenario_without_hidden_things_says_so_and_passes() -> None:
    report = check(opened(), "standard", Options(), range(4))
    report.raise_findings()
    assert report.counts["pairs"] == 0, "two worlds that are one are not compared"


def test_what_goes_round_without_asking_is_found_at_once() -> None:
    for name in ("a step that follows itself", "a step that only counts"):
        endless = next(broken for broken in BROKEN if broken.name == name)
        began = process_time()
        assert not check(endless.title, "standard", Options(), [1], []).is_ok
        assert process_time() - began < 1


def test_a_side_that_nobody_commands_may_have_a_place_if_the_scenario_names_it() -> None:
    def ranked(state: Any) -> list[Placing]:
        return [*(replace(row, place=row.place + 1) for row in TOY.rules.standings(state)), Placing("ghost", 1, 9)]

    strange = TOY.evolve(standings=ranked)
    assert not check(strange, "standard", Options(), [1], ["ends"]).is_ok
    scenario = replace(TOY.scenarios["standard"], automata=(SeatRole("ghost", Text("Ghost", "幽霊")),))
    known = dataclasses.replace(strange, scenarios={"standard": scenario})
    check(known, "standard", Options(), [1], ["ends"]).raise_findings()
    assert list(scenario.role_names) == [*TOY.seats("standard"), "ghost"]


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.name)
def test_a_broken_title_is_caught(broken: Broken) -> None:
    report = check(broken.title, "standard", Options(), range(3), [broken.check], most_stops=60)
    said = [str(finding) for finding in report.findings if finding.check == broken.check]
    assert any(broken.says in line for line in said), report.findings


def test_that_a_seat_is_not_asked_may_show_where_it_may_have_said_for_good_what_it_does() -> None:
    """As a standing order may (ADR 5); what is passed over by other hidden things is found as before."""
    skipped = next(broken.title for broken in BROKEN if broken.name == "a question skipped")
    allowed = skipped.evolve(skipped_if_planned=frozenset({"react"}))
    report = check(allowed, "standard", Options(), range(3), ["secrets"], most_stops=60)
    report.raise_findings()
    assert report.counts["pairs parted by an instruction"]
    others = skipped.evolve(skipped_if_planned=frozenset({"bid"}))
    assert not check(others, "standard", Options(), range(3), ["secrets"], most_stops=60).is_ok


@pytest.mark.parametrize("name", ["a view that counts", "an event that tells more than it says"])
def test_what_is_told_before_a_question_that_one_world_passes_over_is_compared(name: str) -> None:
    broken = next(one for one in BROKEN if one.name == name)
    both = broken.title.evolve(skipped_if_planned=frozenset({"react", "bid"}))
    assert not check(both, "standard", Options(), range(3), ["secrets"], most_stops=60).is_ok


def test_two_worlds_that_are_one_are_played_once_until_others_seal_something_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And what they seal is looked for in the other world as if that had been played from the start."""
    played, forward = Counter[int](), SessionProgress.advance

    def counted(world: SessionProgress, *words: Any) -> Any:
        played[id(world)] += 1
        return forward(world, *words)

    monkeypatch.setattr(SessionProgress, "advance", counted)
    shown = next(broken.title for broken in BROKEN if broken.name == "a view of sealed plans")
    for title, leaks in ((TOY, False), (shown, True)):
        one = title.evolve(redeal=lambda state, seat, pick: decode(encode(state), type(state)))
        found, counts = list[str](), Counter[str]()
        played.clear()
        for play in (conformance.play_out(one, "standard", Options(), seed) for seed in range(12)):
            driven = played.total()
            play.pairs = 4  # none with other luck
            found += [finding.what for finding in CHECKS["secrets"](play)]
            counts.update(play.counts, driven=played.total() - driven)
        assert ["views differ" in what for what in found] == [True] * len(found)
        assert bool(found) is leaks, found
        assert counts["sealed answers that differ"] > 10
        assert counts["stops of two worlds"] < counts["driven"] < 2 * counts["stops of two worlds"]


def test_every_check_has_a_title_that_breaks_it() -> None:
    assert {broken.check for broken in BROKEN} == set(CHECKS)


def test_a_report_with_findings_refuses() -> None:
    report = check(BROKEN[0].title, "standard", Options(), [5], ["survive"])
    with pytest.raises(NotConformant, match="seed 5"):
        report.raise_findings()


def test_a_game_that_breaks_off_is_found_whatever_the_checks() -> None:
    endless = next(broken for broken in BROKEN if broken.name == "dice without end")
    assert not check(endless.title, "standard", Options(), [1], []).is_ok


def test_two_hash_seeds_agree_and_a_set_is_noticed() -> None:
    assert len({_trace("tests.kernel.toy", "TOY", seed) for seed in ("1", "2")}) == 1
    assert len({_trace("tests.kernel.broken", "HASHED", seed) for seed in ("1", "2", "3")}) > 1


def _trace(module: str, name: str, hash_seed: str) -> str:
    program = (
        f"from {module} import {name} as title; from games.kernel.conformance import trace;"
        "print(*(trace(title, 'standard', title.options.type(), seed) for seed in range(4)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_trace_depends_on_the_play() -> None:
    assert conformance.trace(TOY, "standard", Options(), 1) != conformance.trace(TOY, "standard", Options(), 2)
    assert conformance.trace(TOY, "standard", Options(), 1) == conformance.trace(TOY, "standard", Options(), 1)
    assert len(conformance.trace(TOY, "standard", Options(), 1)) == 32, "half a line of a report"
