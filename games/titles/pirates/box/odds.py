"""Chances of rolls (3.2.7), for bots: exact, and in whole thousandths so that no machine rounds otherwise."""

from functools import lru_cache
from typing import NamedTuple

from games.titles.pirates.box.components import Coin


class Odds(NamedTuple):
    """Chances of an attack in thousandths."""

    sunk: int
    damaged: int


@lru_cache(maxsize=256)
def spread(coin: Coin, modifier: int = 0) -> tuple[tuple[int, int], ...]:
    """How many of all rolls of a coin give each total: the highest die with the modifier, at least 1."""
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
    """The chances to sink and to damage."""
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
    """The chance of a challenge to succeed, in thousandths."""
    won = every = 0
    for mine, ways in spread(coin, bonus):
        for theirs, others in spread(response):
            every += ways * others
            won += ways * others if mine > theirs else 0
    return 1000 * won // every
