"""``manage.py make_push_key``: make the server's key for notifications on devices."""

from typing import Any

from games.management.unchecked_command import UncheckedCommand
from games.persistence.push_keys import make_private_key


class Command(UncheckedCommand):
    """Print a new key as a line that the operator puts into the settings; change nothing."""

    help = "Print a new PBEM_PUSH_KEY. With it set, the server sends notifications to browsers that ask for them."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"PBEM_PUSH_KEY={make_private_key()}")
