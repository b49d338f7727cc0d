"""5.4.3 Whom the phantom chooses where its card leaves the choice, and the players agreed that it takes the best."""

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.solitaire import PhantomActed
from tests.titles.pirates.alone import phantoms_turn
from tests.titles.pirates.laid_out import Game, side

rule = pytest.mark.rule
BEST = Options(phantom_targets="best")
RED = side("emden", merchants="lovat", hand="collier")


def acted(game: Game) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(event.action, event.ship, event.targets) for event in game.told(PhantomActed)]


@rule("pirates", "5.4.3.5")
@rule("pirates", "3.3.21")
def test_mines_are_laid_by_the_ship_whose_guns_are_missed_least() -> None:
    phantom = side("wolf berlin iltis meteor mowe", merchants="appam")
    game = phantoms_turn("13", 3, phantom=phantom, red=RED, options=BEST)
    assert acted(game) == [("lay_mines", "iltis", ("red",))]
    assert game.open() == ["red react"]


@rule("pirates", "5.4.3.5")
@rule("pirates", "3.3.12")
@pytest.mark.parametrize(
    ("merchants", "prizes", "target"),
    [
        ("lovat", "elsinor", "elsinor"),  # of the same coins and points: those of a prize count twice
        ("elsinor lovat+damaged", "", "elsinor"),
        ("la_correntina", "dee", "la_correntina"),  # 9 points, and dice of equal size, against twice 3 points
        ("dee", "maria", "maria"),
        ("lovat", "maria", "maria"),  # 7 points against twice 5, with the same dice
    ],
)
def test_fair_seas_take_the_ship_that_brings_most_home(merchants: str, prizes: str, target: str) -> None:
    phantom = side("berlin", merchants=merchants, prizes=prizes)
    game = phantoms_turn("8 2", 4, (1, 6), 1, phantom=phantom, red=RED, options=BEST)
    assert acted(game) == [("fair_seas", "", (target,))]
