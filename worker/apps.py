"""The Django application ``worker``."""

from django.apps import AppConfig


class WorkerConfig(AppConfig):
    """The configuration of the application ``worker``."""

    name = "worker"

    def ready(self) -> None:
        """Register the functions that services trigger after a commit; keep database connections open between tasks."""
        from celery.signals import task_prerun

        from worker import database_connections, task_publisher

        task_publisher.register_triggers()
        task_prerun.connect(
            database_connections.close_unusable_connections, weak=False, dispatch_uid="worker.database_connections"
        )
