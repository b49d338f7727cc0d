"""What the operator's commands share: finding games and players, and refusals in plain words."""

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError

from games.kernel.errors import GameError
from games.management.unchecked import UncheckedCommand
from games.models import Game, Player
from games.selectors.search import ids_beginning

BY = "name of the player on whose account this is done; hidden contents want staff or the game's umpire"


class OperatorCommand(UncheckedCommand):
    """A command about a game. What the server refuses ends it with the reason and exit code 1."""

    def handle(self, *args: Any, **options: Any) -> None:
        with refusals_told():
            self.run(**options)

    def run(self, **options: Any) -> None:
        """Do it."""
        raise NotImplementedError


@contextmanager
def refusals_told() -> Iterator[None]:
    """Turn the server's refusals into a command's error, every problem on a line of its own."""
    try:
        yield
    except GameError as error:
        lines = [f"{problem.pointer}: {problem.message.en}".lstrip(": ") for problem in error.problems]
        raise CommandError("\n".join(lines) or error.detail.en) from None


def add_game(parser: ArgumentParser) -> None:
    """The argument that names a game."""
    parser.add_argument("game", help="the game's id, the beginning of it, or its name")


def add_by(parser: ArgumentParser, *, required: bool = True) -> None:
    """The argument that names who does it."""
    parser.add_argument("--by", required=required, metavar="NAME", help=BY)


def find_game(text: str) -> Game:
    """The game with this id, beginning of an id, or name. Raises CommandError if there is none, or several."""
    found = list(Game.objects.filter(name__iexact=text)[:3])
    if not found and (ids := ids_beginning(text)):
        found = list(Game.objects.filter(pk__range=ids)[:3])
    if len(found) == 1:
        return found[0]
    if found:
        raise CommandError("Several games fit: " + ", ".join(f"{game.name} {game.pk}" for game in found))
    raise CommandError(f"There is no game {text!r}. `manage.py where` lists them.")


def find_player(name: str) -> Player:
    """The player of that name. Raises CommandError."""
    player = Player.objects.filter(username__iexact=name, is_active=True).first()
    if player is None:
        raise CommandError(f"There is no player {name!r}.")
    return player
