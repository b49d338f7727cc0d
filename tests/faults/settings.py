"""The server's own settings, with the toy title on offer and queues that no other run uses."""

import os

from pbem.settings import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.apps.ToyShelf"]  # noqa: F405
CELERY_TASK_DEFAULT_QUEUE, MAIL = (f"{os.environ['FAULTS_QUEUE']}-{name}" for name in ("play", "mail"))
CELERY_TASK_QUEUES = {CELERY_TASK_DEFAULT_QUEUE: {}, MAIL: {}}
CELERY_TASK_ROUTES = {"worker.tasks.deliver_mail": {"queue": MAIL}}
