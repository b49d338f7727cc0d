"""When the database is away: every caller hears 503 and when to come again, not that the server is broken."""

from django.db import InterfaceError, OperationalError

OUTAGES = (OperationalError, InterfaceError)
"""What the database layer raises when it cannot be reached, is shutting down, gives up on a lock or is full."""

RETRY_AFTER = 10
"""Seconds after which it is worth trying again."""


def is_outage(error: BaseException | None) -> bool:
    """Whether this fault passes by itself."""
    return isinstance(error, OUTAGES)
