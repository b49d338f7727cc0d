"""Database outages: every caller gets 503 with Retry-After instead of a server error."""

from django.db import InterfaceError, OperationalError

OUTAGE_ERRORS = (OperationalError, InterfaceError)
"""Exceptions of the database layer if it is unreachable, shutting down, full, or gives up on a lock."""

RETRY_AFTER_SECONDS = 10
"""Seconds after which a retry makes sense."""


def is_outage(error: BaseException | None) -> bool:
    """Return True if this error is a temporary failure of the database."""
    return isinstance(error, OUTAGE_ERRORS)
