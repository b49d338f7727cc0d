"""3.2.7 The chances that bots and the phantom reckon with, held against every roll there is."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from games.titles.pirates.components.odds import attack_odds, challenge_odds
from tests.titles.pirates.laid_out import BOX

Coin = tuple[int, ...]
GUNS: list[Coin] = sorted({ship.attack for ship in BOX.ships.values()})[::3]
HULLS: list[Coin] = sorted({ship.defence for ship in (*BOX.ships.values(), *BOX.merchants.values())})


def results(coin: Coin, modifier: int) -> Iterator[int]:
    """What all rolls of a coin come to: the highest die with the modifier, never below 1."""
    return (max(1, max(dice) + modifier) for dice in product(*(range(1, sides + 1) for sides in coin)))


def thousandths(favourable: int, of: int) -> int:
    return int(1000 * Fraction(favourable, of))


@pytest.mark.rule("pirates", "3.2.7")
@pytest.mark.parametrize(("bonus", "malus"), [(0, 0), (2, 0), (-3, 0), (0, -2), (1, -4)])
def test_twice_the_defence_sinks_and_more_than_it_damages(bonus: int, malus: int) -> None:
    for coin, hull in product(GUNS, HULLS):
        pairs = list(product(results(coin, bonus), results(hull, malus)))
        sunk = sum(mine >= 2 * theirs for mine, theirs in pairs)
        damaged = sum(theirs < mine < 2 * theirs for mine, theirs in pairs)
        expected = (thousandths(sunk, len(pairs)), thousandths(damaged, len(pairs)))
        assert tuple(attack_odds(coin, bonus, hull, malus)) == expected, (coin, hull)


@pytest.mark.rule("pirates", "3.2.7")
@pytest.mark.parametrize("bonus", [0, 2, -4])
def test_a_challenge_wants_more_than_the_response(bonus: int) -> None:
    for coin, response in product(HULLS, HULLS):
        pairs = list(product(results(coin, bonus), results(response, 0)))
        expected = thousandths(sum(mine > theirs for mine, theirs in pairs), len(pairs))
        assert challenge_odds(coin, bonus, response) == expected, (coin, response)
