"""``manage.py show_view GAME``: print the board as one audience sees it now or saw it at an earlier stop."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from games.kernel.events import PUBLIC
from games.kernel.text import LANGUAGES
from games.management.operator_command import (
    OperatorCommand,
    add_by_argument,
    add_game_argument,
    find_game,
    find_player,
)
from games.models import Game
from games.selectors.access import Access
from games.selectors.seats import get_access
from games.selectors.views import describe_board, draw_board_svg, get_headline, get_view


class Command(OperatorCommand):
    """Print the board in words, as JSON, or as a picture."""

    help = (
        "Print the board of a game in words, as spectators see it. Another side's view wants --by: that seat's own "
        "player, or staff who hold no seat there; the latter leaves an audit entry."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_game_argument(parser)
        parser.add_argument("--seat", default=PUBLIC, help="a seat, public (default) or umpire")
        parser.add_argument("--stop", type=int, help="a stop of that side, counted by itself; default: now")
        parser.add_argument("--language", choices=LANGUAGES, default="en")
        parser.add_argument("--json", action="store_true", help="print the view as JSON")
        parser.add_argument("--svg", type=Path, metavar="FILE", help="write the picture into a file")
        add_by_argument(parser, required=False)

    def run(self, **options: Any) -> None:
        game, language = find_game(options["game"]), options["language"]
        stored = get_view(_access(game, options["seat"], options["by"]), options["stop"])
        if options["svg"]:
            options["svg"].write_text(draw_board_svg(game, stored, language), encoding="utf-8")
            self.stderr.write(f"Written to {options['svg']}.")
        elif options["json"]:
            self.stdout.write(stored.view.decode())
        else:
            self.stdout.write(
                f"{game.name} · {options['seat']} · stop {stored.stop} · {get_headline(game, stored, language)}"
            )
            self.stdout.write(describe_board(game, stored, language))


def _access(game: Game, role: str, by: str | None) -> Access:
    if role == PUBLIC:
        return Access(game, PUBLIC, "public")
    if not by:
        raise CommandError("Whose eyes are these? Another side than the public wants --by NAME.")
    return get_access(find_player(by), game.pk, role)
