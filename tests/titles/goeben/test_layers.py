"""The picture in layers, the part of it that a letter shows, and the PNGs made of them."""

import re
from collections.abc import Callable
from io import BytesIO
from itertools import combinations

import pytest
from msgspec import structs
from PIL import Image, ImageChops, ImageStat

from games.kernel.picture import Layer, Picture
from games.titles.goeben.presentation.board.chart import SCALE, sparse
from games.titles.goeben.state.board import Board
from games.titles.goeben.visibility.view import DayView, View, view
from pbem.rendering import renderer
from pbem.rendering.layers import layout_picture
from tests.titles.goeben.boards import BOX, WORDS, crowded, quiet
from tests.titles.pictures import LANGUAGES

MOST_BYTES = 110_000


def picture(board: Board, seat: str = "commander", language: str = "en") -> Picture:
    return WORDS.render_board(view(board, seat), language).picture


def printed(one: Picture) -> list[Layer]:
    """The printed layers, wherever on the page."""
    return [structs.replace(layer, y=0) for layer in one.layers if layer.is_printed]


def image(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart, for each pixel and colour, of 255."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_printed_tells_nothing_of_any_game(language: str) -> None:
    """It is the same bytes for every seat of every game, so a drawing of it can be kept for all.

    A battle moves it down the page, which is public.
    """
    first = printed(picture(quiet(), language=language))
    assert len(first) == 5, "two seas, their names, and the legend"
    for seat in ("commander", "public", "umpire"):
        assert printed(picture(crowded(), seat, language)) == first
    assert printed(picture(crowded("captains_four"), "breslau", language)) == first


def test_the_layers_make_the_picture_that_screens_show() -> None:
    for language in LANGUAGES:
        layered = picture(crowded(), language=language)
        drawn, whole = (renderer.compose_drawing(layout_picture(one, 820)) for one in (layered, layered.svg()))
        assert drawn.size == whole.size
        assert apart(drawn, whole) < 0.5


def test_pictures_of_one_view_are_equal_bytes_whatever_was_drawn_before() -> None:
    one, other = layout_picture(picture(crowded()), 600), layout_picture(picture(quiet(), "public", "ja"), 760)
    fresh = renderer.render_png(one)
    assert renderer.render_png(one) == fresh
    renderer.render_png(other)
    assert renderer.render_png(one) == fresh
    renderer._printed.clear()
    assert renderer.render_png(one) == fresh


def test_another_size_or_text_of_what_is_printed_is_another_drawing() -> None:
    renderer._printed.clear()
    for language in LANGUAGES:
        for width in (400, 600):
            renderer.render_png(layout_picture(picture(quiet(), language=language), width))
    seas, names = 2, 3 * len(LANGUAGES)
    assert len(renderer._printed) == 2 * (seas + names)


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renderer, "MAX_CACHE_BYTES", 2_000_000)
    for width in (400, 500, 600):
        renderer.render_png(layout_picture(picture(quiet()), width))
        assert sum(4 * one.width * one.height for one in renderer._printed.values()) <= 2_000_000


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("board", [quiet, crowded])
def test_a_chart_is_small_and_keeps_its_colours(board: Callable[[], Board], language: str) -> None:
    drawing = layout_picture(picture(board(), language=language), 600)
    png = renderer.render_png(drawing)
    assert len(png) <= MOST_BYTES
    assert apart(image(png), renderer.compose_drawing(drawing)) < 2


# --- what a letter shows


def sighting(**changes: object) -> View:
    """The crowded board of the commander, with another day."""
    seen = view(crowded(), "commander")
    seen.battle = None
    for name, value in changes.items():
        setattr(seen, name, value)
    return seen


def at_messina(**changes: object) -> View:
    seen = sighting(**changes)
    for known in seen.ships:
        known.ship.at, known.since = "messina", None
    return seen


def is_whole(glance: Picture) -> bool:
    """Whether it shows both sheets, from Gibraltar to Beirut."""
    svg = glance.svg()
    return "Gibraltar<" in svg and "Beirut<" in svg


def test_the_morning_shows_the_whole_sea() -> None:
    seen = at_messina(day=DayView())
    assert is_whole(WORDS.email_picture(seen, "en"))


def test_the_end_shows_the_whole_sea() -> None:
    assert is_whole(WORDS.email_picture(at_messina(over=True), "en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_sea_is_legible_at_600_pixels(language: str) -> None:
    """Its letters are as large as on a part; what finds room is named, ports, patrol zones and exits first."""
    seen = at_messina(day=DayView())
    glance = WORDS.email_picture(seen, language)
    assert glance.width == 600
    assert min(map(float, re.findall(r'font-size="([^"]+)"', glance.svg()))) >= 8
    svg = glance.svg()
    assert "Kithera" in svg or "キシラ" in svg, "something lies there"
    assert "Skyros" in svg or "スキロス" in svg, "nothing lies there, and orders name it"
    assert len(renderer.render_png(layout_picture(glance, 600))) < 90_000


def test_what_both_sheets_show_is_laid_on_one_of_them() -> None:
    svg = WORDS.email_picture(at_messina(day=DayView()), "en").svg()
    names = [text for text in re.findall(r">([^<]+)</text>", svg) if text in ("Goeben", "Breslau")]
    assert sorted(names) == ["Breslau", "Goeben"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_printed_name_of_the_whole_sea_lies_on_another(language: str) -> None:
    for sheet in sparse(BOX, language, SCALE * 584 / 796):
        shown = [name.area for space, name in sheet.names.items() if sheet.is_named(space)]
        assert all(one.overlap(other, 2) == 0 for one, other in combinations(shown, 2))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_day_shows_where_something_happened_no_smaller_than_drawn(language: str) -> None:
    seen = at_messina(day=DayView(routes={"goeben": ("messina", "sicily_e", "ionian_c")}))
    glance = WORDS.email_picture(seen, language)
    assert glance.width == 600
    assert min(map(float, re.findall(r'font-size="([^"]+)"', glance.svg()))) >= 8
    assert "".join(layer.marks for layer in glance.layers if not layer.is_printed).count("#c79a2e")  # the way, in gold
    assert len(renderer.render_png(layout_picture(glance, 600))) < 60_000


def test_a_battle_is_shown_with_its_place() -> None:
    seen = view(crowded(), "commander")
    assert seen.battle is not None
    glance = WORDS.email_picture(seen, "en")
    assert glance.width == 600
    assert "Battle: " in glance.svg() or "Bombardment of " in glance.svg()
    assert 'href="#battle"' in glance.layers[3].marks


def test_what_lies_too_far_apart_is_shown_on_the_whole_sea() -> None:
    seen = at_messina(day=DayView(routes={"goeben": ("malta", "gibraltar"), "breslau": ("constantinople",)}))
    assert is_whole(WORDS.email_picture(seen, "en"))


def test_where_something_happened_goes_before_where_ships_only_lie() -> None:
    seen = at_messina(day=DayView(drawn={"zante": ["storm_1"]}))
    seen.ships[0].ship.at = "gibraltar"
    assert WORDS.email_picture(seen, "en").width == 600


def test_parts_of_a_sheet_share_one_drawing_of_what_is_printed() -> None:
    renderer._printed.clear()
    for space in ("smyrna", "athens", "salonika", "zante"):
        seen = at_messina(day=DayView(routes={"goeben": (space,)}))
        for known in seen.ships:
            known.ship.at = space
        glance = WORDS.email_picture(seen, "en")
        assert glance.width == 600
        renderer.render_png(layout_picture(glance, 600))
    assert len(renderer._printed) == 2
