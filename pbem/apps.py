"""The Django application ``pbem``."""

from django.apps import AppConfig


class PbemConfig(AppConfig):
    """The project and the players' pages."""

    name = "pbem"

    def ready(self) -> None:
        """Synchronize allauth's addresses with the players', and register the system checks."""
        from pbem import system_checks  # noqa: F401  # registers its checks
        from pbem.web.accounts import email_verification

        email_verification.connect_signals()
