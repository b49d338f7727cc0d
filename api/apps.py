"""The Django application ``api``."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The REST interface."""

    name = "api"
