"""The server's own settings, with the toy title on offer and a queue that no other run uses."""

import os

from pbem.settings import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.apps.ToyShelf"]  # noqa: F405
CELERY_TASK_DEFAULT_QUEUE = os.environ["FAULTS_QUEUE"]
