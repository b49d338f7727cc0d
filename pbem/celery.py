"""The task queue. Tasks carry ids only; the database is the truth and the broker a hint."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")

app = Celery("pbem")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
