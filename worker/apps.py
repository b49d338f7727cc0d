"""The Django application ``worker``."""

from django.apps import AppConfig


class WorkerConfig(AppConfig):
    """The tasks and the e-mail."""

    name = "worker"

    def ready(self) -> None:
        """Register the services' triggers, and keep working database connections from task to task."""
        from celery.signals import task_prerun

        from worker import database_connections, task_publisher

        task_publisher.register_triggers()
        task_prerun.connect(
            database_connections.close_unusable_connections, weak=False, dispatch_uid="worker.database_connections"
        )
