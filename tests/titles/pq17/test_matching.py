"""1.2a Every way to put contents into blocks is equally likely, whichever is the true one."""

from collections import Counter as Tally
from itertools import permutations

import pytest

from games.kernel.random_source import random_source
from games.titles.pq17.visibility.matching import Matching

DRAWS = 3000
YES, NO = True, False
FITS = {
    "all": ((YES,) * 4,) * 4,
    "one is known": ((YES, NO, NO), (NO, YES, YES), (NO, YES, YES)),
    "two kinds": ((YES, YES, NO, NO), (YES, YES, YES, NO), (YES, YES, YES, YES), (NO, NO, YES, YES)),
    "a chain": ((YES, YES, NO), (NO, YES, YES), (YES, NO, YES)),
}


@pytest.mark.parametrize("name", FITS)
def test_every_assignment_that_fits_is_equally_likely(name: str) -> None:
    fits, pick = FITS[name], random_source(name)
    size = len(fits)
    possible = {one for one in permutations(range(size)) if all(fits[place][one[place]] for place in range(size))}
    matching = Matching(fits)
    drawn = Tally(tuple(matching.choose(pick)) for _ in range(DRAWS))
    assert set(drawn) == possible
    expected = DRAWS / len(possible)
    assert all(abs(count - expected) < 4.5 * expected**0.5 for count in drawn.values())


@pytest.mark.parametrize("name", FITS)
def test_only_zeros_change_nothing(name: str) -> None:
    assert Matching(FITS[name]).choose(lambda limit: 0) == list(range(len(FITS[name])))


def test_a_single_exchange_changes_two_blocks() -> None:
    asked: list[int] = []

    def once(limit: int) -> int:
        asked.append(limit)
        return 2 if len(asked) == 1 else 0

    assert Matching(FITS["all"]).choose(once) == [2, 1, 0, 3]
