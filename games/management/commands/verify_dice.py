"""``manage.py verify_dice [GAME …]``: every roll against the committed secrets, every segment against the chain."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from games.management.operator import OperatorCommand, find_game
from games.models import Game
from games.selectors.chain import check_chain, check_dice
from games.selectors.dice import all_rolls


class Command(OperatorCommand):
    """Recomputes all that was rolled and all that was chained. Shows no secret."""

    help = (
        "Recompute every roll of a game from its committed secrets and its players' nonces, and the hash chain over "
        "its journal. Without a game: of all games. Exits with 1 if anything does not fit."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", metavar="game", help="ids, beginnings of ids, or names; none: all")

    def run(self, **options: Any) -> None:
        games = [find_game(text) for text in options["games"]] or list(Game.objects.exclude(stop=0))
        unsound = 0
        for game in games:
            dice, chain = check_dice(game.pk), check_chain(game.pk)
            verdict = "sound" if not (dice or chain) else "NOT SOUND"
            self.stdout.write(f"{game.name} ({game.pk}): {len(all_rolls(game))} rolls, {game.stop} stops: {verdict}")
            for fault in [*dice, *chain]:
                self.stdout.write(self.style.ERROR(f"  {fault}"))
            unsound += bool(dice or chain)
        if unsound:
            raise CommandError(f"{unsound} of {len(games)} games are not sound.")
