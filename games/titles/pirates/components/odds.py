"""The odds of rolls (3.2.7), for bots. They are exact, in whole thousandths, so that all machines round them alike."""

from functools import lru_cache
from typing import NamedTuple

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


@lru_cache(maxsize=1024)
def challenge_odds(coin: Coin, bonus: int, response: Coin) -> int:
    """Return the odds that a challenge succeeds, in thousandths."""
    won = every = 0
    for mine, ways in spread(coin, bonus):
        for theirs, others in spread(response):
            every += ways * others
            won += ways * others if mine > theirs else 0
    return 1000 * won // every
