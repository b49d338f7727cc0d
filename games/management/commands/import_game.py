"""``manage.py import_game FILE --by NAME``: a game out of an exported document."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from games.management.operator import OperatorCommand, add_by, find_player
from games.services.export import import_game


class Command(OperatorCommand):
    """A new game out of a document; its seats are open."""

    help = (
        "Make a game out of a document of export_game. One that was not over is held until it is released, and goes "
        "on with dice of its own. Staff only."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        add_by(parser)

    def run(self, **options: Any) -> None:
        try:
            data = options["file"].read_bytes()
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from None
        game = import_game(by=find_player(options["by"]), data=data)
        self.stdout.write(f"{game.name} is now {game.pk} ({game.status}).")
