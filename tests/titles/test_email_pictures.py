"""The picture of an e-mail with a question: its texts are legible on a phone, and it shows what is asked about."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.kernel.hotspots import RenderedBoard
from games.kernel.picture import Area, Picture
from games.kernel.picture_crop import crop_picture
from games.selectors.email_pictures import MIN_TEXT, PHONE, weigh_values, window_for_questions
from tests.titles.asked import SCENARIOS, Asked, asked_in_games
from tests.titles.loading import keys, load
from tests.titles.pictures import parsed

TITLES = list(keys())


def text_sizes(picture: Picture) -> Iterator[tuple[float, str]]:
    """Yield the size of each text in units of the picture, and the text."""
    yield from _sizes(parsed(picture.svg()), 16.0, 1.0)


def _sizes(element: Any, size: float, scale: float) -> Iterator[tuple[float, str]]:
    if (own := element.get("font-size")) is not None:
        size = float(re.sub(r"[^\d.]", "", own))
    if scaled := re.search(r"scale\(([-\d.]+)", element.get("transform") or ""):
        scale *= abs(float(scaled[1]))
    if element.tag.endswith(("text", "tspan")) and (element.text or "").strip():
        yield size * scale, element.text.strip()
    for child in element:
        yield from _sizes(child, size, scale)


def window_of(key: str, one: Asked, language: str) -> tuple[RenderedBoard, Area | None]:
    shown = load(key).presentation
    board = shown.render_board(one.view, language)
    return board, window_for_questions(board, [one.question], shown.smallest_text)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("key", TITLES)
def test_every_text_is_legible_on_a_phone(key: str, language: str) -> None:
    for one in asked_in_games(key):
        board, window = window_of(key, one, language)
        if not board.hotspots.hotspots:
            continue  # the whole board is shown
        assert window is not None, one.question.kind
        part = crop_picture(board.picture, window)
        small = [(size, text) for size, text in text_sizes(part) if size * PHONE / part.width < MIN_TEXT]
        assert not small, (one.scenario, one.question.kind, sorted(small)[:5])


@pytest.mark.parametrize("key", TITLES)
def test_it_shows_something_that_the_question_is_about(key: str) -> None:
    shown = 0
    for one in asked_in_games(key):
        board, part = window_of(key, one, "en")
        if not board.hotspots.hotspots:
            continue  # the whole board is shown
        assert part is not None
        weights = weigh_values([one.question])
        places = [(spot.x, spot.y) for spot in board.hotspots.hotspots if weights.get(spot.id, 0) >= 1]
        if not places:
            continue
        inside = [x for x, y in places if part.left <= x <= part.right and part.top <= y <= part.bottom]
        assert inside, (one.scenario, one.question.kind, sorted(places))
        shown += 1
    assert shown or key not in SCENARIOS, "of a new title the board may show nothing that is asked about"


def test_the_measure_finds_small_texts() -> None:
    board, _ = window_of("battleships", asked_in_games("battleships")[0], "en")
    assert min(size for size, _ in text_sizes(board.picture)) * PHONE / board.picture.width < MIN_TEXT / 2
