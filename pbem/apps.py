"""The Django application ``pbem``."""

from django.apps import AppConfig


class PbemConfig(AppConfig):
    """The Django application that holds the project's settings and the players' pages."""

    name = "pbem"

    def ready(self) -> None:
        """Connect the signals that keep allauth's e-mail addresses up to date, and register the system checks."""
        from pbem import system_checks  # noqa: F401  # registers its checks
        from pbem.web.accounts import email_verification

        email_verification.connect_signals()
