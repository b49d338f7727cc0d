"""Repeatable pseudo-random choices from a seed, for bots and tests.

They are not the game's dice: see `games.kernel.chance`.
"""

from hashlib import blake2b

from games.kernel.forms import RandomSource

_MASK = (1 << 64) - 1


class SplitMix64:
    """SplitMix64: a `RandomSource` whose choices depend only on its seed."""

    __slots__ = ("_at",)

    def __init__(self, seed: int) -> None:
        self._at = seed & _MASK

    def __call__(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1. Raises ValueError if `limit` is below 1."""
        if limit <= 0:
            raise ValueError(f"nothing to pick from: {limit}")
        self._at = word = (self._at + 0x9E3779B97F4A7C15) & _MASK
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((word ^ (word >> 31)) * limit) >> 64


def random_source(*seed: object) -> RandomSource:
    """Return a `RandomSource` whose seed is made from the texts of the arguments: equal texts give equal choices."""
    name = "|".join(map(str, seed)).encode()
    return SplitMix64(int.from_bytes(blake2b(name, digest_size=8).digest(), "big"))


UNLIKELY = 1 << 32
"""A number of choices so large that a uniform random source practically never returns 0."""


def is_redrawn(pick: RandomSource) -> bool:
    """Return False if `pick` always returns 0, and True if it returns random numbers.

    A redeal must change nothing with a source that always returns 0. So a title calls this function before a redeal
    replaces hidden information that cannot be shuffled, such as written orders.
    """
    return pick(UNLIKELY) > 0


def mostly_zero(pick: RandomSource, once_in: int) -> RandomSource:
    """Return a source that returns a random number of `pick` about once in `once_in` calls (1: always), otherwise 0."""

    def choose(limit: int) -> int:
        return pick(limit) if limit > 1 and pick(once_in) == 0 else 0

    return choose
