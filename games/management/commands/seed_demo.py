"""``manage.py seed_demo``: create demo games to watch and to play, on a server without games."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Game, Player
from games.models.player import name_key
from games.services.bots import advance_slice
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_join_game, do_start_game

DEMO_TITLE = "pirates"
WATCHED, PLAYED = "two_players", "solitaire"
FIRST_PLAYER = {"first_player": "live"}
"""5.2.3 Who takes the first turn of round 1 is a free choice: here the human player does."""
OPENING_TURNS = 30
"""The number of resolves that this command plays, so that there is a history to replay; the worker plays the rest."""


class Command(BaseCommand):
    """Start the solitaire game for the administrator to play, and a game between bots to watch."""

    help = "Begin the demonstration games, if there is no game yet."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--player", default="", help="who plays the solitaire game; the first administrator if empty"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if Game.objects.exists():
            self.stdout.write("There are games already: nothing to do.")
            return
        player = _player(options["player"])
        played = _begin(player, "Demonstration: you against the phantom", PLAYED, bots={}, options=FIRST_PLAYER)
        advance_slice(played.pk, limit=OPENING_TURNS)
        bots = dict.fromkeys(("red", "black"), "captain")
        watched = _begin(player, "Demonstration: two captains", WATCHED, bots=bots, options={})
        advance_slice(watched.pk, limit=OPENING_TURNS)
        self.stdout.write(f"Begun: {played.name}, with {player.username} as red; {watched.name}.")


def _player(name: str) -> Player:
    """Return the player with this name; without a name, the first administrator. Raises CommandError."""
    players = Player.objects.filter(name_key=name_key(name)) if name else Player.objects.filter(is_superuser=True)
    player = players.order_by("pk").first()
    if player is None:
        raise CommandError(f"There is no player {name}." if name else "There is no administrator yet.")
    return player


def _begin(player: Player, name: str, scenario: str, *, bots: Mapping[str, str], options: Mapping[str, object]) -> Game:
    """Start a game without deadlines in which `bots` (names by role) have seats; return the game.

    Without `bots`, the player takes a seat.
    """
    wishes = [SeatAssignment(role=role, bot=bot) for role, bot in bots.items()]
    game = do_create_game(
        host=player,
        title=DEMO_TITLE,
        scenario=scenario,
        name=name,
        seats=wishes,
        options=dict(options),
        deadline_hours=None,
    )
    if not bots:
        do_join_game(player=player, game_id=game.pk, nonce="demonstration")
    return do_start_game(player=player, game_id=game.pk)
