"""Keep database connections from task to task.

Celery would open a new connection for each task, which takes longer than most tasks. Instead each task starts like a
Django request: connections that are too old or broken are closed, others are tested at first use.

A test is a round trip to the database, and a busy worker would make hundreds of them a second. So a connection that
worked a moment ago is not tested again, unless its socket has data: a server that closes it, or its operating system,
sends some. Silent failures take longer than that moment.
"""

import time
from select import POLLIN, poll
from typing import Any, cast
from weakref import WeakKeyDictionary

from django.db import close_old_connections, connections
from django.db.backends.base.base import BaseDatabaseWrapper

MIN_CHECK_INTERVAL = 5.0
"""Seconds for which a checked connection needs no test."""

_looked_over: WeakKeyDictionary[BaseDatabaseWrapper, float] = WeakKeyDictionary()


def close_unusable_connections(*, task: Any = None, **facts: Any) -> None:
    """Close unusable connections; not within a test's own transaction."""
    if task is not None and task.request.is_eager:
        return
    close_old_connections()
    now = time.monotonic()
    for database in connections.all(initialized_only=True):
        if now - _looked_over.get(database, -MIN_CHECK_INTERVAL) < MIN_CHECK_INTERVAL and _is_silent(database):
            cast("Any", database).health_check_done = True
        _looked_over[database] = now


def _is_silent(database: BaseDatabaseWrapper) -> bool:
    """Return True if the server has sent nothing unread: neither an end nor a notice of it."""
    if database.vendor != "postgresql" or database.connection is None or database.connection.closed:
        return False
    heard = poll()  # unlike `select` it knows no highest number
    heard.register(database.connection.fileno(), POLLIN)
    return not heard.poll(0)
