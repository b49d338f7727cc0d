"""The Django project: settings, URLs, the task queue and the players' pages."""

import gc

# What is imported stays: to look for garbage among it after every 700 new objects takes a sixth of a start.
gc.set_threshold(10_000, 20, 20)

from pbem.celery import app as celery_app  # noqa: E402  # only now, since most of it comes with this

__all__ = ["celery_app"]
