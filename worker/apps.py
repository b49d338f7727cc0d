"""The Django application ``worker``."""

from django.apps import AppConfig


class WorkerConfig(AppConfig):
    """Tasks and mail."""

    name = "worker"

    def ready(self) -> None:
        """Take hints from the services, and keep database connections from task to task as long as they are good."""
        from celery.signals import task_prerun

        from worker import connections, hints

        hints.register()
        task_prerun.connect(connections.look_over, weak=False, dispatch_uid="worker.connections")
