"""Counting what comes too often. Counts live in the cache: while that is away, nobody is counted and nobody refused."""

import time

from django.conf import settings
from django.core.cache import cache, caches

from pbem.caching import FailOpenRedisCache

MINUTE = 60
BEGUN = 0.0
"""Seconds past the full minute at which minutes begin; a test begins one of its own."""
LOOKS = "looks"
"""What is asked about a draft: what it could become, what a tap means. The page and REST are counted together."""


def count(key: str, seconds: int) -> int:
    """How often this key was counted within `seconds` of its first time, this time included."""
    if isinstance(caches["default"], FailOpenRedisCache):
        return caches["default"].count(key, seconds)
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key)
    except ValueError:  # it ran out this very moment
        return 1


def is_too_often(scope: str, who: object, most: int) -> bool:
    """Count once more, and say whether that is more than `most` in this minute; 0 is no limit, and counts nothing."""
    return most > 0 and count(f"{scope}:{who}:{minute()}", MINUTE * 2) > most


def minute() -> int:
    """The number of the present minute."""
    return int((time.time() - BEGUN) // MINUTE)


def seconds_left() -> float:
    """Until the next minute begins, and all counts with it."""
    return MINUTE - (time.time() - BEGUN) % MINUTE


def looks_too_often(player: object) -> bool:
    """Count a look at a draft. A hand that taps five times a second all the time does not get there."""
    return is_too_often(LOOKS, player, int(settings.PBEM_LOOKS_PER_MINUTE))
