"""``manage.py verify_dice [GAME …]``: check every roll against the committed secrets, and the hash chain."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from games.management.operator_command import OperatorCommand, find_game
from games.models import Game
from games.selectors.dice import list_rolls
from games.selectors.verification import verify_game


class Command(OperatorCommand):
    """Recompute all rolls and hashes. Shows no secret."""

    help = (
        "Recompute every roll of a game from its committed secrets and its players' nonces, and the hash chain over "
        "all that is stored. Each is sound, NOT SOUND, or cannot be verified, where a secret is missing. Without a "
        "game: of all games. Exits with 1 if anything does not fit."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", metavar="game", help="ids, beginnings of ids, or names; none: all")

    def run(self, **options: Any) -> None:
        games = [find_game(text) for text in options["games"]] or list(Game.objects.exclude(stop=0))
        unsound = 0
        for game in games:
            found = verify_game(game.pk)
            counted = f"{len(list_rolls(game))} rolls, {game.stop} stops"
            self.stdout.write(f"{game.name} ({game.pk}): {counted}: {found.verdict}")
            for fault in found.faults:
                self.stdout.write(self.style.ERROR(f"  {fault}"))
            for lack in found.missing:
                self.stdout.write(self.style.WARNING(f"  {lack}"))
            unsound += bool(found.faults)
        if unsound:
            raise CommandError(f"{unsound} of {len(games)} games are not sound.")
