"""``manage.py export_game GAME --by NAME``: export a whole game as one JSON document."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from games.management.operator_command import (
    OperatorCommand,
    add_by_argument,
    add_game_argument,
    find_game,
    find_player,
)
from games.services.export import export_game


class Command(OperatorCommand):
    """Export a game with its history and its component data, without names and addresses."""

    help = (
        "Write a game with its whole history into a JSON document, from which import_game makes the game again. It "
        "holds what is hidden: for staff and the game's umpire who hold no seat in it; leaves an audit entry."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_game_argument(parser)
        add_by_argument(parser)
        parser.add_argument("--output", type=Path, metavar="FILE", help="where to; default: standard output")
        parser.add_argument(
            "--with-secrets",
            action="store_true",
            help="with the secrets of its dice, to move a game that stands still; for staff, and all players are told",
        )

    def run(self, **options: Any) -> None:
        game = find_game(options["game"])
        document = export_game(by=find_player(options["by"]), game_id=game.pk, with_secrets=options["with_secrets"])
        if options["output"]:
            options["output"].write_bytes(document)
            self.stderr.write(f"{game.name}: {len(document)} bytes written to {options['output']}.")
        else:
            self.stdout.write(document.decode(), ending="\n")
            sys.stdout.flush()
