"""Bots against bots and against random play: results of every battle and operation, beside the historical results."""

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

BATTLES, OPERATIONS = ("battleships", "captain"), ("pq17", "captain")
"""The title and the bot, of Battleships and of PQ-17."""
CAMPAIGN = "campaign"
"""The beginning of the keys of all campaigns."""
MERCHANTS = ("mv", "mo", "mc")
HISTORY = {
    "pq6": 0, "pq8": 0, "pq12": 1, "pq13": 5, "pq14": 5, "pq15": 4, "pq16": 8, "pq17": 29, "pq18": 16, "qp14": 3,
    "jw51a": 0, "jw51b": 0, "jw55b": 0,
}  # fmt: skip
"""The merchants historically lost in both convoys of each operation; rounded, from general knowledge."""


class Meeting(NamedTuple):
    """A finished game."""

    winner: str
    """The winning seat; empty for a draw."""
    state: Any
    """The final state."""
    seed: int = 0


class Match(NamedTuple):
    """Two games on one seed with swapped sides, so that an unbalanced operation favours neither player.

    The bot plays one game as the Allies and one as the Axis. The bot wins the match if `ours` is higher.
    """

    ours: int
    """The Allied half points in the game that the bot played as the Allies."""
    theirs: int
    """The Allied half points in the game that the bot played as the Axis."""


def met(title: Title[Any], scenario: str, seed: int, bot: str, led: Collection[str]) -> Meeting:
    """Play one game in which the bot (a level) plays the seats `led`, and random play the others; return the result."""
    rng, leader = random.Random(seed).randrange, title.bot(bot)

    def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer:
        chosen = leader(look(), question, rng) if question.seat in led else question.form.sample(rng)
        return SeatAnswer(question.seat, question.form.write(chosen))

    first = start(title, scenario, None)
    run = drive(title, first, (), supply, chance=HmacChance(seed.to_bytes(32, "big")), budget=PLENTY)
    first_places = [one.seat for one in title.rules.standings(run.state) if one.place == 1]
    return Meeting(first_places[0] if len(first_places) == 1 else "", run.state, seed)


def captains(games: int) -> Iterator[Measure]:
    """Battleships: play `games` games of every battle between captain bots; measure each side's wins and points."""
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
    """PQ-17: play `games` games of every operation between captain bots, and from each side against random play."""
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
    """Return as text how many games each side won, and how many were drawn."""
    won = Counter(one.winner for one in found)
    return ", ".join((*(f"{side} {won[side]}" for side in sides), f"drawn {won['']}"))


def mean_points(found: Sequence[Meeting]) -> float:
    """2.0 Return the mean score of operations in whole points, positive for the Allies."""
    return sum(map(points_of, found)) / HALVES / len(found)


def points_of(game: Meeting) -> int:
    """2.0 Return the score of an operation in half points, positive for the Allies."""
    return sum(one.points for one in game.state.bookings)


def matches(against: Mapping[str, Sequence[Meeting]]) -> list[Match]:
    """Return the matches between the bot and random play; each pairs two games of one seed.

    `against` are the games, by the side that the bot played.
    """
    theirs = {game.seed: points_of(game) for game in against["axis"]}
    return [Match(points_of(game), theirs[game.seed]) for game in against["allied"]]


def tally(paired: Sequence[Match]) -> str:
    """Return as text how many matches the bot won, lost and drew."""
    won, lost = sum(one.ours > one.theirs for one in paired), sum(one.ours < one.theirs for one in paired)
    return f"won {won}, lost {lost}, drawn {len(paired) - won - lost}"


def mean_margin(paired: Sequence[Match]) -> float:
    """Return the mean of `ours` minus `theirs` in whole points."""
    return sum(one.ours - one.theirs for one in paired) / HALVES / len(paired)


def merchants_lost(state: Any) -> int:
    """2.0 Return the number of Allied merchants lost in an operation, without those that ice or weather turned back."""
    lost = (one for one in state.losses if one.side == "allied" and one.unit in MERCHANTS)
    return sum(one.strength for one in lost if one.how in SCORING)


def _won(found: Sequence[Meeting], side: str) -> int:
    return sum(one.winner == side for one in found)
