"""The Django application ``pbem``."""

from django.apps import AppConfig


class PbemConfig(AppConfig):
    """The project and the players' pages."""

    name = "pbem"

    def ready(self) -> None:
        """Keep what allauth knows of addresses in step with the players'."""
        from pbem.accounts import proof

        proof.watch()
