"""The names of time zones that players and games may have."""

from functools import cache
from zoneinfo import available_timezones


@cache
def time_zones() -> frozenset[str]:
    """Return all names in the IANA time zone database.

    The result is cached, because Python reads some six hundred files to compute it.
    """
    return frozenset(available_timezones())


def is_place(name: str) -> bool:
    """Return True for a time zone that people look for: a city, or UTC; not "Factory", "EST5EDT" or "Etc/GMT+5"."""
    return name == "UTC" or ("/" in name and not name.startswith("Etc/"))
