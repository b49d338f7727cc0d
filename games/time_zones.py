"""The time zones that players, games and release hours may name."""

from functools import cache
from zoneinfo import available_timezones


@cache
def time_zones() -> frozenset[str]:
    """Names of the IANA data base. Python looks through all its files each time: some six hundred, for one name."""
    return frozenset(available_timezones())
