"""The Celery worker: it resolves games, receives and sends e-mail, and calls webhooks."""
