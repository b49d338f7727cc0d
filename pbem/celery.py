"""The Celery application. Tasks carry ids only; the database is authoritative, and a message is only a trigger."""

import os
from typing import Any

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
# Celery has Django check itself at each start and reads nothing of what is found; for that it would import all pages.
os.environ.setdefault("CELERY_SKIP_CHECKS", "true")

PUBLISH_OPTIONS: dict[str, Any] = {
    "socket_connect_timeout": 0.2,
    "socket_timeout": 0.2,
    "max_retries": 0,
}
"""Time limits that keep an unavailable broker from blocking callers that only send a trigger."""


class FailFastCelery(Celery):
    """Celery with short time-outs for publishing tasks, so that a broker that hangs delays no request for long.

    The periodic sweep finds the work of tasks that could not be published.
    """

    def connection_for_write(self, url: str | None = None, **options: Any) -> Any:
        """Return a connection to the broker for publishing tasks, with `PUBLISH_OPTIONS` as its time-outs."""
        given = options.pop("transport_options", None) or {}
        return super().connection_for_write(url, transport_options={**PUBLISH_OPTIONS, **given}, **options)


app = FailFastCelery("pbem")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
