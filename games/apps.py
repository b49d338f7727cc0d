"""The Django application ``games``: stored games, the operations on them, and access to them."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The configuration of the application ``games``."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
