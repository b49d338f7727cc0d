"""Refusals of Battleships, each in a position that provokes it."""

from collections.abc import Callable, Mapping
from typing import Any

from games.kernel.forms import Form
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.setup import SetUpForm
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.rules.movement.courses import course_form, pair_of
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form
from games.titles.battleships.state.board import Board
from tests.titles.battleships.ch05_gunnery.test_5_1_targets import NAMES
from tests.titles.battleships.laid_out import at_sea
from tests.titles.refusals.rows import Provoke, answering

FAR = "bismarck 5530 A 0"


def _courses(*ships: str, **rest: Any) -> Provoke:
    return answering(lambda: course_form(at_sea(*ships, **rest), "british"))


def _guns() -> Form[Any]:
    """Prinz Eugen is out of sight, and Suffolk has no guns left."""
    ships = ("hood 2512 A 4", "norfolk 2514 A 4", "suffolk 2516 A 4", "bismarck 3012 A 4", "prinz_eugen 1002 A 4")
    board = at_sea(*ships, "de_dd 3010 A 4", sight=12)
    board.ship("suffolk").weapons = 3
    return target_form(board, "british")


def _asked(form: Callable[[Board, str], Form[Any]], *ships: str, **rest: Any) -> Provoke:
    return answering(lambda: form(at_sea(*ships, **rest), "british"))


def _stacked() -> Form[Any]:
    board = at_sea("hood 2512 A 4 w1", "renown 2712 A 1", "norfolk 2712 A 1", FAR, options=Options(as_proposed=False))
    board.state.stacked = {pair_of("hood", "renown"): 3, pair_of("hood", "norfolk"): 3}
    return course_form(board, "british")


POSITIONS: Mapping[str, Provoke] = {
    "guns": answering(_guns),
    "dark": _asked(target_form, "hood 2512 A 4", "bismarck 2812 A 4", "prinz_eugen 2912 A 4", night=True, sight=0),
    "five ships": _asked(
        target_form, *(f"{name} 25{12 + 2 * at} A 4" for at, name in enumerate(NAMES)), "prinz_eugen 3014 A 4"
    ),
    "stacked": answering(_stacked),
    "torpedoes": _asked(
        torpedo_form, "norfolk 2512 A 4", "suffolk 1002 A 4", "bismarck 2712 A 4", "prinz_eugen 3512 A 4"
    ),
    "courses": _courses("hood 2512 A 4", "norfolk 2511 A 4", FAR),
    "slow": _courses("hood 2512 A 1", "norfolk 2711 A 4", FAR),
    "enemy ahead": _courses("hood 2512 A 2", "bismarck 2510 A 0"),
    "set-up": answering(lambda: SetUpForm(ships=("hood", "norfolk"), waters=("2512", "2513", "2514"), mines=2)),
}
