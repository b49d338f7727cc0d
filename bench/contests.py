"""Bot against bot: every battle and every operation, with the result by seed, and the historical results."""

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bench.random_play import PLENTY, start, title_of
from bench.report import Measure, progress
from games.kernel.chance import HmacChance
from games.kernel.driver import ViewFactory, drive
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from games.kernel.title import Title
from games.titles.pq17.rules.forces.victory_points import HALVES, SCORING

BATTLES, OPERATIONS = ("battleships", "captain"), ("pq17", "admiral")
"""A title, and its bot."""
CAMPAIGN = "campaign"
"""What the keys of all campaigns begin with."""
MERCHANTS = ("mv", "mo", "mc")
HISTORY = {
    "pq6": 0, "pq8": 0, "pq12": 1, "pq13": 5, "pq14": 5, "pq15": 4, "pq16": 8, "pq17": 29, "pq18": 16, "qp14": 3,
    "jw51a": 0, "jw51b": 0, "jw55b": 0,
}  # fmt: skip
"""Merchants of both convoys that were lost: general knowledge, rounded, beside the reconstructed orders of battle."""


class Meeting(NamedTuple):
    """A finished game: winner ("" for a draw), final state, and seed."""

    winner: str
    state: Any
    seed: int = 0


class Match(NamedTuple):
    """Two games on one seed with swapped sides, so that an unbalanced operation favours neither.

    The Allied points in halves: those that the bot scored as the Allies, and those that it conceded as the Axis. The
    side with more points wins the match.
    """

    ours: int
    theirs: int


def met(title: Title[Any], scenario: str, seed: int, bot: str, led: Collection[str]) -> Meeting:
    """Play one game in which the bot plays the seats `led`, and random choice plays the others."""
    rng, leader = random.Random(seed).randrange, title.bot(bot)

    def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer:
        chosen = leader(look(), question, rng) if question.seat in led else question.form.sample(rng)
        return SeatAnswer(question.seat, question.form.write(chosen))

    first = start(title, scenario, None)
    run = drive(title, first, (), supply, chance=HmacChance(seed.to_bytes(32, "big")), budget=PLENTY)
    first_places = [one.seat for one in title.rules.standings(run.state) if one.place == 1]
    return Meeting(first_places[0] if len(first_places) == 1 else "", run.state, seed)


def captains(games: int) -> Iterator[Measure]:
    """Battleships: captain bots on both sides, `games` games of every battle; measure the mean points of each side."""
    title, bot = title_of(BATTLES[0]), BATTLES[1]
    for scenario in title.scenarios:
        progress(f"{games} games of captains, {scenario}")
        sides = list(title.seats(scenario))
        found = [met(title, scenario, seed, bot, sides) for seed in range(games)]
        points = [{one.seat: one.points for one in title.rules.standings(game.state)} for game in found]
        means = ", ".join(f"{side} {sum(one[side] for one in points) / games:.1f} points" for side in sides)
        first = sides[0]
        note = f"{outcomes(found, sides)}; {means}"
        yield Measure(f"{scenario}, won by {first}", 100 * _won(found, first) / games, "of 100", note=note)


def admirals(games: int) -> Iterator[Measure]:
    """PQ-17: admiral against admiral, and against random choice on each side, `games` games of every operation."""
    title, bot = title_of(OPERATIONS[0]), OPERATIONS[1]
    for scenario in (key for key in title.scenarios if not key.startswith(CAMPAIGN)):
        progress(f"{3 * games} operations, {scenario}")
        sides = list(title.seats(scenario))
        found = [met(title, scenario, seed, bot, sides) for seed in range(games)]
        against = [[met(title, scenario, seed, bot, [side]) for seed in range(games)] for side in sides]
        chance = "; ".join(
            f"{side} against chance {outcomes(some, sides)}, {mean_points(some):+.1f}"
            for side, some in zip(sides, against, strict=True)
        )
        paired = matches(dict(zip(sides, against, strict=True)))
        chance += f"; matches {tally(paired)}, {mean_margin(paired):+.1f}"
        lost = sum(merchants_lost(one.state) for one in found) / games
        note = f"{outcomes(found, sides)}; merchants lost {lost:.1f}, in history {HISTORY[scenario]}; {chance}"
        yield Measure(f"{scenario}, mean points of the Allies", mean_points(found), "VP", note=note)
        won = sum(one.ours > one.theirs for one in paired)
        yield Measure(f"{scenario}, matches won against chance", won, f"of {games}")


def outcomes(found: Sequence[Meeting], sides: Sequence[str]) -> str:
    """Return, as text, how many games each side won and how many were drawn."""
    won = Counter(one.winner for one in found)
    return ", ".join((*(f"{side} {won[side]}" for side in sides), f"drawn {won['']}"))


def mean_points(found: Sequence[Meeting]) -> float:
    """2.0 Return the mean score of operations in whole points, positive for the Allies."""
    return sum(map(points_of, found)) / HALVES / len(found)


def points_of(game: Meeting) -> int:
    """2.0 Return the score of an operation in half points, positive for the Allies."""
    return sum(one.points for one in game.state.bookings)


def matches(against: Mapping[str, Sequence[Meeting]]) -> list[Match]:
    """Pair the bot's games against random choice into matches: two games of one seed with swapped sides."""
    theirs = {game.seed: points_of(game) for game in against["axis"]}
    return [Match(points_of(game), theirs[game.seed]) for game in against["allied"]]


def tally(paired: Sequence[Match]) -> str:
    """Return, as text, how many matches were won, lost and drawn."""
    won, lost = sum(one.ours > one.theirs for one in paired), sum(one.ours < one.theirs for one in paired)
    return f"won {won}, lost {lost}, drawn {len(paired) - won - lost}"


def mean_margin(paired: Sequence[Match]) -> float:
    """Return the mean margin of a match in whole points."""
    return sum(one.ours - one.theirs for one in paired) / HALVES / len(paired)


def merchants_lost(state: Any) -> int:
    """2.0 Return the number of Allied merchants sunk in an operation, without those that ice or weather turned back."""
    lost = (one for one in state.losses if one.side == "allied" and one.unit in MERCHANTS)
    return sum(one.strength for one in lost if one.how in SCORING)


def _won(found: Sequence[Meeting], side: str) -> int:
    return sum(one.winner == side for one in found)
