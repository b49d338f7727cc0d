"""The chance player: dice and draws that nobody can foresee and everybody can check afterwards.

Roll `n` of a branch is made of HMAC-SHA256 under the branch's secret, over `so1|branch|n|block` and the players'
nonces: 32-bit words, of which those that would favour low values are thrown away.
"""

import hmac
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Protocol

from games.kernel.errors import TitleFault
from games.kernel.requests import Draw, Roll

SCHEME = "so1"
_WORD = 1 << 32


class Chance(Protocol):
    """Answers rolls and draws."""

    def answer(self, request: Roll | Draw, branch: int, number: int) -> tuple[int, ...]:
        """The dice values, or the indices drawn from the pool, of roll `number` of `branch`."""


def commitment(secret: bytes) -> str:
    """What is published before the first roll: the SHA-256 of the secret, in hexadecimal."""
    return sha256(secret).hexdigest()


def words(secret: bytes, nonces: Sequence[bytes], branch: int, number: int) -> Iterator[int]:
    """The endless 32-bit words from which roll `number` is made."""
    tail = b"".join(b"|" + nonce.hex().encode() for nonce in nonces)
    block = 0
    while True:
        message = f"{SCHEME}|{branch}|{number}|{block}".encode() + tail
        data = hmac.digest(secret, message, "sha256")
        for start in range(0, 32, 4):
            yield int.from_bytes(data[start : start + 4], "big")
        block += 1


def below(limit: int, source: Iterator[int]) -> int:
    """A number from 0 to `limit` - 1, each as likely as the other (rejection sampling)."""
    ceiling = _WORD - _WORD % limit
    while True:
        word = next(source)
        if word < ceiling:
            return word % limit


def take(request: Roll | Draw, source: Iterator[int]) -> tuple[int, ...]:
    """Answer one request from a stream of words."""
    if isinstance(request, Roll):
        return tuple(1 + below(sides, source) for sides in request.sides)
    left = list(range(len(request.pool)))
    return tuple(left.pop(below(len(left), source)) for _ in range(request.count))


class HmacChance:
    """The dice of a real game."""

    def __init__(self, secret: bytes, nonces: Sequence[bytes] = ()) -> None:
        self._secret, self._nonces = secret, tuple(nonces)

    def answer(self, request: Roll | Draw, branch: int, number: int) -> tuple[int, ...]:
        return take(request, words(self._secret, self._nonces, branch, number))


class Scripted:
    """Dice laid out by a test, one group per roll; draws take the first cards unless the script says which indices."""

    def __init__(self, rolls: Iterable[Sequence[int]] = (), draws: Iterable[Sequence[int]] = ()) -> None:
        self._rolls, self._draws = deque(rolls), deque(draws)

    def answer(self, request: Roll | Draw, branch: int, number: int) -> tuple[int, ...]:
        if isinstance(request, Draw):
            return tuple(self._draws.popleft()) if self._draws else tuple(range(request.count))
        if not self._rolls:
            raise TitleFault(f"no dice left in the script for {request.key} ({request.rule})")
        values = tuple(self._rolls.popleft())
        if len(values) != len(request.sides) or any(
            not 1 <= v <= s for v, s in zip(values, request.sides, strict=True)
        ):
            raise TitleFault(f"the script has {values} for {request.key}, which rolls {request.sides}")
        return values

    @property
    def left(self) -> int:
        """Groups of dice that nothing has rolled."""
        return len(self._rolls)
