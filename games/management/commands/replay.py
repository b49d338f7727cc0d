"""``manage.py replay GAME --by NAME``: print a game's history, stop by stop, with answers and dice."""

from argparse import ArgumentParser
from typing import Any

from games.kernel.events import UMPIRE
from games.kernel.text import LANGUAGES
from games.management.operator_command import (
    OperatorCommand,
    add_by_argument,
    add_game_argument,
    find_game,
    find_player,
)
from games.models import Game
from games.selectors.events import describe_event
from games.selectors.replay import ReplayPage, RollRecord, get_replay_page, list_replay_stops
from games.selectors.views import describe_board


class Command(OperatorCommand):
    """Print the contents of the replay console as text."""

    help = (
        "Print the history of a game, stop by stop: the answers, the dice, and what one side was told. For staff and "
        "the game's umpire who hold no seat in it; leaves an audit entry."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_game_argument(parser)
        add_by_argument(parser)
        parser.add_argument("--seat", default=UMPIRE, help="as whom: umpire (the truth, default), a seat, or public")
        parser.add_argument("--stop", type=int, help="this stop alone, with its board")
        parser.add_argument("--language", choices=LANGUAGES, default="en")

    def run(self, **options: Any) -> None:
        game, player, language = find_game(options["game"]), find_player(options["by"]), options["language"]
        wanted = options["stop"]
        numbers = [one.number for one in list_replay_stops(player, game.pk)] if wanted is None else [wanted]
        for number in numbers:
            page = get_replay_page(player, game.pk, number, options["seat"])
            self._page(game, page, language, with_board=wanted is not None)
        if wanted is None:
            self.stdout.write(f"{len(numbers)} stops")

    def _page(self, game: Game, page: ReplayPage, language: str, *, with_board: bool) -> None:
        self.stdout.write(
            f"--- stop {page.number} · {page.at:%Y-%m-%d %H:%M:%S} UTC · branch {page.branch} · {page.cause}"
        )
        for given in page.answers:
            words = given.text.get(language).replace("\n", " / ")
            self.stdout.write(f"  {given.seat} answers {given.key} ({given.channel}): {words or given.answer}")
            if reason := given.reason.get(language):
                self.stdout.write(f"    why: {reason}")
        for roll in page.rolls:
            self.stdout.write(f"  {roll.kind} {roll.branch}/{roll.number} {roll.key}: {_drawn(roll)}")
        for seen in page.events:
            line = describe_event(game, seen, language)
            if line:
                self.stdout.write(f"  {seen.number}. {line}")
        for row, said in page.asked:
            self.stdout.write(f"  asks {row.seat.role}: {row.kind} ({row.rule}): {said.get(language)}")
        if page.view is not None and with_board:
            self.stdout.write(describe_board(game, page.view, language))


def _drawn(roll: RollRecord) -> str:
    """Return the result of a roll, die by die; for a draw, how many components were drawn from how many."""
    if roll.kind == "roll":
        return " ".join(f"d{sides}={value}" for sides, value in zip(roll.of, roll.drawn, strict=False))
    return f"{len(roll.drawn)} from {sum(roll.of)}"
