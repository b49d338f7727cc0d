"""3.2.7 The outcome of rolls, and their odds: exact, in whole thousandths, so that all machines round them alike."""

from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from games.titles.pirates.components.box import Coin


class Odds(NamedTuple):
    """The odds of an attack to sink and to damage, in thousandths."""

    sunk: int
    damaged: int


@lru_cache(maxsize=256)
def spread(coin: Coin, modifier: int = 0) -> tuple[tuple[int, int], ...]:
    """Return for each total the number of rolls of a coin that give it.

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
    """Return the odds of an attack coin with a bonus against a defence coin with a penalty."""
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
    """3.2.7 Return the outcome: sunk at `multiple` times the defence, damaged above the defence, else none."""
    if attack >= multiple * defence:
        return SUNK
    return DAMAGED if attack > defence else NONE


def outcome_for_target(result: str, *, damageable: bool, spared: bool) -> str:
    """3.2.7, 6.8.1 Return the effect of an outcome on a ship that can be damaged or not.

    3.3.3, 3.3.25 A merchant that is to be `spared` is captured instead of sunk, and never damaged.
    """
    if spared:
        return CAPTURED if result == SUNK else NONE
    return NONE if result == DAMAGED and not damageable else result


class Roll(NamedTuple):
    """3.2.7 The dice on both sides of an attack, the sums of their modifiers, and the possible effects."""

    coin: Coin
    bonus: int
    defence: Coin
    malus: int = 0
    multiple: int = 2
    damageable: bool = True
    spared: bool = False


@lru_cache(maxsize=4096)
def roll_chances(roll: Roll) -> tuple[tuple[str, int, int], ...]:
    """3.2.7 Return each outcome of an attack with its number of throws and that of all throws."""
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
        """Return those that apply."""
        found = (
            *((("night", self.night),) if night else ()),
            *((("searchlight", self.searchlight),) if night and searchlight else ()),
        )
        return (*found, ("surprise_attack", self.surprise)) if surprise else found


@lru_cache(maxsize=1024)
def challenge_odds(coin: Coin, bonus: int, response: Coin) -> int:
    """Return the odds that a challenge succeeds, in thousandths."""
    won = every = 0
    for mine, ways in spread(coin, bonus):
        for theirs, others in spread(response):
            every += ways * others
            won += ways * others if mine > theirs else 0
    return 1000 * won // every
