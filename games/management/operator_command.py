"""Shared code of the operator's commands: finding games and players, and plain error messages."""

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
    """A command about a game. A refusal by the server ends it with the reason and exit code 1."""

    def handle(self, *args: Any, **options: Any) -> None:
        with refusals_as_command_errors():
            self.run(**options)

    def run(self, **options: Any) -> None:
        """Run the command."""
        raise NotImplementedError


@contextmanager
def refusals_as_command_errors() -> Iterator[None]:
    """Turn the server's refusals into a command's error, every problem on its own line."""
    try:
        yield
    except GameError as error:
        lines = [f"{problem.pointer}: {problem.message.en}".lstrip(": ") for problem in error.problems]
        raise CommandError("\n".join(lines) or error.detail.en) from None


def add_game_argument(parser: ArgumentParser) -> None:
    """Add the argument that names a game."""
    parser.add_argument("game", help="the game's id, the beginning of it, or its name")


def add_by_argument(parser: ArgumentParser, *, required: bool = True) -> None:
    """Add the argument that names the acting player."""
    parser.add_argument("--by", required=required, metavar="NAME", help=BY_HELP)


def find_game(text: str) -> Game:
    """Return the game with this id, beginning of an id, or name. Raises CommandError if there is none, or several."""
    found = list(Game.objects.filter(name__iexact=text)[:3])
    if not found and (ids := id_prefix_range(text)):
        found = list(Game.objects.filter(pk__range=ids)[:3])
    if len(found) == 1:
        return found[0]
    if found:
        raise CommandError("Several games fit: " + ", ".join(f"{game.name} {game.pk}" for game in found))
    raise CommandError(f"There is no game {text!r}. `manage.py where` lists them.")


def find_player(name: str) -> Player:
    """Return the player of that name. Raises CommandError."""
    player = Player.objects.filter(name_key=name_key(name), is_active=True).first()
    if player is None:
        raise CommandError(f"There is no player {name!r}.")
    return player
