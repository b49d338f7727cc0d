"""Matches between two versions of a bot: two games on one seed with swapped sides, and the same dice."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from bench.workbench.bare_play import Play
from bench.workbench.intervals import Interval, mean_interval, share_interval
from games.kernel.title import Bot, Title

ALONE = ("goeben",)
"""Titles whose seats all play against the game, so that each version plays a whole mission."""


class Outcome(NamedTuple):
    """The end of a game for its first side."""

    won: int
    """1 if the side won, 0 for a draw, -1 if it lost."""
    lead: int
    """Its lead in points; negative if it is behind."""


class Match(NamedTuple):
    """Two games on one seed with swapped sides, between a version of a bot under test and a reference."""

    seed: int
    one: Outcome
    """The game in which the version under test had the first side."""
    other: Outcome
    """The game in which the reference had the first side."""

    @property
    def margin(self) -> int:
        """Return the lead of the version under test in points, over both games."""
        return self.one.lead - self.other.lead

    @property
    def result(self) -> int:
        """Return 1 if the version under test won the match, 0 for a draw, -1 if it lost.

        Games won decide, then points.
        """
        better = (self.one.won - self.other.won) or self.margin
        return (better > 0) - (better < 0)


class Contest:
    """Plays matches between a bot under test (``ours``) and a reference bot (``theirs``) in one scenario of a title.

    If a ``side`` is named, only that side is compared: in both games the reference has all other seats.
    """

    def __init__(self, title: Title[Any], scenario: str, ours: Bot, theirs: Bot, side: str = "") -> None:
        self.title, self.scenario, self._ours, self._theirs = title, scenario, ours, theirs
        self.seats = title.seats(scenario)
        self._first = self.seats if title.key in ALONE else (side,) if side else self.seats[::2]
        self._is_fixed = bool(side) or title.key in ALONE

    def matches(self, seeds: Sequence[int]) -> Iterator[Match]:
        """Play one match on each seed."""
        for seed in seeds:
            swapped = self._theirs if self._is_fixed else self._ours
            yield Match(seed, self._game(seed, self._ours, self._theirs), self._game(seed, self._theirs, swapped))

    def _game(self, seed: int, first: Bot, second: Bot) -> Outcome:
        """Play one game with `first` on the first side."""
        bots = {seat: first if seat in self._first else second for seat in self.seats}
        return self.outcome(Play(self.title, self.scenario, seed, bots).to_the_end())

    def outcome(self, state: Any) -> Outcome:
        """Return the outcome of a game with this last state."""
        placings = self.title.rules.standings(state)
        own = [one for one in placings if one.seat in self._first]
        rest = [one for one in placings if one.seat not in self._first]
        if not rest:
            return Outcome(int(getattr(state, "verdict", "") == "won"), own[0].points)
        ahead, behind = min(one.place for one in own), min(one.place for one in rest)
        lead = sum(one.points for one in own) - sum(one.points for one in rest)
        return Outcome((behind > ahead) - (ahead > behind), lead)


class Summary:
    """The figures that the matches of one contest give."""

    def __init__(self, found: Sequence[Match]) -> None:
        self._found = found

    @cached_property
    def tally(self) -> tuple[int, int, int]:
        """Return the numbers of matches won, lost and drawn."""
        results = [one.result for one in self._found]
        return results.count(1), results.count(-1), results.count(0)

    @property
    def share(self) -> Interval:
        """Return the percentage of matches won among those not drawn, with its interval."""
        won, lost, _ = self.tally
        return share_interval(won, won + lost)

    @property
    def margin(self) -> Interval:
        """Return the mean margin of a match in points, with its interval."""
        return mean_interval([one.margin for one in self._found])

    @property
    def games(self) -> tuple[int, int]:
        """Return how many games the first side won: with the version under test, and with the reference."""
        return sum(one.one.won > 0 for one in self._found), sum(one.other.won > 0 for one in self._found)

    def __str__(self) -> str:
        won, lost, drawn = self.tally
        ours, theirs = self.games
        return (
            f"won {won} of {len(self._found)}: {share_interval(won, len(self._found))} %; lost {lost}, drawn {drawn}; "
            f"{self.share} % of the decided matches; "
            f"margin {self.margin} points; first side won {ours} games, with the reference {theirs}"
        )
