"""Database connections that outlive a task.

Celery would open a new one for each task, which takes longer than most tasks do. Instead each task begins with what
Django does at the beginning of a request: connections too old or broken are closed, others are tried at first use.
"""

from typing import Any

from django.db import close_old_connections


def look_over(*, task: Any = None, **facts: Any) -> None:
    """Let go of connections that are no good any more; not within a test's own transaction."""
    if task is None or not task.request.is_eager:
        close_old_connections()
