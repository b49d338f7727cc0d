"""The picture of an e-mail: the part of the board that its question is about, legible on a phone."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import astuple

from games import registry
from games.kernel.hotspots import BoardHotspots, RenderedBoard, region_holds
from games.kernel.picture import Area, Picture
from games.kernel.picture_cards import arrange_cards, is_table
from games.kernel.picture_crop import crop_picture, find_window
from games.kernel.requests import Ask
from games.models import Game
from games.orders.order_set import Orders
from games.selectors.views import StoredView, draw_email_picture, render_board

PHONE = 360
"""The width in pixels of the narrowest screen."""
MIN_TEXT = 10
"""The smallest size of text in pixels on that screen."""
HEIGHT = 1.1
"""The height of a window in proportion to its width."""
FEW = 12
"""The number of values of a question up to which each of them matters much."""
CARDS = 1.5
"""The height of a picture of cards in proportion to its width."""
ABOUT, OWN, NAMED, POSSIBLE = 6.0, 5.0, 2.0, 0.05
"""The weights of what a question is about, such as an attacked ship; of units that are asked for orders, of what a
proposal names, and of all that an answer may name.
"""
COUNTER = 20.0
"""The weight of a counter on a map when a question names nothing on the board."""


class EmailPicture(NamedTuple):
    """The picture, and whether it is only a part of the board."""

    picture: Picture
    is_part: bool = False


def draw_question_picture(game: Game, stored: StoredView, language: str, questions: Sequence[Ask[Any]]) -> EmailPicture:
    """Return the part of the board where the units and places of the questions are, or else the title's picture."""
    if questions:
        board = render_board(game, stored, language)
        part = part_for_questions(board, questions, registry.game_title(game).presentation.smallest_text)
        if part is not None:
            return EmailPicture(part, is_part=True)
    return EmailPicture(draw_email_picture(game, stored, language))


def part_for_questions(board: RenderedBoard, questions: Sequence[Ask[Any]], smallest_text: float) -> Picture | None:
    """Return the cards or the part of the map that the questions are about; None if the whole board fits."""
    width = window_width(smallest_text)
    if is_table(board.hotspots) and board.picture.width > width:
        everything = {spot.id: 1.0 for spot in board.hotspots.hotspots}
        for weights in (weigh_values(questions), everything):
            found = arrange_cards(board.picture, board.hotspots, weights, width, width * CARDS)
            if found is not None:
                return found
    window = window_for_questions(board, questions, smallest_text)
    return crop_picture(board.picture, window) if window is not None else None


def window_for_questions(board: RenderedBoard, questions: Iterable[Ask[Any]], smallest_text: float) -> Area | None:
    """Return the part that the questions are about, or else where most of the hotspots are; None if all of it fits."""
    width = window_width(smallest_text)
    height = min(float(int(width * HEIGHT / 2) * 2), board.picture.height)
    if board.picture.width <= width:
        return None
    for weights in (weigh_values(questions), weigh_counters(board.hotspots)):
        if window := find_window(board.hotspots, weights, width, height):
            return window
    return None


def window_width(smallest_text: float) -> float:
    """Return the width in units of the part whose smallest text is legible on a phone."""
    return float(int(PHONE * smallest_text / MIN_TEXT / 2) * 2)


def weigh_values(questions: Iterable[Ask[Any]]) -> dict[str, float]:
    """Return how much each value that a question names matters for its picture."""
    found: dict[str, float] = {}
    for question in questions:
        form = question.form
        _weigh(found, _names_in(question.context), ABOUT)
        values = list(dict.fromkeys(form.values()))
        weight = OWN if len(values) <= FEW and not isinstance(form, Orders) else POSSIBLE
        _weigh(found, values, weight)
        for proposed in form.proposals():
            _weigh(found, form.render(form.read(proposed.answer)).replace(",", " ").replace("=", " ").split(), NAMED)
        if isinstance(form, Orders):
            _weigh(found, _subjects(form), OWN)
    return found


def list_subjects(questions: Iterable[Ask[Any]], limit: int = 6) -> list[str]:
    """Return at most `limit` of the units that the questions ask orders for, the first ones."""
    forms = (question.form for question in questions)
    found = dict.fromkeys(one for form in forms if isinstance(form, Orders) for one in _subjects(form))
    return list(found)[:limit]


def weigh_counters(board: BoardHotspots) -> dict[str, float]:
    """Return how much each value on a board matters if no question names it: counters on maps more than places."""
    found: dict[str, float] = {}
    for region in board.regions:
        spots = [spot for spot in board.hotspots if region_holds(region, spot.x, spot.y)]
        is_map = any(not spot.width for spot in spots)
        for spot in spots:
            found[spot.id] = max(found.get(spot.id, 0.0), COUNTER if is_map and spot.width else 1.0)
    return found


def _names_in(context: Any) -> Iterator[str]:
    """Yield the values that the occasion of a question names."""
    if isinstance(context, str):
        yield context
    elif isinstance(context, Struct):
        for value in astuple(context):
            yield from _names_in(value)
    elif isinstance(context, list | tuple):
        for value in context:
            yield from _names_in(value)
    elif isinstance(context, dict):
        yield from _names_in([*context, *context.values()])


def _weigh(found: dict[str, float], values: Iterable[str], weight: float) -> None:
    for value in values:
        found[value] = max(found.get(value, 0.0), weight)


def _subjects(form: Orders[Any]) -> Iterable[str]:
    """Return the units that may get an order."""
    for way in form.templates():
        for one in way.fields:
            if one.name == way.subject:
                yield from one.values
