"""``manage.py new_title KEY [NAME]``: create a small working title, registered everywhere, with passing tests."""

import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.management.title_scaffold import InvalidTitleKey, write_title


class Command(BaseCommand):
    """Write and register a title, and store its first playthroughs as test files."""

    help = (
        "Write a small title that works, with its tests: a secret choice, a form of orders, an option, a picture and a "
        "bot. Registers the title wherever titles are listed, and keeps its component data and first games for tests."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", help="small letters and digits, such as jutland")
        parser.add_argument("name", nargs="?", default="", help="the name for players; the key without one")
        parser.add_argument("--japanese", default="", help="the name in Japanese; the English one without it")
        parser.add_argument("--into", type=Path, default=settings.BASE_DIR, help="the checkout; by default this one")

    def handle(self, *args: Any, **options: Any) -> None:
        key, root = options["key"], options["into"].resolve()
        name = options["name"] or key.capitalize()
        try:
            written = write_title(root, key, name, options["japanese"] or name)
        except InvalidTitleKey as error:
            raise CommandError(str(error)) from None
        written += self._keep_games(root, key)
        for path in written:
            self.stdout.write(str(path.relative_to(root)))
        self.stdout.write(
            f"\nNext: ./run test --fast tests/titles/{key}\n"
            "docs/titles/tutorial.md makes another game of it; docs/titles/reference.md lists what a title may have."
        )

    def _keep_games(self, root: Path, key: str) -> list[Path]:
        """Play random games of the new title, store them as test files, and return the files."""
        folder = root / "tests" / "titles" / key
        words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder / "test_whole_games.py")]
        variables = {**os.environ, "WRITE_PLAYTHROUGHS": "1", "PYTHONPATH": str(root)}
        command = [sys.executable, *words]
        done = subprocess.run(command, cwd=root, env=variables, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise CommandError(f"The title was written, but its games could not be played:\n{done.stdout}{done.stderr}")
        return sorted((folder / "whole_games").glob("*.txt"))
