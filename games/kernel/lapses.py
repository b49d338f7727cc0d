"""Lapses: random mistakes, like those of a beginner, that make a bot weaker."""

from games.kernel.forms import RandomSource
from games.kernel.random_source import random_source

_WORD = 1 << 32


class Lapses:
    """The random mistakes of a bot in one decision: possibilities that it overlooks, numbers that it misjudges.

    A matter identifies a possibility or number within the decision, such as ("space", space). Whether the bot errs
    depends only on the decision's random source and the matter, not on the order of the calls: repeated calls give the
    same result. Without a random source there are no mistakes.
    """

    def __init__(self, pick: RandomSource | None = None) -> None:
        self._seed = None if pick is None else pick(_WORD)
        self._known: dict[tuple[object, ...], int] = {}

    def overlooks(self, once_in: int, *matter: object) -> bool:
        """Return True if the bot overlooks the matter: on average for one of `once_in` matters."""
        return self._seed is not None and self._draw(once_in, *matter) == 0

    def misjudge(self, value: int, percent: int, *matter: object) -> int:
        """Return the bot's estimate of `value` in a matter: too high or too low by up to `percent` of it."""
        if self._seed is None:
            return value
        return value * (100 - percent + self._draw(2 * percent + 1, *matter)) // 100

    def _draw(self, limit: int, *matter: object) -> int:
        key = (limit, *matter)
        if key not in self._known:
            self._known[key] = random_source(self._seed, *key)(limit)
        return self._known[key]


NO_LAPSES = Lapses()
"""The lapses of a bot that makes no mistakes."""
