"""Pictures in layers: where a layer lies on the page, what of it shows, and who puts them together."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from games.kernel.hotspots import BoardHotspots, Hotspot, RenderedBoard
from games.kernel.picture import FONT_FACE_CSS, Area, Layer, Picture
from games.kernel.text import Text
from games.toolkit.presentation import Presentation

SHEET = Area(0, 0, 40, 20)
PIER = BoardHotspots((100, 50), (), (Hotspot("pier", 5, 5),))


def drawn(*layers: Layer) -> str:
    return Picture(width=100, height=50, ground="#ffffff", layers=layers).svg()


def test_what_two_areas_share_lies_on_both() -> None:
    assert Area(10, 20, 30, 40).intersection(Area(25, 50, 100, 100)) == Area(25, 50, 15, 10)
    assert Area(10, 20, 30, 40).intersection(Area(10, 60, 30, 40)) is None, "edges that touch share nothing"


def test_a_sheet_that_is_the_page_stands_as_it_is() -> None:
    assert drawn(Layer("<a/>", SHEET)).endswith("/><a/></svg>")


@pytest.mark.parametrize(
    ("layer", "place"),
    [
        (Layer("<a/>", SHEET, x=7), 'x="7" y="0" width="40" height="20" viewBox="0 0 40 20"'),
        (Layer("<a/>", SHEET, y=7), 'x="0" y="7" width="40" height="20" viewBox="0 0 40 20"'),
        (Layer("<a/>", Area(5, 0, 40, 20)), 'x="0" y="0" width="40" height="20" viewBox="5 0 40 20"'),
        (Layer("<a/>", Area(0, 5, 40, 20)), 'x="0" y="0" width="40" height="20" viewBox="0 5 40 20"'),
        (
            Layer("<a/>", SHEET, clip=Area(30, 10, 90, 90)),
            'x="30" y="10" width="10" height="10" viewBox="30 10 10 10"',
        ),
    ],
)
def test_a_sheet_elsewhere_is_placed_and_cut(layer: Layer, place: str) -> None:
    assert f'<svg {place} overflow="hidden"><a/></svg>' in drawn(layer)


def test_a_layer_outside_its_window_shows_nothing() -> None:
    assert "<a/>" not in drawn(Layer("<a/>", SHEET, clip=Area(40, 0, 90, 90)))


def test_letters_that_stand_in_are_as_wide_as_those_that_are_missing() -> None:
    assert [int(found) for found in re.findall(r"size-adjust:(\d+)%", FONT_FACE_CSS)] == [87, 85]
    assert FONT_FACE_CSS.count("font-weight:bold;") == 1


def test_a_title_paints_its_view_in_the_language_of_the_reader() -> None:
    asked: list[tuple[Any, str]] = []

    def picture(view: Any, language: str) -> Picture:
        asked.append((view, language))
        return Picture(width=100, height=50, ground="#ffffff", layers=())

    painting: Any = SimpleNamespace(render=lambda *seen: RenderedBoard(picture(*seen), PIER), thumbnail=picture)
    silent: Any = SimpleNamespace(describe="a", group_title="b", emphasis="c", explain="d", draw="e")
    title = Presentation(
        labels={"pier": Text("The pier", "桟橋")}.__getitem__,
        event_formatter=silent,
        prompt_formatter=silent,
        text_board=silent,
        board=painting,
        headline=lambda view, language: "",
    )
    assert title.render_board("a view", "ja").svg().startswith("<svg")
    assert asked == [("a view", "ja")]
    assert title.render_board("a view", "en").svg().count("<title>The pier</title>") == 1
    assert [title.describe_event, title.group_title, title.emphasis, title.explain_question, title.text_board] == [
        *"abcde"
    ]


def test_a_picture_with_parts_for_the_ear_is_a_document_and_without_them_one_image() -> None:
    picture = Picture(width=100, height=50, ground="#ffffff", layers=(Layer("<a/>", SHEET),))
    assert re.findall(r' role="(.*?)"', picture.svg()) == ["img"]
    assert re.findall(r' role="(.*?)"', picture.svg("<g/>")) == ["graphics-document document"]
    assert picture.svg("<g/>").endswith("<a/><g/></svg>"), "they lie over all layers"


def test_the_ground_has_a_class_of_its_own_only_if_it_is_named() -> None:
    bare = Picture(width=8, height=6, ground="#abcdef", layers=())
    assert '<rect width="8" height="6" fill="#abcdef"/>' in bare.svg()
    named = Picture(width=8, height=6, ground="#abcdef", layers=(), ground_class="sea", title="A & B", description="<")
    assert '<rect width="8" height="6" fill="#abcdef" class="sea"/>' in named.svg()
    assert "<title>A &amp; B</title><desc>&lt;</desc>" in named.svg()
    assert 'viewBox="0 0 8 6" width="8" height="6"' in named.svg()


def test_what_layers_share_is_defined_once() -> None:
    ship = '<g id="ship"/>'
    layers = (Layer("<a/>", SHEET, defs=ship), Layer("<b/>", SHEET, defs=ship))
    assert f"<defs>{ship}</defs>" in drawn(*layers)


def test_letters_are_as_wide_on_every_screen_as_they_are_measured() -> None:
    """Where a screen fits letters to whole pixels, 326 texts of a board in Japanese left their places, by up to 31."""
    assert 'text-rendering="geometricPrecision"' in drawn().partition(">")[0]


def test_a_layer_is_drawn_anew_unless_it_says_that_it_is_printed() -> None:
    assert not Layer("<a/>", SHEET).is_printed
