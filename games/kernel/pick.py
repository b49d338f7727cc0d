"""Whims that can be repeated: small choices out of a seed, for bots and trials.

The game's own dice are another matter: see `chance`.
"""

from hashlib import blake2b

from games.kernel.forms import Pick

_MASK = (1 << 64) - 1


class Whims:
    """SplitMix64: a `Pick` whose choices follow from its seed alone."""

    __slots__ = ("_at",)

    def __init__(self, seed: int) -> None:
        self._at = seed & _MASK

    def __call__(self, limit: int) -> int:
        """A number from 0 to `limit` - 1. Raises ValueError where there is nothing to pick from."""
        if limit <= 0:
            raise ValueError(f"nothing to pick from: {limit}")
        self._at = word = (self._at + 0x9E3779B97F4A7C15) & _MASK
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((word ^ (word >> 31)) * limit) >> 64


def whims(*seed: object) -> Pick:
    """A `Pick` of its own for whatever is named: equal names, equal choices."""
    name = "|".join(map(str, seed)).encode()
    return Whims(int.from_bytes(blake2b(name, digest_size=8).digest(), "big"))


def seldom(pick: Pick, once_in: int) -> Pick:
    """Picks 0 nearly always, and freely about once in `once_in` times (always freely for 1)."""

    def choose(limit: int) -> int:
        return pick(limit) if limit > 1 and pick(once_in) == 0 else 0

    return choose
