"""Shared code of the operator's commands: find games and players, and print plain error messages."""

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError

from games.kernel.errors import GameError
from games.management.unchecked_command import UncheckedCommand
from games.models import Game, Player
from games.models.player import name_key
from games.selectors.search import id_prefix_range

BY_HELP = "name of the player on whose account this is done; hidden contents want staff or the game's umpire"


class OperatorCommand(UncheckedCommand):
    """A command about a game. If the server refuses the action, the command prints the reason and exits with code 1.

    Subclasses define `run`.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        with refusals_as_command_errors():
            self.run(**options)

    def run(self, **options: Any) -> None:
        """Do the work of the command; refusals (`GameError`) become command errors."""
        raise NotImplementedError


@contextmanager
def refusals_as_command_errors() -> Iterator[None]:
    """Raise CommandError in place of a refusal in the block, with every problem on a line of its own."""
    try:
        yield
    except GameError as error:
        lines = [f"{problem.pointer}: {problem.message.en}".lstrip(": ") for problem in error.problems]
        raise CommandError("\n".join(lines) or error.detail.en) from None


def add_game_argument(parser: ArgumentParser) -> None:
    """Add the argument ``game`` for `find_game` to a command."""
    parser.add_argument("game", help="the game's id, the beginning of it, or its name")


def add_by_argument(parser: ArgumentParser, *, required: bool = True) -> None:
    """Add the option ``--by``, the name of the player who acts, to a command."""
    parser.add_argument("--by", required=required, metavar="NAME", help=BY_HELP)


def find_game(text: str) -> Game:
    """Return the only game whose name is `text` or, without one, whose id begins with `text`.

    Raises CommandError if no game fits, or if several do.
    """
    found = list(Game.objects.filter(name__iexact=text)[:3])
    if not found and (ids := id_prefix_range(text)):
        found = list(Game.objects.filter(pk__range=ids)[:3])
    if len(found) == 1:
        return found[0]
    if found:
        raise CommandError("Several games fit: " + ", ".join(f"{game.name} {game.pk}" for game in found))
    raise CommandError(f"There is no game {text!r}. `manage.py where` lists them.")


def find_player(name: str) -> Player:
    """Return the player with this name. Raises CommandError if there is none."""
    player = Player.objects.filter(name_key=name_key(name), is_active=True).first()
    if player is None:
        raise CommandError(f"There is no player {name!r}.")
    return player
