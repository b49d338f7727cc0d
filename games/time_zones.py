"""The time zones that players, games and release hours may name."""

from functools import cache
from zoneinfo import available_timezones


@cache
def time_zones() -> frozenset[str]:
    """Return the names of the IANA time zone database.

    They are cached, because Python reads some six hundred files each time.
    """
    return frozenset(available_timezones())
