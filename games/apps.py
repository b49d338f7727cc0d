"""The Django application ``games``: stored games, the operations on them, and access to them."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games: models, services, selectors and the titles."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
