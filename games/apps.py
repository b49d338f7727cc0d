"""The Django application ``games``: the store, what may be done to it, and who may see what."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games: models, services, selectors and the titles."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
