"""Positions of Battleships: the British off Denmark Strait, with the turn's first move."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from games.kernel.forms import Form
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form
from tests.titles.battleships.laid_out import at_sea
from tests.wordings.asking import first_of_game

BRITISH = ("hood 2512 A 4", "norfolk 2514 A 4", "suffolk 2514 A 4")
FAR = (*BRITISH, "bismarck 3012 A 4", "prinz_eugen 3014 A 4")
NEAR = (*BRITISH, "bismarck 2812 A 4", "prinz_eugen 2814 A 4")
CLOSE = (*BRITISH[1:], "bismarck 2614 A 4", "prinz_eugen 2615 A 4")
DAMAGED = ("hood 2512 A 4 w1", *FAR[1:])

POSITIONS: Mapping[str, Callable[[], Form[Any]]] = {
    "courses": lambda: course_form(at_sea(*FAR), "british"),
    "repairs": lambda: course_form(at_sea(*DAMAGED), "british"),
    "targets": lambda: target_form(at_sea(*NEAR), "british"),
    "night": lambda: target_form(at_sea(*NEAR, night=True), "british"),
    "torpedoes": lambda: torpedo_form(at_sea(*CLOSE), "british"),
    "calabria courses": partial(first_of_game, "battleships", "calabria", "courses", "italian"),
    "calabria targets": partial(first_of_game, "battleships", "calabria", "targets", "italian"),
}
