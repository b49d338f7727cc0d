"""Draw the picture of an e-mail: the part of the board that its questions are about, legible on a phone.

Each value on the board (unit or place) gets a weight; the part of the board with the greatest total weight is shown.
"""

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
"""The width of the narrowest phone screen, in pixels."""
MIN_TEXT = 10
"""The smallest legible size of text on that screen, in pixels."""
HEIGHT = 1.1
"""The height of the shown part of a map, divided by its width."""
FEW = 12
"""If a question has at most this many possible values, each gets the weight `OWN`, else `POSSIBLE`."""
CARDS = 1.5
"""The greatest height of a picture of cards, divided by its width."""
ABOUT, OWN, NAMED, POSSIBLE = 6.0, 5.0, 2.0, 0.05
"""Weights of values: those that the question is about, such as an attacked ship; units that need orders; values in a
proposed answer; values that an answer may contain.
"""
COUNTER = 20.0
"""The weight of a counter on a map when the questions name nothing on the board; a place has the weight 1."""


class EmailPicture(NamedTuple):
    """A picture for an e-mail; `is_part` is true if it shows only a part of the board."""

    picture: Picture
    is_part: bool = False


def draw_question_picture(game: Game, stored: StoredView, language: str, questions: Sequence[Ask[Any]]) -> EmailPicture:
    """Return the part of the board with the units and places of the questions, or else the title's e-mail picture."""
    if questions:
        board = render_board(game, stored, language)
        part = part_for_questions(board, questions, registry.game_title(game).presentation.smallest_text)
        if part is not None:
            return EmailPicture(part, is_part=True)
    return EmailPicture(draw_email_picture(game, stored, language))


def part_for_questions(board: RenderedBoard, questions: Sequence[Ask[Any]], smallest_text: float) -> Picture | None:
    """Return the cards or the part of the map that the questions are about; None if the whole board is legible.

    `smallest_text` is the size of the board's smallest text in the board's units.
    """
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
    """Return the part of the board that the questions are about, or else the part with the most counters.

    None if the whole board is legible. `smallest_text` is the size of the board's smallest text in the board's units.
    """
    width = window_width(smallest_text)
    height = min(float(int(width * HEIGHT / 2) * 2), board.picture.height)
    if board.picture.width <= width:
        return None
    for weights in (weigh_values(questions), weigh_counters(board.hotspots)):
        if window := find_window(board.hotspots, weights, width, height):
            return window
    return None


def window_width(smallest_text: float) -> float:
    """Return the greatest width of a legible part of the board on a phone, in the board's units.

    `smallest_text` is the size of the board's smallest text in the same units.
    """
    return float(int(PHONE * smallest_text / MIN_TEXT / 2) * 2)


def weigh_values(questions: Iterable[Ask[Any]]) -> dict[str, float]:
    """Return the weight of each value that the questions name: the greater, the more important for the picture."""
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
    """Return the first units, at most `limit`, that need orders in the questions."""
    forms = (question.form for question in questions)
    found = dict.fromkeys(one for form in forms if isinstance(form, Orders) for one in _subjects(form))
    return list(found)[:limit]


def weigh_counters(board: BoardHotspots) -> dict[str, float]:
    """Return the weights of all values on a board whose questions name no value: counters weigh more than places."""
    found: dict[str, float] = {}
    for region in board.regions:
        spots = [spot for spot in board.hotspots if region_holds(region, spot.x, spot.y)]
        is_map = any(not spot.width for spot in spots)
        for spot in spots:
            found[spot.id] = max(found.get(spot.id, 0.0), COUNTER if is_map and spot.width else 1.0)
    return found


def _names_in(context: Any) -> Iterator[str]:
    """Yield all texts in the context of a question, among them the values that it is about."""
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
    """Yield the units that may get an order."""
    for way in form.templates():
        for one in way.fields:
            if one.name == way.subject:
                yield from one.values
