"""The names of time zones that players and games may have."""

from functools import cache
from zoneinfo import available_timezones


@cache
def time_zones() -> frozenset[str]:
    """Return all names in the IANA time zone database.

    The result is cached, because Python reads some six hundred files to compute it.
    """
    return frozenset(available_timezones())
