"""``manage.py import_game FILE --by NAME``: import a game from an exported document."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from games.management.operator_command import OperatorCommand, add_by_argument, find_player
from games.models import Player
from games.selectors.games import get_game_state
from games.services.importing.game_import import import_game


class Command(OperatorCommand):
    """Create a game from an exported document, at the position where the exported game was."""

    help = (
        "Make a game out of a document of export_game. One that was running goes on at once if every seat is taken, "
        "else when it is resumed; without the secrets of its dice it goes on with dice of its own. Staff only."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        add_by_argument(parser)
        parser.add_argument(
            "--seat", action="append", default=[], metavar="ROLE=NAME", help="who plays a seat here; once for each"
        )

    def run(self, **options: Any) -> None:
        try:
            data = options["file"].read_bytes()
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from None
        by = find_player(options["by"])
        game = import_game(by=by, data=data, players=dict(map(_sitting, options["seat"])))
        self.stdout.write(f"{game.name} is now {game.pk} ({game.status}).")
        for one in get_game_state(by, game.pk).waits_for:
            self.stdout.write(f"  {one.en}")


def _sitting(text: str) -> tuple[str, Player]:
    role, _, name = text.partition("=")
    return role, find_player(name)
