"""3.2.7 The outcomes of rolls, and their odds in thousandths.

The odds are computed with integers, so that every machine computes the same.
"""

from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from games.titles.pirates.components.box import Coin


class Odds(NamedTuple):
    """The probabilities that an attack sinks or damages its target, in thousandths."""

    sunk: int
    damaged: int


@lru_cache(maxsize=256)
def spread(coin: Coin, modifier: int = 0) -> tuple[tuple[int, int], ...]:
    """Return pairs (total, number of throws of the dice `coin` with this total).

    A total is the highest die plus the modifier, at least 1.
    """
    ways: dict[int, int] = {}
    below = 0
    for high in range(1, max(coin) + 1):
        reached = 1
        for sides in coin:
            reached *= min(high, sides)
        total = max(1, high + modifier)
        ways[total] = ways.get(total, 0) + reached - below
        below = reached
    return tuple(ways.items())


@lru_cache(maxsize=4096)
def attack_odds(coin: Coin, bonus: int, defence: Coin, malus: int) -> Odds:
    """Return the odds of an attack roll with the dice `coin` against a defence roll with the dice `defence`.

    `bonus`: the modifier of the attack. `malus`: the modifier of the defence.
    """
    sunk = damaged = every = 0
    for mine, ways in spread(coin, bonus):
        for theirs, others in spread(defence, malus):
            every += ways * others
            if mine >= 2 * theirs:
                sunk += ways * others
            elif mine > theirs:
                damaged += ways * others
    return Odds(1000 * sunk // every, 1000 * damaged // every)


SUNK, DAMAGED, CAPTURED, NONE = "sunk", "damaged", "captured", "none"


def outcome(attack: int, defence: int, multiple: int) -> str:
    """3.2.7 Return the outcome of an attack from the totals of both rolls.

    It is "sunk" if the attack is at least `multiple` times the defence, "damaged" if the attack is higher than the
    defence, otherwise "none".
    """
    if attack >= multiple * defence:
        return SUNK
    return DAMAGED if attack > defence else NONE


def outcome_for_target(result: str, *, damageable: bool, spared: bool) -> str:
    """3.2.7, 6.8.1 Return the effect of the outcome `result` on a ship: "sunk", "captured", "damaged" or "none".

    `damageable`: True if it can get a damage marker. 3.3.3, 3.3.25 `spared`: True for a merchant that is captured
    instead of sunk, and never damaged.
    """
    if spared:
        return CAPTURED if result == SUNK else NONE
    return NONE if result == DAMAGED and not damageable else result


class Roll(NamedTuple):
    """3.2.7 An attack and its defence."""

    coin: Coin
    """The dice of the attack."""
    bonus: int
    """The sum of the modifiers of the attack."""
    defence: Coin
    """The dice of the defence."""
    malus: int = 0
    """The sum of the modifiers of the defence."""
    multiple: int = 2
    """The target is sunk if the attack is at least this many times the defence."""
    damageable: bool = True
    """True if the target can get a damage marker."""
    spared: bool = False
    """True for a merchant that is captured instead of sunk, and never damaged."""


@lru_cache(maxsize=4096)
def roll_chances(roll: Roll) -> tuple[tuple[str, int, int], ...]:
    """3.2.7 Return (outcome, number of throws with it, number of all throws) for each outcome of an attack."""
    ways = dict.fromkeys((SUNK, CAPTURED, DAMAGED, NONE), 0)
    for mine, some in spread(roll.coin, roll.bonus):
        for theirs, others in spread(roll.defence, roll.malus):
            result = outcome(mine, theirs, roll.multiple)
            ways[outcome_for_target(result, damageable=roll.damageable, spared=roll.spared)] += some * others
    every = sum(ways.values())
    return tuple((key, count, every) for key, count in ways.items())


class SupportDice(Struct, frozen=True, omit_defaults=True, gc=False):
    """3.2.7.5, 3.3.36, 3.3.44 The modifiers of an attack roll by Night, Searchlight and Surprise Attack."""

    night: int = 0
    searchlight: int = 0
    surprise: int = 0

    def modifiers(self, *, night: bool, searchlight: bool, surprise: bool) -> tuple[tuple[str, int], ...]:
        """Return the modifiers that apply, as pairs (key, amount). A Searchlight counts only at night.

        `night`, `searchlight`, `surprise`: True if the attack is at night, or has this support.
        """
        found = (
            *((("night", self.night),) if night else ()),
            *((("searchlight", self.searchlight),) if night and searchlight else ()),
        )
        return (*found, ("surprise_attack", self.surprise)) if surprise else found


@lru_cache(maxsize=1024)
def challenge_odds(coin: Coin, bonus: int, response: Coin) -> int:
    """Return the probability, in thousandths, that a challenge roll exceeds a response roll.

    `coin`, `response`: the dice. `bonus`: the modifier of the challenge.
    """
    won, every = challenge_ways(coin, bonus, response)
    return 1000 * won // every


def challenge_ways(coin: Coin, bonus: int, response: Coin) -> tuple[int, int]:
    """3.2.7.1 Return (number of pairs of rolls with which a challenge succeeds, number of all pairs).

    `coin`, `response`: the dice. `bonus`: the modifier of the challenge.
    """
    won = every = 0
    for mine, ways in spread(coin, bonus):
        for theirs, others in spread(response):
            every += ways * others
            won += ways * others if mine > theirs else 0
    return won, every


class HuntDice(NamedTuple):
    """3.3.28, 3.3.34 The dice of a Q-ship that hunts a submarine, and those of the submarine."""

    challenge: Coin
    """The dice of the challenge: does the submarine surface?"""
    response: Coin
    """The dice of the response to it."""
    gun: Coin
    """The Q-ship's guns."""
    charges: Coin
    """The Q-ship's depth charges; () if it has none."""
    defence: Coin
    """The Q-ship's defence."""
    torpedo: Coin
    """The submarine's torpedo."""
    deck_gun: Coin
    """The submarine's gun."""
    hull: Coin
    """The submarine's defence."""
    multiple: int
    """A target is sunk if the attack is at least this many times the defence."""


@lru_cache(maxsize=256)
def hunt_ways(dice: HuntDice) -> tuple[tuple[str, int], ...]:
    """3.3.28, 3.3.28.1 Return pairs (result, number of throws) for the results of a hunt.

    They are "submarine_sunk", "both_sunk", "hunter_sunk" (the Q-ship) and "none".
    """
    won, every = challenge_ways(dice.challenge, 0, dice.response)
    lost = every - won
    hits, misses = _sinkings(dice.gun, dice.hull, dice.multiple)
    struck, spared = _sinkings(dice.deck_gun, dice.defence, dice.multiple)
    torpedoed, missed = _sinkings(dice.torpedo, dice.defence, dice.multiple)
    charged, escaped = _sinkings(dice.charges, dice.hull, dice.multiple) if dice.charges else (0, 1)
    guns, depths = (hits + misses) * (struck + spared), (torpedoed + missed) * (charged + escaped)
    baited, answered = won * depths, lost * guns
    return (
        ("submarine_sunk", baited * hits * spared + answered * missed * charged),
        ("both_sunk", baited * hits * struck),
        ("hunter_sunk", baited * misses * struck + answered * torpedoed * (charged + escaped)),
        (NONE, baited * misses * spared + answered * missed * escaped),
    )


def _sinkings(coin: Coin, defence: Coin, multiple: int) -> tuple[int, int]:
    """3.2.7 Return the number of throws that sink, and that of those that do not."""
    ((_, ways, every), *_) = roll_chances(Roll(coin, 0, defence, 0, multiple))
    return ways, every - ways
