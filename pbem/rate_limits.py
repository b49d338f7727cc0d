"""Rate limits. Counts are in the cache: while it is unavailable, no call is counted or refused."""

import time

from django.conf import settings
from django.core.cache import cache, caches

from pbem.cache_backends import FailOpenRedisCache

MINUTE = 60
FIRST_SECOND = 0.0
"""Seconds past the full minute at which a counted minute begins; tests change it to start in a new minute."""
PREVIEW_SCOPE = "looks"
"""The counter of requests about a draft (completions and results of taps), which the page and REST share."""
SAVES_PER_MINUTE = 120
"""The rate limit of automatic saves: a page saves about once a second during typing."""


def count_event(key: str, seconds: int) -> int:
    """Count an event under `key`, and return the new count; counts restart `seconds` after the first event."""
    if isinstance(caches["default"], FailOpenRedisCache):
        return caches["default"].count(key, seconds)
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key)
    except ValueError:  # it expired this very moment
        return 1


def is_over_limit(scope: str, who: object, limit: int) -> bool:
    """Count an event of `who`, and return True if `who` has more than `limit` in this minute.

    `scope` names the kind of event. Each scope is counted separately. With limit 0 nothing is counted or limited.
    """
    return limit > 0 and count_against(scope, who, limit) < 0


def count_against(scope: str, who: object, limit: int) -> int:
    """Count an event of `who`, and return how many more `limit` allows in this minute; below 0 above the limit."""
    return limit - count_event(f"{scope}:{who}:{current_minute()}", MINUTE * 2)


def current_minute() -> int:
    """Return the number of the current minute since the epoch."""
    return int((time.time() - FIRST_SECOND) // MINUTE)


def seconds_to_next_minute() -> float:
    """Return the seconds until the next minute, when all counts restart."""
    return MINUTE - (time.time() - FIRST_SECOND) % MINUTE


def is_previewing_too_often(player: object) -> bool:
    """Count a player's request about a draft, and return True above the limit (`PBEM_PREVIEWS_PER_MINUTE`)."""
    return is_over_limit(PREVIEW_SCOPE, player, int(settings.PBEM_PREVIEWS_PER_MINUTE))


def is_saving_too_often(player: object) -> bool:
    """Count an automatic save of a player's draft, and return True above the limit for a minute."""
    return is_over_limit("saves", player, SAVES_PER_MINUTE)
