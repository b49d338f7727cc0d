"""A battle by mail costs no more letters than it may, in every manner of playing; a game of each."""

import pytest

from bench.battles import PLAY_STYLES, PlayStyle, count
from tests.titles.loading import load


@pytest.mark.parametrize("manner", PLAY_STYLES, ids=lambda manner: manner.name)
def test_a_turn_costs_no_more_letters_than_it_may(manner: PlayStyle) -> None:
    counts = [count(load("battleships"), scenario, 1, manner) for scenario in ("denmark_strait", "san_bernardino")]
    assert all(one.turns > 4 for one in counts)
    assert sum(one.letters for one in counts) <= manner.aim * sum(one.turns for one in counts)


def test_the_more_is_given_ahead_the_fewer_they_are() -> None:
    rates = []
    for manner in PLAY_STYLES:
        one = count(load("battleships"), "denmark_strait", 2, manner)
        rates.append(one.letters / one.turns)
    assert rates == sorted(rates, reverse=True)
    assert rates[0] > 1.5 * rates[-1]
