"""``manage.py new_title KEY [NAME]``: a small working title to begin from, with tests that pass conformance."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.management.scaffold import Unfit, write_title


class Command(BaseCommand):
    """Write the title on the plan of the house, and say what to do next."""

    help = "Write a small working title on the plan of the house, with its tests."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", help="small letters and digits, such as jutland")
        parser.add_argument("name", nargs="?", default="", help="what players call it; the key without one")
        parser.add_argument("--into", type=Path, default=settings.BASE_DIR, help="the checkout; this one without it")

    def handle(self, *args: Any, **options: Any) -> None:
        key, root = options["key"], options["into"].resolve()
        try:
            written = write_title(root, key, options["name"] or key.capitalize())
        except Unfit as error:
            raise CommandError(str(error)) from None
        for path in written:
            self.stdout.write(str(path.relative_to(root)))
        self.stdout.write(
            f"\nNext: ./run test tests/titles/{key}\n"
            f"Then name {key!r} in games.registry.TITLES, and in the contracts of pyproject.toml\n"
            "(Every title is built on the same plan). docs/adding-a-title.md goes on from there."
        )
