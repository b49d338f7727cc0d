"""Database connections that outlive a task.

Celery would open a new one for each task, which takes longer than most tasks do. Instead each task begins with what
Django does at the beginning of a request: connections too old or broken are closed, others are tried at first use.

To try one is a journey to the database. A worker that has much to do looks at its connections hundreds of times a
second, so one is not tried again that was good a moment ago and on which the server has said nothing since: one that
goes away says so, or its system does, and what goes wrong without a word takes longer than that moment.
"""

import time
from select import POLLIN, poll
from typing import Any, cast
from weakref import WeakKeyDictionary

from django.db import close_old_connections, connections
from django.db.backends.base.base import BaseDatabaseWrapper

MOMENT = 5.0
"""Seconds for which a connection that was looked over needs no trial."""

_looked_over: WeakKeyDictionary[BaseDatabaseWrapper, float] = WeakKeyDictionary()


def look_over(*, task: Any = None, **facts: Any) -> None:
    """Let go of connections that are no good any more; not within a test's own transaction."""
    if task is not None and task.request.is_eager:
        return
    close_old_connections()
    now = time.monotonic()
    for database in connections.all(initialized_only=True):
        if now - _looked_over.get(database, -MOMENT) < MOMENT and _is_silent(database):
            cast("Any", database).health_check_done = True
        _looked_over[database] = now


def _is_silent(database: BaseDatabaseWrapper) -> bool:
    """Whether nothing has come from the server that nobody has read: an end, or a notice of it."""
    if database.vendor != "postgresql" or database.connection is None or database.connection.closed:
        return False
    heard = poll()  # unlike `select` it knows no highest number
    heard.register(database.connection.fileno(), POLLIN)
    return not heard.poll(0)
