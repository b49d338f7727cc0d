"""The cache on Redis, which nobody waits for: what it cannot tell is taken for not there, what it cannot keep is lost.

Everything in the cache may be missing at any time: counts of calls begin anew, pictures are drawn again. So a server
that is away, hangs or is full must cost an answer next to nothing. Each command has `PATIENCE` seconds; after one that
failed, none is tried for `PAUSE` seconds, so that a server which hangs holds up one command and not every one.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

PATIENCE = 0.2
"""Seconds to connect, and seconds until an answer."""
PAUSE = 5.0
"""Seconds for which a server that failed is left alone."""

logger = logging.getLogger(__name__)

_away_until: dict[str, float] = {}
"""For each server's address the moment until which it is left alone; threads share it."""


class FailOpenRedisCache(RedisCache):
    """Django's cache on Redis, with an answer of its own for when Redis has none: as if the cache were empty."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        own = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
        super().__init__(server, {**params, "OPTIONS": {**own, **params.get("OPTIONS", {})}})
        self._address = server

    def _unless_away(self, command: Callable[..., Any], *words: Any, otherwise: Any) -> Any:
        """What the command answers, or `otherwise` while the server is away."""
        if time.monotonic() < _away_until.get(self._address, 0.0):
            return otherwise
        try:
            return command(*words)
        except RedisError as error:
            _away_until[self._address] = time.monotonic() + PAUSE
            logger.warning("the cache is left alone for %s seconds: %s", PAUSE, error)
            return otherwise

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._unless_away(super().get, key, default, version, otherwise=default)

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._unless_away(super().add, key, value, timeout, version, otherwise=True))

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._unless_away(super().set, key, value, timeout, version, otherwise=None)

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._unless_away(super().touch, key, timeout, version, otherwise=False))

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(self._unless_away(super().delete, key, version, otherwise=False))

    def has_key(self, key: str, version: int | None = None) -> bool:
        return bool(self._unless_away(super().has_key, key, version, otherwise=False))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        return int(self._unless_away(super().incr, key, delta, version, otherwise=delta))

    def count(self, key: str, seconds: int) -> int:
        """How often the key was counted within `seconds` of its first time, this time included; 1 if nobody knows.

        In one journey: Django's `add` and `incr` would take three.
        """
        return int(self._unless_away(self._counted, self.make_and_validate_key(key), seconds, otherwise=1))

    def _counted(self, key: str, seconds: int) -> int:
        with self._cache.get_client(key, write=True).pipeline() as both:  # a transaction: no count ends between the two
            both.set(key, 0, ex=seconds, nx=True)
            both.incr(key)
            return int(both.execute()[-1])

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        found: dict[Any, Any] = self._unless_away(super().get_many, keys, version, otherwise={})
        return found

    def set_many(self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> list[Any]:
        lost: list[Any] = self._unless_away(super().set_many, data, timeout, version, otherwise=list(data))
        return lost

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        self._unless_away(super().delete_many, keys, version, otherwise=None)

    def clear(self) -> None:
        self._unless_away(super().clear, otherwise=None)


def recover() -> None:
    """Forget that a server was away."""
    _away_until.clear()
