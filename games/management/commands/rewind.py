"""``manage.py rewind GAME STOP --by NAME --reason TEXT``: rewind a game; nothing is deleted."""

from argparse import ArgumentParser
from typing import Any

from games.management.operator_command import (
    OperatorCommand,
    add_by_argument,
    add_game_argument,
    find_game,
    find_player,
)
from games.services.rewind import do_rewind


class Command(OperatorCommand):
    """Start a branch with its own dice at an earlier stop; all players are notified."""

    help = (
        "Take a game back to the step that was being played at a stop (as `replay` counts). Opens a new branch with "
        "new dice, deletes nothing, and tells all players, with the reason. For staff and the game's umpire."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_game_argument(parser)
        parser.add_argument("stop", type=int, help="number of the stop, as `manage.py replay` counts them")
        parser.add_argument("--reason", required=True, help="what the players are told")
        add_by_argument(parser)

    def run(self, **options: Any) -> None:
        game, player = find_game(options["game"]), find_player(options["by"])
        branch = do_rewind(by=player, game_id=game.pk, number=options["stop"], reason=options["reason"])
        self.stdout.write(f"{game.name} goes on from stop {options['stop']} in branch {branch.number}.")
        self.stdout.write(f"Its dice are committed to by {branch.commitment}.")
