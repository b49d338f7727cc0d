"""``manage.py check_replays``: check whether games can continue under the installed rules."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from games.management.operator_command import OperatorCommand, find_game
from games.models import Game
from games.selectors.replay_check import find_replay_faults
from games.services.resolve.dry_run import check_resolve

UNDER_WAY = (Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.HELD)


class Command(OperatorCommand):
    """Check whether games can continue. Run this command before you deploy new rules; the command changes nothing."""

    help = (
        "Take up every game under way from its newest checkpoint and see whether the installed rules replay its "
        "journal and ask what is being asked. With --whole also rebuild all games, finished ones too, from their first "
        "checkpoint and compare every state. Exits with 1 if a game would be held. Changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", metavar="game", help="ids, beginnings of ids, or names; none: all")
        parser.add_argument("--whole", action="store_true", help="rebuild whole games too")

    def run(self, **options: Any) -> None:
        games = [find_game(text) for text in options["games"]] or list(Game.objects.exclude(stop=0))
        wrong = 0
        for game in games:
            faults = check_resolve(game) if game.status in UNDER_WAY else []
            if options["whole"]:
                faults += find_replay_faults(game)
            elif game.status not in UNDER_WAY:
                continue
            self.stdout.write(f"{game.name} ({game.pk}): {'replays' if not faults else 'DOES NOT REPLAY'}")
            for fault in faults:
                self.stdout.write(self.style.ERROR(f"  {fault}"))
            wrong += bool(faults)
        if wrong:
            raise CommandError(f"{wrong} games do not replay under these rules.")
