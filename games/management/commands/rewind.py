"""``manage.py rewind GAME STOP --by NAME --reason TEXT``: go back; nothing is deleted."""

from argparse import ArgumentParser
from typing import Any

from games.management.operator import OperatorCommand, add_by, add_game, find_game, find_player
from games.services.rewind import do_rewind


class Command(OperatorCommand):
    """A new branch from an earlier stop, with dice of its own; all players are told."""

    help = (
        "Take a game back to the step that was being played at a stop (as `replay` counts). Opens a new branch with "
        "new dice, deletes nothing, and tells all players, with the reason. For staff and the game's umpire."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_game(parser)
        parser.add_argument("stop", type=int, help="number of the stop, as `manage.py replay` counts them")
        parser.add_argument("--reason", required=True, help="what the players are told")
        add_by(parser)

    def run(self, **options: Any) -> None:
        game, player = find_game(options["game"]), find_player(options["by"])
        branch = do_rewind(by=player, game_id=game.pk, number=options["stop"], reason=options["reason"])
        self.stdout.write(f"{game.name} goes on from stop {options['stop']} in branch {branch.number}.")
        self.stdout.write(f"Its dice are committed to by {branch.commitment}.")
