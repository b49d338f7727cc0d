"""Keep database connections open from task to task.

Celery would open a new connection for each task, which takes longer than most tasks. Instead each task starts like a
Django request: connections that are too old or broken are closed, others are tested at their first use.

A test is a round trip to the database, and a busy worker would make hundreds a second. So a connection that was tested
within `MIN_CHECK_INTERVAL` is not tested again, unless its socket has unread data. A socket has unread data when the
database server closes the connection.
"""

import time
from select import POLLIN, poll
from typing import Any, cast
from weakref import WeakKeyDictionary

from django.db import close_old_connections, connections
from django.db.backends.base.base import BaseDatabaseWrapper

MIN_CHECK_INTERVAL = 5.0
"""Seconds after a test in which a connection is not tested again."""

_looked_over: WeakKeyDictionary[BaseDatabaseWrapper, float] = WeakKeyDictionary()


def close_unusable_connections(*, task: Any = None, **facts: Any) -> None:
    """Close database connections that are too old or broken, before a task; do nothing within a test's own transaction.

    A handler of Celery's signal ``task_prerun``; `facts` are not used.
    """
    if task is not None and task.request.is_eager:
        return
    close_old_connections()
    now = time.monotonic()
    for database in connections.all(initialized_only=True):
        if now - _looked_over.get(database, -MIN_CHECK_INTERVAL) < MIN_CHECK_INTERVAL and _is_silent(database):
            cast("Any", database).health_check_done = True
        _looked_over[database] = now


def _is_silent(database: BaseDatabaseWrapper) -> bool:
    """Return True if the connection's socket has no unread data, such as a notice that the server closes it."""
    if database.vendor != "postgresql" or database.connection is None or database.connection.closed:
        return False
    heard = poll()  # unlike `select` it knows no highest number
    heard.register(database.connection.fileno(), POLLIN)
    return not heard.poll(0)
