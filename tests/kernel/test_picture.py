"""Pictures in layers: where a layer lies on the page, what of it shows, and who puts them together."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from games.kernel.byhand.spots import Drawn, Place, Spots
from games.kernel.craft.presentation import Presentation
from games.kernel.picture import FACES, Area, Layer, Picture
from games.kernel.text import Text

SHEET = Area(0, 0, 40, 20)
PIER = Spots((100, 50), (), (Place("pier", 5, 5),))


def drawn(*layers: Layer) -> str:
    return Picture(width=100, height=50, ground="#ffffff", layers=layers).svg()


def test_what_two_areas_share_lies_on_both() -> None:
    assert Area(10, 20, 30, 40).shared(Area(25, 50, 100, 100)) == Area(25, 50, 15, 10)
    assert Area(10, 20, 30, 40).shared(Area(10, 60, 30, 40)) is None, "edges that touch share nothing"


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
            Layer("<a/>", SHEET, window=Area(30, 10, 90, 90)),
            'x="30" y="10" width="10" height="10" viewBox="30 10 10 10"',
        ),
    ],
)
def test_a_sheet_elsewhere_is_placed_and_cut(layer: Layer, place: str) -> None:
    assert f'<svg {place} overflow="hidden"><a/></svg>' in drawn(layer)


def test_a_layer_outside_its_window_shows_nothing() -> None:
    assert "<a/>" not in drawn(Layer("<a/>", SHEET, window=Area(40, 0, 90, 90)))


def test_letters_that_stand_in_are_as_wide_as_those_that_are_missing() -> None:
    assert [int(found) for found in re.findall(r"size-adjust:(\d+)%", FACES)] == [87, 85]
    assert FACES.count("font-weight:bold;") == 1


def test_a_title_paints_its_view_in_the_language_of_the_reader() -> None:
    asked: list[tuple[Any, str]] = []

    def picture(view: Any, language: str) -> Picture:
        asked.append((view, language))
        return Picture(width=100, height=50, ground="#ffffff", layers=())

    painting: Any = SimpleNamespace(drawn=lambda *seen: Drawn(picture(*seen), PIER), glance=picture)
    silent: Any = SimpleNamespace(tell="a", heading="b", stress="c", explain="d", draw="e")
    title = Presentation(
        labels={"pier": Text("The pier", "桟橋")}.__getitem__,
        telling=silent,
        explaining=silent,
        text_board=silent,
        board=painting,
        headline=lambda view, language: "",
    )
    assert title.drawn("a view", "ja").svg().startswith("<svg")
    assert asked == [("a view", "ja")]
    assert title.drawn("a view", "en").svg().count("<title>The pier</title>") == 1
    assert [title.tell, title.heading, title.stress, title.explain, title.text_board] == [*"abcde"]


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
    assert not Layer("<a/>", SHEET).printed
