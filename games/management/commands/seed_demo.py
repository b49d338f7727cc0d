"""``manage.py seed_demo``: something to see, and something to play, on a server that has no game yet."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Game, Player
from games.services.bots import advance_slice
from games.services.creation import SeatWish, do_create_game
from games.services.lifecycle import do_join_game, do_start_game

TITLE, SCENARIO = "pirates", "two_players"
OPENING_TURNS = 30
"""Resolves played at once, so that there is a history to step through; the worker plays the rest."""


class Command(BaseCommand):
    """Begin a game between bots for looking at, and one in which the administrator plays against a bot."""

    help = "Begin the demonstration games, if there is no game yet."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--player", default="", help="who sits in the second game; the first administrator if empty"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if Game.objects.exists():
            self.stdout.write("There are games already: nothing to do.")
            return
        player = _player(options["player"])
        watched = _begin(player, "Demonstration: two captains", ("captain", "captain"), deadline_hours=None)
        advance_slice(watched.pk, limit=OPENING_TURNS)
        played = _begin(player, "Demonstration: you against a captain", ("", "captain"), deadline_hours=72)
        advance_slice(played.pk, limit=OPENING_TURNS)
        self.stdout.write(f"Begun: {watched.name}; {played.name}, with {player.username} as red.")


def _player(name: str) -> Player:
    """The player of that name, or the first administrator. Raises CommandError."""
    players = Player.objects.filter(username__iexact=name) if name else Player.objects.filter(is_superuser=True)
    player = players.order_by("pk").first()
    if player is None:
        raise CommandError(f"There is no player {name}." if name else "There is no administrator yet.")
    return player


def _begin(player: Player, name: str, bots: tuple[str, str], *, deadline_hours: int | None) -> Game:
    """A game with bots where `bots` names them; the player takes the seat that is left, if one is."""
    wishes = [SeatWish(role=role, bot=bot) for role, bot in zip(("red", "black"), bots, strict=True)]
    reminder = 6 if deadline_hours else None
    game = do_create_game(
        host=player,
        title=TITLE,
        scenario=SCENARIO,
        name=name,
        seats=wishes,
        deadline_hours=deadline_hours,
        reminder_hours=reminder,
    )
    if "" in bots:
        do_join_game(player=player, game_id=game.pk, nonce="demonstration")
    return do_start_game(player=player, game_id=game.pk)
