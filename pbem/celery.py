"""The task queue. Tasks carry ids only; the database is the truth and the broker a hint."""

import os
from typing import Any

from celery import Celery

from pbem import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
# Celery has Django check itself at each start and reads nothing of what is found; for that it would import all pages.
os.environ.setdefault("CELERY_SKIP_CHECKS", "true")

QUICKLY: dict[str, Any] = {
    "socket_connect_timeout": 0.2,
    "socket_timeout": 0.2,
    "max_retries": 0,
}
"""A broker that is away, or takes connections and never answers, must not hold up who only leaves a hint."""


class HintingCelery(Celery):
    """Celery whose callers give up on the broker at once; what they had to say, the sweep finds in the database."""

    def connection_for_write(self, url: str | None = None, **options: Any) -> Any:
        """The connection over which tasks are called, with `QUICKLY` over the broker's own settings."""
        given = options.pop("transport_options", None) or {}
        return super().connection_for_write(url, transport_options={**QUICKLY, **given}, **options)


broker.use()
app = HintingCelery("pbem")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
