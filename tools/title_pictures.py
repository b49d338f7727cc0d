"""Draw the pictures of the catalogue: a picture of each title in each written language, and a map of each scenario.

    python -m tools.title_pictures

Bots play to the position that a picture shows, with the same dice each time.
"""

import os
import sys
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from tools.launch import ROOT

FOLDER = ROOT / "games" / "static" / "games" / "titles"
WIDTH, MAP_WIDTH = 576, 240
"""The widths of the pictures of titles and of the maps, in pixels; the height is nine sixteenths of the width."""
COLOURS, MAP_COLOURS = 256, 64
SHAPE = 16 / 9
LEAST = 400
"""The smallest width of the map of a battle, in units of the board."""
AROUND = 60
"""The distance between the ships of a battle and the edge of its map."""


class Position(NamedTuple):
    """A position to draw: the scenario, the seat that sees it, the questions before it, and the window of the board."""

    scenario: str
    seat: str
    questions: int
    window: tuple[float, float, float]
    """The left and upper edges and the width."""


TITLES = {
    "pirates": Position("two_players", "black", 1, (0, 288, 600)),
    "goeben": Position("captains", "goeben", 4, (130, 116, 670)),
    "battleships": Position("denmark_strait", "public", 9, (150, 410, 660)),
    "pq17": Position("pq17", "allied", 4, (17, 84, 786)),
}
WESTERN, EASTERN, ARCTIC, TABLE = (17, 116, 786), (17, 670, 786), (17, 84, 786), (0, 0, 600)
EAST = {"ottoman_alliance", "suez_canal", "austro_hungarian_pact", "austrian"}
"""The scenarios of Goeben, 1914 that are decided in the east."""


def main() -> int:
    """Draw all pictures."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    import django

    django.setup()
    from games import registry
    from games.kernel.catalogues import WRITTEN

    for key, shown in TITLES.items():
        title = registry.current_title(key)
        for language in WRITTEN:
            suffix = "" if language == WRITTEN[0] else f".{language}"
            draw(title, shown, FOLDER / f"{key}{suffix}.png", language, (WIDTH, COLOURS))
        for scenario in title.scenarios:
            path = FOLDER / "maps" / f"{key}-{scenario}.png"
            draw(title, _opening(key, scenario), path, WRITTEN[0], (MAP_WIDTH, MAP_COLOURS))
    return 0


def draw(title: Any, shown: Position, path: Path, language: str, size: tuple[int, int]) -> None:
    """Draw a position into a file; `size` is the width in pixels and the number of colours."""
    from PIL import Image

    from games.kernel.picture import Area
    from games.kernel.picture_crop import crop_picture
    from pbem.rendering.layers import layout_picture
    from pbem.rendering.renderer import render_png

    width, colours = size
    board = title.presentation.render_board(play(title, shown), language)
    left, top, wide = shown.window if shown.window[2] else _around_pieces(title, board)
    picture = crop_picture(board.picture, Area(left, top, wide, wide / SHAPE))
    with Image.open(BytesIO(render_png(layout_picture(picture, width)))) as drawn:
        whole = drawn.convert("RGB").crop((0, 0, width, round(width / SHAPE)))
        small = whole.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        path.parent.mkdir(exist_ok=True)
        small.save(path, optimize=True)
    print(path.relative_to(ROOT), flush=True)


def play(title: Any, shown: Position) -> Any:
    """Return the view of a seat after bots have answered so many questions."""
    from games.kernel.chance import HmacChance
    from games.kernel.driver import Session, initial_checkpoint
    from games.kernel.journal import SeatAnswer
    from games.kernel.random_source import random_source

    bot = title.bot(title.usual_bot)
    start = initial_checkpoint(title, title.rules.new_game(shown.scenario, title.options.type()))
    session = Session(title, start, (), chance=HmacChance(b"x"))
    answers: dict[str, SeatAnswer] = {}

    def supply(question: Any, number: int, look: Any) -> SeatAnswer | None:
        return answers.pop(f"{question.seat} {question.key}", None)

    run = session.play_on(supply)
    for _ in range(shown.questions):
        for one in run.open_questions:
            chance = random_source(1, run.number, one.seat, one.key)
            answer = bot(title.secrecy.view(run.state, one.seat), one, chance)
            answers[f"{one.seat} {one.key}"] = SeatAnswer(one.seat, one.form.write(answer), "bot")
        run = session.play_on(supply)
    return title.secrecy.view(run.state, shown.seat)


def _opening(key: str, scenario: str) -> Position:
    """Return the position with which a scenario begins."""
    if key == "goeben":
        return Position(scenario, "public", 0, EASTERN if scenario in EAST else WESTERN)
    if key == "pq17":
        return Position(scenario, "allied", 0 if scenario.startswith("campaign") else 3, ARCTIC)
    return Position(scenario, "public", 0, TABLE if key == "pirates" else (0, 0, 0))


def _around_pieces(title: Any, board: Any) -> tuple[float, float, float]:
    """Return the window around all pieces on a board."""
    from games.kernel.reference import entries_in

    pieces = set(entries_in(title.presentation.reference))
    spots = [spot for spot in board.hotspots.hotspots if spot.id in pieces]
    xs, ys = [spot.x for spot in spots], [spot.y for spot in spots]
    wide = max(max(xs) - min(xs) + 2 * AROUND, (max(ys) - min(ys) + 2 * AROUND) * SHAPE, LEAST)
    return (min(xs) + max(xs) - wide) / 2, (min(ys) + max(ys) - wide / SHAPE) / 2, wide


if __name__ == "__main__":
    sys.exit(main())
