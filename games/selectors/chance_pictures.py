"""Draw the chances of a finished game as a chart."""

from django.utils.crypto import salted_hmac

from games.kernel.codec import encode
from games.kernel.picture import Picture
from games.models import Game
from games.selectors.chances import GameChances
from games.selectors.notices import get_seat_name
from games.toolkit.chance_chart import ChanceChart, Side, draw_chances


def draw_game_chances(game: Game, found: GameChances, language: str, *, narrow: bool = False) -> Picture:
    """Return the chart of the chances over the game; without computed steps, only the chart's frame.

    With `narrow`, the chart is as wide as a phone.
    """
    sides = tuple(_side(game, found, seats, language) for seats in found.sides)
    numbers = tuple(step.number for step in found.steps)
    stops = tuple(step.stop for step in found.steps)
    marks = tuple(swing.last for swing in found.swings)
    return draw_chances(ChanceChart(sides, numbers, stops, found.step_count, marks), language, narrow=narrow)


def _side(game: Game, found: GameChances, seats: tuple[str, ...], language: str) -> Side:
    names = " + ".join(get_seat_name(game, seat).get(language) for seat in seats)
    values = tuple(step.chances[seats[0]] for step in found.steps)
    return Side(names, values, tuple(step.margins[seats[0]] for step in found.steps))


def chances_tag(found: GameChances, language: str, variant: str = "") -> str:
    """Return the ETag of the chances, or of the picture named by `variant`."""
    text = f"{encode(found).decode()}|{language}|{variant}"
    return f'"{salted_hmac("games.chances", text, algorithm="sha256").hexdigest()[:32]}"'
