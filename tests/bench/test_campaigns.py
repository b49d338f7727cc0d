"""Campaigns of the soak: played to the verdict, told by month, and a failure is named."""

from collections import Counter

import pytest

from bench import campaigns
from bench.campaigns import Finished, played, run, sources, summary
from tests.titles.loading import load


def finished(seed: int, verdict: str, letters: int, **months: float) -> Finished:
    return Finished(seed, verdict, months, Counter(orders=letters))


def test_a_campaign_is_played_to_its_verdict() -> None:
    title = load("pq17")
    found = played(4, scenario="campaign_march", title=title)
    assert found.verdict in ("allied", "axis")
    assert set(found.months) == {"mar"}
    assert found.letters["orders"] > 20
    assert sum(found.sources.values()) == found.points
    assert f"{found.verdict}, {found.points:+g} VP" in str(found)


def test_all_together_say_who_won_and_what_each_month_brought() -> None:
    done = [finished(1, "axis", 40, mar=-10.5, apr=2), finished(2, "allied", 60, mar=30, apr=4)]
    assert summary(done) == "allied 1, axis 1; mean +12.8 VP (mar +9.8, apr +3.0); 20 to 30 letters a side"


def test_what_costs_the_allies_most_is_named_first() -> None:
    done = [finished(1, "axis", 40)._replace(sources={"arrived": 10, "sunk": -4.5}),
            finished(2, "axis", 40)._replace(sources={"sunk": -2.5, "bid": -1})]  # fmt: skip
    assert sources(done) == "sunk -3.5, bid -0.5, arrived +5.0"


def test_a_campaign_that_fails_is_named_and_the_others_are_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stumbling(seed: int) -> Finished:
        if seed == 8:
            raise ValueError("no end")
        return finished(seed, "axis", 10, mar=-1)

    monkeypatch.setattr(campaigns, "played", stumbling)
    assert run(3, 7) == 1
    told = capsys.readouterr().out
    assert "seed 8: ValueError: no end" in told
    assert "2 campaigns of 3 played to a verdict" in told
