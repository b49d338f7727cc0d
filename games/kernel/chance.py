"""The chance player: dice and draws that nobody can foresee and everybody can check afterwards.

Roll `n` of a branch is made of HMAC-SHA256 under the branch's secret, over `so1|branch|n|block` and the players'
nonces: 32-bit words, of which those that would favour low values are thrown away.
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
"""A SHA-256 as eight words."""
_BLOCK = sha256().block_size
_PADS = (0x36, 0x5C)
"""RFC 2104: what a key is mixed with before the inner hash, and before the outer."""


class Chance(Protocol):
    """Answers rolls and draws."""

    def answer(self, request: Roll | Draw, branch: int, number: int) -> tuple[int, ...]:
        """The dice values, or the indices drawn from the pool, of roll `number` of `branch`."""


def commitment(secret: bytes) -> str:
    """What is published before the first roll: the SHA-256 of the secret, in hexadecimal."""
    return sha256(secret).hexdigest()


def secret_of_branch(root: bytes, branch: int) -> bytes:
    """The secret of a later branch: it follows from the root's, so that nobody can draw until he likes it."""
    return hmac.digest(root, f"{SCHEME}|branch|{branch}".encode(), "sha256")


def words(secret: bytes, nonces: Sequence[bytes], branch: int, number: int) -> Iterator[int]:
    """The endless 32-bit words from which roll `number` is made."""
    return _words(_Keyed(secret), _tail(nonces), branch, number)


class _Keyed:
    """HMAC-SHA256 under a secret (RFC 2104), with what the secret alone decides of it hashed once: a digest costs half
    of what one costs by a copy of the library's.
    """

    def __init__(self, secret: bytes) -> None:
        key = (secret if len(secret) <= _BLOCK else sha256(secret).digest()).ljust(_BLOCK, b"\0")
        self._inner, self._outer = (sha256(bytes(byte ^ pad for byte in key)) for pad in _PADS)

    def digest(self, message: bytes) -> bytes:
        """The code of a message."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


def _tail(nonces: Sequence[bytes]) -> bytes:
    """The players' nonces as they end each message."""
    return b"".join(b"|" + nonce.hex().encode() for nonce in nonces)


def _words(keyed: _Keyed, tail: bytes, branch: int, number: int) -> Iterator[int]:
    block = 0
    while True:
        yield from _WORDS.unpack(keyed.digest(f"{SCHEME}|{branch}|{number}|{block}".encode() + tail))
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
        return tuple([1 + below(sides, source) for sides in request.sides])
    if request.count == 1:
        return (below(len(request.pool), source),)
    left = list(range(len(request.pool)))
    return tuple([left.pop(below(len(left), source)) for _ in range(request.count)])


class HmacChance:
    """The dice of a real game."""

    def __init__(self, secret: bytes, nonces: Sequence[bytes] = ()) -> None:
        self._keyed, self._tail = _Keyed(secret), _tail(nonces)

    def answer(self, request: Roll | Draw, branch: int, number: int) -> tuple[int, ...]:
        return take(request, _words(self._keyed, self._tail, branch, number))


class Scripted:
    """Dice laid out by a test, one group per roll; draws take the first cards unless the script says which indices.

    Raises TitleFault for a group that does not fit its request, and where more is rolled than is laid out; whoever
    plays to the end calls `used_up`.
    """

    def __init__(self, rolls: Iterable[Sequence[int]] = (), draws: Iterable[Sequence[int]] = ()) -> None:
        self._rolls, self._draws = deque(map(tuple, rolls)), deque(map(tuple, draws))

    def answer(self, request: Roll | Draw, branch: int, number: int) -> tuple[int, ...]:
        return self._drawn(request) if isinstance(request, Draw) else self._rolled(request)

    @property
    def left(self) -> int:
        """Groups of dice that nothing has rolled, and of indices that nothing has drawn."""
        return len(self._rolls) + len(self._draws)

    def used_up(self) -> None:
        """Nothing is left of the script. Raises TitleFault."""
        if self.left:
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
