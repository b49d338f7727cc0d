"""The Celery worker: tasks, and e-mail in and out."""
