"""``manage.py show_version``: print the version of this release."""

from typing import Any

from django.conf import settings

from games.management.unchecked_command import UncheckedCommand


class Command(UncheckedCommand):
    """Print the version. The command has this name because Django uses ``version`` and ``--version`` itself."""

    help = "Print the version of Sealed Orders that is installed here."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(settings.PBEM_VERSION)
