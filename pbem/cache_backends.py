"""The Redis cache, fail-open: if Redis does not respond, a read is a miss, and a write is lost.

Everything in the cache may be missing at any time: counts restart, pictures are rendered again. So a Redis server that
is down, hangs or is full must hardly delay a request. Each command has `TIMEOUT_SECONDS` seconds; after a failure, no
command is sent for `RETRY_SECONDS` seconds, so that a hanging server delays one command only.
"""

import logging
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis import Redis
from redis.exceptions import RedisError

TIMEOUT_SECONDS = 0.2
"""Seconds to connect, and seconds until a response."""
RETRY_SECONDS = 5.0
"""Seconds after a failure for which no command is sent to the server."""

logger = logging.getLogger(__name__)

_away_until: dict[str, float] = {}
"""For each failed server's address, the monotonic time until which no command is sent to it; shared by threads."""


class FailOpenRedisCache(RedisCache):
    """Django's Redis cache, which behaves as if it were empty when Redis does not respond."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        own = {"socket_connect_timeout": TIMEOUT_SECONDS, "socket_timeout": TIMEOUT_SECONDS}
        super().__init__(server, {**params, "OPTIONS": {**own, **params.get("OPTIONS", {})}})
        self._address = server

    def _unless_away(self, command: Callable[..., Any], *words: Any, otherwise: Any) -> Any:
        """Return the result of `command(*words)`, or `otherwise` while the server is unavailable."""
        if time.monotonic() < _away_until.get(self._address, 0.0):
            return otherwise
        try:
            return command(*words)
        except RedisError as error:
            _away_until[self._address] = time.monotonic() + RETRY_SECONDS
            logger.warning("the cache is left alone for %s seconds: %s", RETRY_SECONDS, error)
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
        """Increment a counter, and return its new value; return 1 if Redis does not respond.

        `key` is the counter's name; a counter begins again `seconds` after its first increment. This takes one round
        trip; Django's `add` and `incr` would take three.
        """
        return int(self._unless_away(self._counted, self.make_and_validate_key(key), seconds, otherwise=1))

    def _counted(self, key: str, seconds: int) -> int:
        with _client(self._address).pipeline() as both:  # a transaction: the count cannot expire between the two
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


@lru_cache
def _client(address: str) -> Redis:
    """Return the Redis client that `count` uses; threads share its connections."""
    return Redis.from_url(address, socket_connect_timeout=TIMEOUT_SECONDS, socket_timeout=TIMEOUT_SECONDS)


def forget_outage() -> None:
    """Forget which Redis servers did not respond, so that the next command is sent at once."""
    _away_until.clear()
