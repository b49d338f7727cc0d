"""``manage.py backup FOLDER``: back up the server's keys and, if it uses SQLite, the database."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection

from games.management.unchecked_command import UncheckedCommand

KEY_FILES = ("secret_key", "signing_key")
SQLITE_FILE = "sealed.sqlite3"


class Command(UncheckedCommand):
    """Write a backup into an empty folder, while the server runs."""

    help = (
        "Write the SQLite database and the keys into an empty folder, readable by you alone; the server may go on "
        "meanwhile. It holds every secret: keep it like the server itself. docs/hosts/operate.md explains how to "
        "restore it, and how to back PostgreSQL up."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise CommandError(f"{folder} is not empty.")
        folder.chmod(0o700)
        if connection.vendor == "sqlite":
            _copy_sqlite(folder)
        else:
            self.stderr.write("The database is not in it: run pg_dump beside this, see docs/hosts/operate.md.")
        kept = [_keep(folder, name) for name in KEY_FILES]
        self.stdout.write("\n".join(sorted(path.name for path in folder.iterdir())))
        if not all(kept):
            self.stderr.write("A key that is set in the environment is not in the backup: keep it apart.")


def _copy_sqlite(folder: Path) -> None:
    """Copy the database consistently into the folder; other processes can write meanwhile."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(folder / SQLITE_FILE)])


def _keep(folder: Path, name: str) -> bool:
    """Copy the key file `name` from the data folder; return False if there is no such file."""
    path = Path(settings.DATA_DIR) / name
    if not path.exists():
        return False
    draft = folder / name
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(path.read_text())
    return True
