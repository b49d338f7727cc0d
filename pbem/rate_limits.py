"""Rate limits. Counts are in the cache: while it is unavailable, no call is counted or refused."""

import time

from django.conf import settings
from django.core.cache import cache, caches

from pbem.cache_backends import FailOpenRedisCache

MINUTE = 60
FIRST_SECOND = 0.0
"""Seconds past the full minute at which minutes begin; tests start a minute of their own."""
PREVIEW_SCOPE = "looks"
"""Requests about a draft: completions and tap results. The page and REST share the count."""
SAVES_PER_MINUTE = 120
"""The rate limit of automatic saves: a page saves about once a second during typing."""


def count_event(key: str, seconds: int) -> int:
    """Return how often this key was counted within `seconds` of the first count, including this one."""
    if isinstance(caches["default"], FailOpenRedisCache):
        return caches["default"].count(key, seconds)
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key)
    except ValueError:  # it expired this very moment
        return 1


def is_over_limit(scope: str, who: object, limit: int) -> bool:
    """Count an event, and return True if that exceeds `limit` in this minute; 0 means no limit and no count."""
    return limit > 0 and count_against(scope, who, limit) < 0


def count_against(scope: str, who: object, limit: int) -> int:
    """Count an event, and return how many are left in this minute; negative if the limit is exceeded."""
    return limit - count_event(f"{scope}:{who}:{current_minute()}", MINUTE * 2)


def current_minute() -> int:
    """Return the number of the present minute."""
    return int((time.time() - FIRST_SECOND) // MINUTE)


def seconds_to_next_minute() -> float:
    """Return the seconds until the next minute, when all counts restart."""
    return MINUTE - (time.time() - FIRST_SECOND) % MINUTE


def is_previewing_too_often(player: object) -> bool:
    """Count a request about a draft, and return True above the limit. Five taps a second stay below it."""
    return is_over_limit(PREVIEW_SCOPE, player, int(settings.PBEM_PREVIEWS_PER_MINUTE))


def is_saving_too_often(player: object) -> bool:
    """Count an automatic save of a draft, and return True above the limit."""
    return is_over_limit("saves", player, SAVES_PER_MINUTE)
