"""The picture: what it shows, to whom, and that everything on it has its place."""

import re
from collections.abc import Callable
from math import hypot

import pytest
import resvg_py

from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.rectangles import Rectangle
from games.titles.battleships.components import hexes
from games.titles.battleships.components.scenarios import SCENARIOS
from games.titles.battleships.presentation.board.hexes import HIGH, part_around, parts_around, place_of
from games.titles.battleships.presentation.board.page import panels_of
from games.titles.battleships.presentation.board.placing import Wanted, placed
from games.titles.battleships.presentation.board.tapping import APART
from games.titles.battleships.presentation.reading import read
from games.titles.battleships.state.board import Board
from games.titles.battleships.visibility.view import view
from tests.titles.battleships.boards import WORDS, crowded, marked, quiet
from tests.titles.battleships.laid_out import at_sea
from tests.titles.pictures import FONTS, LANGUAGES, RAW, SVG, parsed, symbols, words

BOARDS: dict[str, Callable[[], Board]] = {"quiet": quiet, "marked": marked, "crowded": crowded}


def picture(board: Board, seat: str = PUBLIC, language: str = "en") -> str:
    return WORDS.render_board(view(board, seat), language).svg()


# --- form


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(BOARDS))
def test_every_picture_is_complete_and_readable(name: str, language: str) -> None:
    board = BOARDS[name]()
    for seat in (*board.sides, PUBLIC, UMPIRE):
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


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_every_scenario_shows_all_its_ships_with_name_and_speed(scenario: str) -> None:
    board = quiet(scenario)
    svg = picture(board)
    text = words(svg)
    for ship in board.state.ships:
        assert WORDS.label(ship.id).en.partition(" (")[0] in text, ship.id
        assert symbols(svg, f"ship-{board.counter(ship).kind}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_a_letter_shows_the_battle_six_hundred_wide(scenario: str, language: str) -> None:
    glance = WORDS.email_picture(view(quiet(scenario), PUBLIC), language)
    assert glance.width == 600
    assert glance.height < 700
    assert all(float(size) >= 8 for size in re.findall(r'font-size="([^"]+)"', glance.svg()))


def test_the_picture_can_be_rendered_with_our_fonts_alone() -> None:
    for language in LANGUAGES:
        svg = picture(crowded(), language=language)
        png = bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=FONTS, width=800))
        assert png.startswith(b"\x89PNG")
        assert len(png) > 80_000


def test_there_are_colours_for_a_dark_screen_and_light_ones_in_the_marks() -> None:
    svg = picture(quiet())
    assert "prefers-color-scheme:dark" in svg
    assert 'class="sea"' in svg
    assert 'class="dusk"' in picture(quiet("force_z"))


def test_japanese_pictures_speak_japanese() -> None:
    text = " ".join(words(picture(crowded(), language="ja")))
    for word in ("金剛", "夜間", "視認", "魚雷", "沈没", "イギリス軍"):
        assert word in text
    assert "Turn" not in text


# --- the map


def test_the_part_shown_holds_all_ships_and_is_as_large_as_may_be() -> None:
    small = part_around(["2512", "3015"], 796, 860)
    large = part_around(["1101", "5534"], 796, 860)
    assert small.side > large.side
    assert large.holds("1101")
    assert large.holds("5534")
    assert small.width == pytest.approx(796)


def test_a_ship_pushed_beyond_an_open_map_is_still_shown() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3012 A 4")
    board.ship("hood").at = hexes.moved("1101", hexes.Hex(-2, 0))
    assert len(board.ship("hood").at) == 6
    svg = picture(board)
    assert "Hood" in words(svg)
    assert "hood" in {place.id for place in WORDS.render_board(view(board, "british"), "en").hotspots.hotspots}


def far_apart(across: int, down: int) -> Board:
    """Two fleets on an open sea, so many columns and rows apart, the northern and western one beyond the map."""
    board = at_sea("hood 2512 A 4", "norfolk 2612 A 4", "bismarck 2012 A 4", "prinz_eugen 2112 A 4")
    for name in ("hood", "norfolk"):
        column, row = hexes.column_row(hexes.hex_of(board.ship(name).at))
        board.ship(name).at = hexes.name_of(place_of(column - across, row - down))
    return board


@pytest.mark.parametrize(("across", "down", "panes"), [(0, 200, 2), (150, 0, 2), (150, 200, 2), (0, 30, 1), (40, 0, 1)])
def test_fleets_too_far_apart_are_each_shown_in_a_part_of_their_own(across: int, down: int, panes: int) -> None:
    """200 rows apart they had lain in a picture four thousand high, of nothing but sea."""
    board = far_apart(across, down)
    drawn = WORDS.render_board(view(board, "british"), "en")
    glance = WORDS.email_picture(view(board, "british"), "en")
    assert len(drawn.hotspots.regions) == panes
    assert drawn.picture.height < 1650
    assert glance.height < 1100
    shown = [place.id for place in drawn.hotspots.hotspots]
    assert {"hood", "norfolk", "bismarck", "prinz_eugen"} < {*shown}
    assert len(shown) == len({*shown}), "no hex lies in two parts"
    assert all(pane.radius >= 5 for pane in drawn.hotspots.regions)
    for one in (drawn.picture, glance):
        said = words(one.svg())
        assert {"Hood", "Bismarck"} <= {*said}
        assert any("hexes from the ships above" in word for word in said) is (panes > 1)


def test_each_part_shows_what_lies_in_it_alone_and_says_how_far_off_it_is() -> None:
    board = far_apart(0, 200)
    scene = read(view(board, "british"))
    first, second = panels_of(scene, parts_around(scene.places(), 796, 860), 100)
    assert [vessel.id for vessel in first.scene.afloat()] == ["hood", "norfolk"]
    assert [vessel.id for vessel in second.scene.afloat()] == ["bismarck", "prinz_eugen"]
    assert (first.far, second.far) == (0, hexes.distance(board.ship("norfolk").at, board.ship("prinz_eugen").at))
    assert second.top > first.bottom > first.top == 100
    for panel in (first, second):
        beside = [hexes.neighbour(ship.at, heading) for ship in panel.scene.afloat() for heading in hexes.HEADINGS]
        assert all(map(panel.part.holds, beside)), "wherever she goes, there is a hex to be tapped"


def test_ships_that_lie_far_apart_and_nothing_between_them_are_parted_one_by_one() -> None:
    spaces = [hexes.name_of(place_of(30, row)) for row in (-400, -200, 10)]
    assert [part.holds(space) for part, space in zip(parts_around(spaces, 796, 860), spaces, strict=True)] == [True] * 3
    near = [hexes.name_of(place_of(30, row)) for row in range(-100, 30, 11)]
    assert len(parts_around(near, 796, 860)) == 1, "there is no empty sea to part them by"


def test_a_hex_beyond_the_map_is_written_in_full_on_the_board() -> None:
    board = far_apart(0, 200)
    for language in ("en", "ja"):
        text = WORDS.text_board(view(board, "british"), language)
        assert f" {board.ship('hood').at} A 4" in text
        assert " 2012     A 4" in text


def test_hexes_lie_where_the_map_has_them() -> None:
    """Neighbours are one height of a hex apart, in all six directions, for even and odd columns."""
    part = part_around(["2512", "3015"], 796, 860)
    for space in ("2712", "2812"):
        x, y = part.centre(space)
        for heading in hexes.HEADINGS:
            right, down = part.centre(hexes.neighbour(space, heading))
            assert ((right - x) ** 2 + (down - y) ** 2) ** 0.5 == pytest.approx(part.side * HIGH)
    assert part.centre("2711")[1] < part.centre("2712")[1]


def test_land_breakwaters_and_nets_are_drawn() -> None:
    harbour, board = picture(quiet("mers_el_kebir")), picture(quiet("calabria"))
    for colour in ("land",):
        assert f'class="{colour}"' in harbour
        assert f'class="{colour}"' not in board
    assert harbour.count('stroke="#7a4a24"') == 15 + board.count('stroke="#7a4a24"')
    assert harbour.count('stroke="#2456b8"') == 7 + board.count('stroke="#2456b8"')


def test_names_lie_on_no_other_name() -> None:
    names = [Wanted(str(number), 100 + 22 * number, 100 + 5 * (number % 2), 12, 60, 11) for number in range(6)]
    areas = list(placed(names, [], [], 400, 300).values())
    for index, area in enumerate(areas):
        assert not any(area.overlap(other) for other in areas[index + 1 :])
        assert Rectangle(0, 0, 400, 300).overlap(area) == pytest.approx(60 * 11)


# --- what it shows


def test_the_turn_is_told_by_its_signs() -> None:
    plain, full = picture(quiet("force_z")), picture(crowded())
    for sign in ("splash", "blast", "wreck", "fish", "star", "flame", "mine"):
        assert symbols(full, sign) > symbols(plain, sign), sign
    assert "What the turn brought" in words(full)
    text = " ".join(words(full))
    for phrase in (
        "Kongo → Repulse, 12 hexes: 16 points, 1:1; 1W", "Repulse → Kongo, 12 hexes: 2 points; no effect",
        "Prince of Wales (secondaries) → Takao, 7 hexes: 1S", "torpedo struck Prince of Wales; 2W", "torpedo missed",
        "Mines struck at 3416", "British destroyers: sunk", "Kongo repaired 1W",
    ):  # fmt: skip
        assert phrase in text, phrase


def test_targets_not_yet_fired_at_are_dashed_lines_without_result() -> None:
    svg = picture(marked())
    assert 'stroke-dasharray="5 3"' in svg
    assert not any("points" in text and "→" in text for text in words(svg))
    assert symbols(svg, "blast") == symbols(picture(quiet()), "blast")


@pytest.mark.rule("battleships", "2.6a")
def test_a_sheet_shows_what_is_left_of_a_ship() -> None:
    text = words(picture(crowded()))
    assert "21/32" in text
    assert "2/5" in text
    assert "4/9" in text
    assert "sunk" in text


@pytest.mark.rule("battleships", "1.2")
@pytest.mark.rule("battleships", "9.1d")
def test_the_head_says_turn_sight_and_points() -> None:
    text = words(picture(crowded()))
    assert "Force Z by night" in text
    assert "Night, sighting distance 7 hexes (14,000 yards)" in text
    assert "The Japanese aim and move first this turn" in text
    assert [points for points in ("16", "7") if points in text] == ["16", "7"]


# --- to whom


def test_mines_show_to_those_who_laid_them() -> None:
    board = crowded()
    counts = {seat: symbols(picture(board, seat), "mine") for seat in ("japanese", "british", PUBLIC, UMPIRE)}
    assert counts["japanese"] == counts["british"] == counts[PUBLIC] + 1
    assert counts[UMPIRE] == counts[PUBLIC] + 2


def test_another_flagship_does_not_change_the_enemys_picture() -> None:
    one, other = crowded(), crowded()
    other.state.flags["british"] = "prince_of_wales"
    assert picture(one, "japanese") == picture(other, "japanese")
    assert WORDS.text_board(view(one, "british"), "en") != WORDS.text_board(view(other, "british"), "en")


# --- what a tap means


def test_every_hex_shown_and_every_ship_has_a_spot_in_the_pane() -> None:
    board = crowded()
    spots = WORDS.render_board(view(board, "japanese"), "en").hotspots
    (pane,) = spots.regions
    places = {place.id: place for place in spots.hotspots}
    assert {ship.id for ship in board.afloat} <= set(places)
    assert {ship.at for ship in board.afloat} <= set(places)
    left, top, width, height = pane.box
    for place in spots.hotspots:
        assert left <= place.x <= left + width, place
        assert top <= place.y <= top + height, place


def test_the_nearest_spot_of_an_empty_hex_is_the_hex() -> None:
    spots = WORDS.render_board(view(quiet(), "british"), "en").hotspots
    hexes_ = [place for place in spots.hotspots if place.id.isdecimal()]
    apart = min(
        (one.x - other.x) ** 2 + (one.y - other.y) ** 2
        for index, one in enumerate(hexes_[:200])
        for other in hexes_[index + 1 : 200]
    )
    assert apart**0.5 >= 14


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_a_finger_tells_a_hull_from_the_hex_in_which_she_lies(scenario: str) -> None:
    """As they lie when the battle opens, and on a crowded night."""
    for board in (quiet(scenario), *([crowded()] if scenario == "force_z" else [])):
        places = {place.id: place for place in WORDS.render_board(view(board, board.sides[0]), "en").hotspots.hotspots}
        for ship in (ship for ship in board.afloat if len(board.ships_at(ship.at)) == 1):
            space = places[ship.at]
            assert hypot(places[ship.id].x - space.x, places[ship.id].y - space.y) >= APART, ship.id
            near = min(hypot(one.x - space.x, one.y - space.y) for name, one in places.items() if name != ship.at)
            assert near >= APART, ship.at


def test_where_the_whole_map_is_shown_they_are_a_hexside_apart() -> None:
    """No corner is farther off; the picture is to be made larger then."""
    board = at_sea("hood 1201 A 4", "norfolk 1202 A 4", "bismarck 5434 A 4")
    spots = WORDS.render_board(view(board, "british"), "en").hotspots
    places = {place.id: place for place in spots.hotspots}
    side = (places["3012"].x - places["2912"].x) / 1.5
    for ship in board.afloat:
        assert hypot(places[ship.id].x - places[ship.at].x, places[ship.id].y - places[ship.at].y) >= side - 0.01 > 11


def test_spots_do_not_move_by_what_is_hidden() -> None:
    one, other = crowded(), crowded()
    other.state.mines["british"] = ("3318",)
    other.state.flags["british"] = "prince_of_wales"
    assert (
        WORDS.render_board(view(one, "japanese"), "en").hotspots
        == WORDS.render_board(view(other, "japanese"), "en").hotspots
    )
