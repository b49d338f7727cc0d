"""Chance: dice and draws that nobody can predict and everybody can verify afterwards.

Roll `n` of a branch uses HMAC-SHA256, keyed with the branch's secret, over `so1|branch|n|block` and the players'
nonces. The digests yield 32-bit words; words that would favour low values are discarded.
"""

import hmac
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from struct import Struct
from typing import Protocol

from games.kernel.errors import TitleFault
from games.kernel.requests import Draw, Roll

SCHEME = "so1"
_WORD = 1 << 32
_WORDS = Struct(">8I")
"""Unpacks a SHA-256 digest into eight words."""
_BLOCK = sha256().block_size
_PADS = (0x36, 0x5C)
"""RFC 2104: the bytes that are XORed with the key before the inner and before the outer hash."""


class Chance(Protocol):
    """Interface of the sources of chance, which answer rolls and draws."""

    def answer(self, request: Roll | Draw, branch: int, number: int) -> tuple[int, ...]:
        """Return the dice values, or the indices drawn from the pool, of roll `number` of `branch`."""


def commitment(secret: bytes) -> str:
    """Return the commitment that is published before the first roll: the SHA-256 of the secret, in hexadecimal."""
    return sha256(secret).hexdigest()


def secret_of_branch(root: bytes, branch: int) -> bytes:
    """Return the secret of a branch that a rewind began.

    It is derived from the root secret, so that a host cannot get better dice by trying other secrets.
    """
    return hmac.digest(root, f"{SCHEME}|branch|{branch}".encode(), "sha256")


def random_words(secret: bytes, nonces: Sequence[bytes], branch: int, number: int) -> Iterator[int]:
    """Yield 32-bit words for roll `number` of a branch, without end.

    `secret` is the secret of the branch, `nonces` are those of the players in table order.
    """
    return _words(_Keyed(secret), _tail(nonces), branch, number)


class _Keyed:
    """HMAC-SHA256 under a secret (RFC 2104), with the key-dependent part hashed once.

    A digest takes half the time of copying an `hmac` object of the standard library.
    """

    def __init__(self, secret: bytes) -> None:
        key = (secret if len(secret) <= _BLOCK else sha256(secret).digest()).ljust(_BLOCK, b"\0")
        self._inner, self._outer = (sha256(bytes(byte ^ pad for byte in key)) for pad in _PADS)

    def digest(self, message: bytes) -> bytes:
        """Return the HMAC-SHA256 of a message."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


def _tail(nonces: Sequence[bytes]) -> bytes:
    """Return the end of each message: the players' nonces in hexadecimal, each after a ``|``."""
    return b"".join(b"|" + nonce.hex().encode() for nonce in nonces)


def _words(keyed: _Keyed, tail: bytes, branch: int, number: int) -> Iterator[int]:
    block = 0
    while True:
        yield from _WORDS.unpack(keyed.digest(f"{SCHEME}|{branch}|{number}|{block}".encode() + tail))
        block += 1


def uniform_below(limit: int, words: Iterator[int]) -> int:
    """Return a number from 0 to `limit` - 1 with equal chances, by rejection sampling of the 32-bit `words`."""
    ceiling = _WORD - _WORD % limit
    while True:
        word = next(words)
        if word < ceiling:
            return word % limit


def answer_from_words(request: Roll | Draw, words: Iterator[int]) -> tuple[int, ...]:
    """Return the dice values, or the indices of the drawn members, for a request. `words` are 32-bit words."""
    if isinstance(request, Roll):
        return tuple([1 + uniform_below(sides, words) for sides in request.sides])
    if request.count == 1:
        return (uniform_below(len(request.pool), words),)
    left = list(range(len(request.pool)))
    return tuple([left.pop(uniform_below(len(left), words)) for _ in range(request.count)])


class HmacChance:
    """The dice and draws of a real game, computed from its secret and the players' nonces."""

    def __init__(self, secret: bytes, nonces: Sequence[bytes] = ()) -> None:
        self._keyed, self._tail = _Keyed(secret), _tail(nonces)

    def answer(self, request: Roll | Draw, branch: int, number: int) -> tuple[int, ...]:
        return answer_from_words(request, _words(self._keyed, self._tail, branch, number))


class ScriptedChance:
    """Dice scripted by a test: one group of dice for each roll, and one group of indices for each draw.

    Without scripted indices, a draw takes the first members of its pool. `answer` raises TitleFault for a group that
    does not fit its request, and for a roll after the last group. Tests that play to the end call `check_used_up`.
    """

    def __init__(self, rolls: Iterable[Sequence[int]] = (), draws: Iterable[Sequence[int]] = ()) -> None:
        self._rolls, self._draws = deque(map(tuple, rolls)), deque(map(tuple, draws))

    def answer(self, request: Roll | Draw, branch: int, number: int) -> tuple[int, ...]:
        return self._drawn(request) if isinstance(request, Draw) else self._rolled(request)

    @property
    def remaining(self) -> int:
        """Return the number of groups, of dice and of indices, that no request has used."""
        return len(self._rolls) + len(self._draws)

    def check_used_up(self) -> None:
        """Raise TitleFault if a group of the script is unused."""
        if self.remaining:
            raise TitleFault(f"never rolled: {list(self._rolls)}; never drawn: {list(self._draws)}")

    def _rolled(self, request: Roll) -> tuple[int, ...]:
        if not self._rolls:
            raise TitleFault(f"no dice left in the script for {request.key} ({request.rule})")
        values = self._rolls.popleft()
        fit = len(values) == len(request.sides)
        if not fit or any(not 1 <= value <= most for value, most in zip(values, request.sides, strict=True)):
            raise TitleFault(f"the script has {values} for {request.key}, which rolls {request.sides}")
        return values

    def _drawn(self, request: Draw) -> tuple[int, ...]:
        if not self._draws:
            return tuple(range(request.count))
        indices, members = self._draws.popleft(), range(len(request.pool))
        if len(indices) != request.count or len(set(indices)) < len(indices) or not set(indices) <= set(members):
            what = f"which draws {request.count} of {len(request.pool)}"
            raise TitleFault(f"the script has {indices} for {request.key} ({request.rule}), {what}")
        return indices
