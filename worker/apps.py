"""The Django application ``worker``."""

from django.apps import AppConfig


class WorkerConfig(AppConfig):
    """Tasks and mail."""

    name = "worker"

    def ready(self) -> None:
        """Take hints from the services."""
        from worker import hints

        hints.register()
