"""Dice that are equal in two games, so that bots or orders can be compared. They are not the dice of a real game."""

from collections import Counter
from typing import Any

from games.kernel.chance import answer_from_words
from games.kernel.random_source import random_source
from games.kernel.requests import Draw, Roll

WORD = 1 << 32
CLOCK = ("days", "turns", "round", "turn")
"""The fields of a state that count its days, rounds or turns; each title has some of them."""


class KeyedDice:
    """Dice that depend only on the seed, the time within the game, the request's key, and a count.

    The count is the number of requests with this key at this time so far.
    Two games with the same seed get the same dice for the same request, although one of them rolled more dice before.
    """

    def __init__(self, *seed: object) -> None:
        self._seed = seed
        self._made: Counter[tuple[object, ...]] = Counter()

    def answer(self, request: Roll | Draw, moment: tuple[object, ...]) -> tuple[int, ...]:
        """Return the values of a roll, or for a draw the indices of the chosen members in its pool.

        `moment`: the time within the game, from `moment_of`.
        """
        place = (*moment, request.key)
        self._made[place] += 1
        pick = random_source("dice", *self._seed, *place, self._made[place])
        return answer_from_words(request, iter(lambda: pick(WORD), None))


def moment_of(state: Any, step: str) -> tuple[object, ...]:
    """Return the time within the game: the numbers of day, round and turn that a state has, and the key of the step."""
    found = (getattr(state, name, None) for name in CLOCK)
    return (*(number for number in found if isinstance(number, int)), step)
