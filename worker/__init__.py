"""Celery tasks, and e-mail in and out."""
