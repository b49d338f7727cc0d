"""The Django project: settings, addresses, the task queue and the players' pages."""

from pbem.celery import app as celery_app

__all__ = ["celery_app"]
