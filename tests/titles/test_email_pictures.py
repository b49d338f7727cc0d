"""The picture of an e-mail with a question: its texts are legible on a phone, and it shows what is asked about."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.kernel.hotspots import Hotspot, RenderedBoard
from games.kernel.picture import Area, Picture
from games.kernel.picture_cards import Tile
from games.kernel.picture_crop import crop_picture
from games.selectors.email_pictures import (
    CARDS,
    MIN_TEXT,
    PHONE,
    part_for_questions,
    weigh_values,
    window_for_questions,
)
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


@pytest.mark.parametrize("language", ["en", "ja"])
def test_of_cards_it_shows_whole_ones_the_attacked_ship_among_them(language: str) -> None:
    """Each word of the picture lies within a tile, and each card within the picture."""
    shown, targets = load("pirates").presentation, 0
    for one in asked_in_games("pirates"):
        board = shown.render_board(one.view, language)
        part = part_for_questions(board, [one.question], shown.smallest_text)
        assert part is not None
        assert part.width == 324
        assert part.height <= 324 * CARDS
        tiles = {tile.part: tile for tile in _tiles_of(board, part)}
        cards = [spot for spot in board.hotspots.hotspots if spot.height > 40]
        whole = {spot.id for spot in cards if any(_contains(area, spot) for area in tiles)}
        assert whole, one.question.kind
        assert all(tile.x + area.width <= part.width for area, tile in tiles.items())
        named = {getattr(one.question.context, name, "") for name in ("ship", "target")} & {spot.id for spot in cards}
        assert named <= whole, (one.question.kind, named - whole)
        targets += len(named)
    assert targets > 5


def _tiles_of(board: RenderedBoard, part: Picture) -> list[Tile]:
    """Return the parts of the board that a picture shows: one for each layer."""
    (whole,) = board.picture.layers
    tiles = []
    for layer in part.layers:
        assert layer.clip is not None
        x, y = layer.clip.left - (layer.x - whole.x), layer.clip.top - (layer.y - whole.y)
        tiles.append(Tile(Area(x, y, layer.clip.width, layer.clip.height), layer.clip.left, layer.clip.top))
    return tiles


def _contains(area: Area, spot: Hotspot) -> bool:
    left, right, top, bottom = (
        spot.x - spot.width / 2, spot.x + spot.width / 2, spot.y - spot.height / 2, spot.y + spot.height / 2
    )  # fmt: skip
    return area.left <= left and right <= area.right and area.top <= top and bottom <= area.bottom


def test_a_window_on_a_map_shows_whole_counters_and_cuts_few_names() -> None:
    shown = load("goeben").presentation
    (first, *_) = asked_in_games("goeben")
    board = shown.render_board(first.view, "en")
    window = window_for_questions(board, [first.question], shown.smallest_text)
    assert window is not None
    spots = {spot.id: spot for spot in board.hotspots.hotspots if spot.height and spot.y < 800}
    ships = [spots[known.ship.id] for known in first.view.ships if known.ship.id in spots]
    assert ships
    assert all(_contains(window, ship) for ship in ships)


def test_the_measure_finds_small_texts() -> None:
    board, _ = window_of("battleships", asked_in_games("battleships")[0], "en")
    assert min(size for size, _ in text_sizes(board.picture)) * PHONE / board.picture.width < MIN_TEXT / 2
