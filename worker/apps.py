"""The Django application ``worker``."""

from django.apps import AppConfig


class WorkerConfig(AppConfig):
    """Tasks and mail."""

    name = "worker"
