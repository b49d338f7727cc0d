"""The Django application ``api``."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The application of the REST interface."""

    name = "api"
