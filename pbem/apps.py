"""The Django application ``pbem``."""

from django.apps import AppConfig


class PbemConfig(AppConfig):
    """The project and the players' pages."""

    name = "pbem"
