"""``manage.py where [GAME]``: print the positions of games, and the seats for which they wait."""

from argparse import ArgumentParser
from collections import Counter
from datetime import datetime
from typing import Any

from games.management.operator_command import OperatorCommand, find_game
from games.models import Game, OpenRequest, OutgoingMail, Seat


class Command(OperatorCommand):
    """Print for each game the position and the seats for which it waits; nothing hidden from players is printed."""

    help = "List all games, or tell of one how far it is: step, stop, who is asked until when, mail that is due."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="?", help="the game's id, the beginning of it, or its name; none: all games")
        parser.add_argument("--status", choices=list(Game.Status.values), help="list only games in this state")

    def run(self, **options: Any) -> None:
        if options["game"]:
            self._one(find_game(options["game"]))
            return
        games = Game.objects.order_by("-created_at")
        games = games.filter(status=options["status"]) if options["status"] else games
        for game in games:
            asked = ", ".join(_asked(game)) or "nobody"
            self.stdout.write(
                f"{game.pk}  {game.status:<9} {game.title:<12} stop {game.stop:<4} asks {asked}  {game.name}"
            )
        self.stdout.write(f"{games.count()} games")

    def _one(self, game: Game) -> None:
        facts = {
            "game": f"{game.name} ({game.pk})",
            "title": f"{game.title}, {game.scenario}, rules {game.rules_version}",
            "status": game.status + (f": {game.hold_reason}" if game.hold_reason else ""),
            "step": game.step or "–",
            "stop": f"{game.stop}, checkpoint {game.checkpoint}, branch {game.branch}",
            "seats": ", ".join(_seats(game)),
            "asks": "; ".join(_asked(game)) or "nobody",
            "to resolve since": _moment(game.due_from),
            "mail": ", ".join(_mail(game)) or "none",
            "started": _moment(game.started_at),
            "ended": _moment(game.ended_at),
        }
        for name, fact in facts.items():
            self.stdout.write(f"{name + ':':<18}{fact}")


def _moment(value: datetime | None) -> str:
    return f"{value:%Y-%m-%d %H:%M:%S} UTC" if value else "–"


def _seats(game: Game) -> list[str]:
    seats = Seat.objects.filter(game=game).select_related("player").order_by("position")
    return [f"{seat.role} {seat.player or seat.bot or seat.kind}" for seat in seats]


def _asked(game: Game) -> list[str]:
    rows = OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat").order_by("seat__position")
    return [f"{row.seat.role} {row.kind}" + (f" until {_moment(row.due_at)}" if row.due_at else "") for row in rows]


def _mail(game: Game) -> list[str]:
    counts = Counter(OutgoingMail.objects.filter(game=game).values_list("status", flat=True))
    return [f"{count} {status}" for status, count in sorted(counts.items())]
