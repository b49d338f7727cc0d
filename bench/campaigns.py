"""Whole campaigns of PQ-17 between bots: the winner, victory points by month and by source, and e-mails."""

from collections import Counter
from typing import Any, NamedTuple

from bench.operations import BOT, CAMPAIGN, TITLE, Count, PlayStyle, count
from bench.random_play import title_of
from bench.report import progress
from games.kernel.errors import GameError
from games.kernel.title import Title

HALVES = 2
"""The half victory points in one victory point."""
PLAY_STYLE = PlayStyle("standing instructions", 0, (("refuses", "never"), ("strikes", "always"), ("revises", "never")))
"""Standing instructions for all usual questions, with which people would play a campaign of a year."""


class Finished(NamedTuple):
    """A finished campaign."""

    seed: int
    verdict: str
    """The winner."""
    months: dict[str, float]
    """The whole victory points of each month."""
    letters: Counter[str]
    """The number of e-mails by kind of question."""
    sources: dict[str, float] = {}
    """The whole victory points by source."""

    @property
    def points(self) -> float:
        """15.9 Return the final score in whole victory points."""
        return sum(self.months.values())

    def __str__(self) -> str:
        months = ", ".join(f"{month} {points:+g}" for month, points in self.months.items())
        each = self.letters.total() / 2
        return f"seed {self.seed}: {self.verdict}, {self.points:+g} VP ({months}); {each:.0f} letters a side"


def played(seed: int, *, scenario: str = CAMPAIGN, title: Title[Any] | None = None) -> Finished:
    """15.0 Play one campaign between captain bots to its end. Raises ValueError if it ends without a winner."""
    found = count(title or title_of(TITLE), scenario, seed, PLAY_STYLE)
    if not found.state.over or found.state.verdict not in ("allied", "axis"):
        raise ValueError(f"seed {seed}: the campaign ended without a verdict")
    return Finished(seed, found.state.verdict, by_month(found), found.letters, by_source(found))


def by_month(found: Count) -> dict[str, float]:
    """15.9 Return the whole points of each month, by the month's name."""
    months: dict[str, float] = {}
    before = 0
    for one in found.state.roster.ledger:
        month = one.key.partition("_")[0]
        months[month] = months.get(month, 0) + (one.points - before) / HALVES
        before = one.points
    return months


def by_source(found: Count) -> dict[str, float]:
    """15.9 Return the whole points of each source, by its key."""
    sources: dict[str, float] = {}
    for one in found.state.bookings:
        sources[one.why] = sources.get(one.why, 0) + one.points / HALVES
    return sources


def run(campaigns: int, seed: int) -> int:
    """Play campaigns with consecutive seeds; print each result and a summary.

    Return the number of games without a winner.
    """
    done: list[Finished] = []
    failed = 0
    for number in range(seed, seed + campaigns):
        progress(f"campaign {number}, {BOT}")
        try:
            done.append(played(number))
        except (GameError, ValueError) as problem:  # the others are played all the same
            failed += 1
            print(f"seed {number}: {type(problem).__name__}: {problem}", flush=True)
        else:
            print(done[-1], flush=True)
    if done:
        print(summary(done))
        print(sources(done))
    print(f"{len(done)} campaigns of {campaigns} played to a verdict")
    return failed


def summary(done: list[Finished]) -> str:
    """Return as text: the wins of each side, the mean points by month, and the e-mails."""
    won = Counter(one.verdict for one in done)
    means = {month: sum(one.months.get(month, 0) for one in done) / len(done) for month in done[0].months}
    letters = [one.letters.total() / 2 for one in done]
    monthly = ", ".join(f"{month} {points:+.1f}" for month, points in means.items())
    return (
        f"allied {won['allied']}, axis {won['axis']}; mean {sum(means.values()):+.1f} VP ({monthly}); "
        f"{min(letters):.0f} to {max(letters):.0f} letters a side"
    )


def sources(done: list[Finished]) -> str:
    """Return as text the mean points of each source, those that cost the Allies most first."""
    sums: Counter[str] = Counter()
    for one in done:
        sums.update(one.sources)
    return ", ".join(f"{why} {points / len(done):+.1f}" for why, points in sorted(sums.items(), key=lambda one: one[1]))
