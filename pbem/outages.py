"""Database outages: every caller gets 503 with Retry-After instead of a server error."""

from django.db import InterfaceError, OperationalError

OUTAGE_ERRORS = (OperationalError, InterfaceError)
"""Exceptions of the database layer if it is unreachable, shutting down, full, or gives up on a lock."""

RETRY_AFTER_SECONDS = 10
"""The value of Retry-After, in seconds."""


def is_outage(error: BaseException | None) -> bool:
    """Return True if an error is a temporary failure of the database; False for None."""
    return isinstance(error, OUTAGE_ERRORS)
