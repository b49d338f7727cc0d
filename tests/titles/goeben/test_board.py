"""The picture: what it shows, to whom, and that everything on it has its place."""

import re
from collections.abc import Callable
from functools import partial
from itertools import combinations

import pytest
import resvg_py

from games.kernel.events import PUBLIC, UMPIRE
from games.titles.goeben.presentation.board.chart import BOUNDS, Sheet, sparse
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import Marker
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.boards import WORDS, crowded, quiet
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import at_sea
from tests.titles.pictures import FONTS, LANGUAGES, RAW, SVG, parsed, symbols, words

BOARDS: dict[str, Callable[[], Board]] = {
    "quiet": quiet, "crowded": crowded, "captains": partial(crowded, "captains_four"),
}  # fmt: skip


def picture(board: Board, seat: str = "commander", language: str = "en") -> str:
    return WORDS.render_board(view(board, seat), language).svg()


# --- the chart


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_space_lies_on_a_sheet_with_its_name(language: str) -> None:
    sheets = [Sheet(BOX, index, language) for index in range(len(BOUNDS))]
    assert {space for sheet in sheets for space in sheet.spaces} == set(BOX.spaces)
    for sheet in sheets:
        assert set(sheet.names) == set(sheet.spaces)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("index", range(len(BOUNDS)))
def test_names_lie_on_no_other_name_and_on_the_sheet(index: int, language: str) -> None:
    sheet = Sheet(BOX, index, language)
    for one, other in combinations(sheet.names.values(), 2):
        assert one.area.overlap(other.area, 2) == 0, (one.lines, other.lines)
    for name in sheet.names.values():
        assert name.area.left >= 0
        assert name.area.top >= 0
        assert name.area.right <= sheet.width
        assert name.area.bottom <= sheet.height


@pytest.mark.parametrize("index", range(len(BOUNDS)))
def test_names_lie_on_no_sign_of_a_space(index: int) -> None:
    sheet = Sheet(BOX, index, "en")
    for space, name in sheet.names.items():
        for other, dot in sheet.dots.items():
            assert other == space or name.area.overlap(dot, 4) == 0, (name.lines, other)


# --- form


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(BOARDS))
def test_every_picture_is_complete_and_readable(name: str, language: str) -> None:
    board = BOARDS[name]()
    for seat in (*board.state.seats, PUBLIC, UMPIRE):
        svg = picture(board, seat, language)
        assert len(svg.encode()) < 300_000
        root = parsed(svg)
        assert root.get("width") == "820"
        assert root.find(f"{SVG}title") is not None
        assert root.findtext(f"{SVG}desc")
        assert all(float(size) >= 8 for size in re.findall(r'font-size="([^"]+)"', svg))
        assert set(re.findall(r'href="#([\w-]+)"', svg)) <= set(re.findall(r' id="([\w-]+)"', svg))
        assert "<image" not in svg
        assert "url(" not in svg
        assert not [text for text in words(svg) if RAW.search(text)]


def test_the_picture_can_be_rendered_with_our_fonts_alone() -> None:
    for language in LANGUAGES:
        svg = picture(crowded(), language=language)
        png = bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=FONTS, width=800))
        assert png.startswith(b"\x89PNG")
        assert len(png) > 100_000


def test_there_are_colours_for_a_dark_screen_and_light_ones_in_the_marks() -> None:
    svg = picture(quiet())
    assert "prefers-color-scheme:dark" in svg
    assert 'fill="#dde9ec" class="sea"' in svg


def test_japanese_pictures_speak_japanese() -> None:
    text = " ".join(words(picture(crowded(), language="ja")))
    for word in ("ゲーベン", "メッシーナ", "警戒", "船体", "海戦", "哨戒ゾーン"):
        assert word in text
    assert "Alert" not in text


# --- what it shows


def test_a_ship_shows_her_boxes_and_her_cargo() -> None:
    text = words(picture(crowded()))
    for word in ("SMS Goeben", "OS", "WL", "DC", "Leadership", "Engines", "Ammunition", "SUNK"):
        assert word in text
    assert any("OS Optics and Searchlights" in line for line in text)


def test_counters_lie_face_down_as_numbers_and_face_up_by_class() -> None:
    board = quiet()
    plain = picture(board)
    assert "BC" not in words(plain)
    board.lay("ionian_c", Marker("gb_bc_3", up=True))
    svg = picture(board)
    assert "BC" in words(svg)
    assert "Inflexible" in words(svg)


def test_ports_show_whose_they_are_and_what_was_visited() -> None:
    board = quiet()
    before = symbols(picture(board), "visited")
    board.state.visited = ["athens"]
    assert symbols(picture(board), "visited") == before + 1
    for power in ("britain", "france", "italy", "greece", "ottoman", "spain", "austria", "russia"):
        assert symbols(picture(board), f"flag-{power}")


def test_colliers_mines_weather_and_battle_have_their_signs() -> None:
    plain, full = picture(quiet()), picture(crowded())
    for sign in ("collier", "mines", "held", "friend", "storm", "fog", "battle"):
        assert symbols(full, sign) > symbols(plain, sign), sign


def test_the_battle_shows_both_sides_and_the_next_salvo() -> None:
    text = words(picture(crowded()))
    assert "Battle: Malta Patrol Zone" in text
    assert "Germans fire first, night" in text
    assert "BC Indefatigable" in text
    assert any(line.startswith("A secondary") for line in text)
    assert any(line.startswith("G secondary") for line in text)


def test_days_alert_and_points() -> None:
    text = words(picture(crowded()))
    assert "-7" in text
    assert "of 75 VP" in text
    assert "Ottoman Alliance" in text


# --- to whom


def test_what_lies_face_down_does_not_change_the_picture() -> None:
    one, other = quiet(), quiet()
    marker = other.markers_at("gibraltar_pz")[0]
    other.state.pool[other.state.pool.index("gb_lc_4")], marker.id = marker.id, "gb_lc_4"
    assert picture(one) == picture(other)


def test_a_captain_out_of_touch_does_not_see_the_battle() -> None:
    board = crowded("captains_four")
    board.ship("breslau").cargo = []
    assert "Battle: Malta Patrol Zone" in words(picture(board, "goeben"))
    assert "Battle: Malta Patrol Zone" not in words(picture(board, "breslau"))
    assert "SMS Goeben" not in words(picture(board, "breslau"))


def test_all_cargo_aboard_is_named_below_the_boxes() -> None:
    """In two lines, where one is too short: a code that nobody explains says nothing."""
    board = at_sea(goeben="messina+cargo=calculator,damage_control,reserve_crew,optics,wireless")
    text = " ".join(words(picture(board)))
    assert "OS Optics and Searchlights and WL Wireless" in text


# --- the map of a letter


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sea_has_names_at_the_width_of_a_letter(language: str) -> None:
    """Orders name spaces at sea: nearly all are printed, each clear of every other name and sign."""
    sheets = sparse(BOX, language, 584 / 12800)
    named = {space for sheet in sheets for space in sheet.spaces if sheet.is_named(space)}
    assert len(set(BOX.spaces) - named) <= 1
    for sheet in sheets:
        shown = {space: sheet.names[space].area for space in sheet.spaces if sheet.is_named(space)}
        at_sea = [space for space in shown if not BOX.spaces[space].harbour and BOX.spaces[space].kind == "high_sea"]
        for space, other in ((space, other) for space in at_sea for other in shown if other != space):
            assert shown[space].overlap(shown[other], 0.5) <= 1.5, (space, other)
            assert shown[space].overlap(sheet.dots[other], 0.5) <= 1.5, (space, other)
