"""Where things are on the picture: every space, ship and piece of cargo that it shows can be tapped."""

from collections.abc import Callable
from functools import partial
from itertools import combinations
from math import hypot

import pytest

from games.kernel.codec import encode
from games.kernel.hotspots import BoardHotspots, Hotspot, Region, hotspot_at
from games.kernel.random_source import random_source
from games.order_editor.paths import path_extensions
from games.titles.goeben.presentation.board.noted import APART, Noted
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.state.board import Board
from games.titles.goeben.visibility.redeal import redeal
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.boards import FORTS, LYING, WORDS, crowded, quiet
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import at_sea

BOARDS: dict[str, Callable[[], Board]] = {
    "quiet": quiet, "crowded": crowded, "captains": partial(crowded, "captains_four"),
}  # fmt: skip
NEAREST = 14.0
"""Two spots of a pane that a finger can still tell apart."""
BOTH = [(name, language) for name in BOARDS for language in ("en", "ja")]


def spots_of(board: Board, seat: str = "commander", language: str = "en") -> BoardHotspots:
    return WORDS.render_board(view(board, seat), language).hotspots


def inside(pane: Region, spot: Hotspot) -> bool:
    left, top, width, height = pane.box
    return left <= spot.x <= left + width and top <= spot.y <= top + height


def in_pane(spots: BoardHotspots, key: str) -> dict[str, Hotspot]:
    (pane,) = (one for one in spots.regions if one.key == key)
    return {spot.id: spot for spot in spots.hotspots if inside(pane, spot)}


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_every_space_has_a_spot_on_a_sheet_where_its_sign_is_drawn(name: str, language: str) -> None:
    spots = spots_of(BOARDS[name](), language=language)
    assert {*in_pane(spots, "west"), *in_pane(spots, "east")} >= set(BOX.spaces)
    for key in ("west", "east"):
        for spot in in_pane(spots, key).values():
            assert hotspot_at(spots, spot.x + APART / 2 - 1, spot.y) == spot.id


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_spots_of_a_pane_are_far_enough_apart_and_lie_in_one_pane(name: str, language: str) -> None:
    spots = spots_of(BOARDS[name](), language=language)
    for spot in spots.hotspots:
        assert sum(inside(pane, spot) for pane in spots.regions) == 1, spot
        assert 0 <= spot.x <= spots.size[0]
        assert 0 <= spot.y <= spots.size[1]
    for pane in spots.regions:
        here = [spot for spot in spots.hotspots if inside(pane, spot)]
        assert len({spot.id for spot in here}) == len(here), pane.key
        assert all(hypot(one.x - two.x, one.y - two.y) >= NEAREST for one, two in combinations(here, 2)), pane.key


def test_every_place_that_a_ship_can_reach_can_be_tapped() -> None:
    board = at_sea(lying=LYING, forts=FORTS, goeben="messina", breslau="algiers_sea")
    form, known = plan_form(board, "commander"), {spot.id for spot in spots_of(board).hotspots}
    walks = [field.movement for way in form.cached_templates for field in way.fields if field.movement is not None]
    assert len(walks) == 2
    for walk in walks:
        assert {walk.start, *path_extensions(form.charts()[walk.chart], walk, ())} <= known


def test_ships_and_their_cargo_can_be_tapped_where_they_are_drawn() -> None:
    spots = spots_of(crowded())
    assert {"goeben", "optics", "wireless", "damage_control", "hull", "coal"} <= set(in_pane(spots, "goeben"))
    assert "optics" not in in_pane(spots, "breslau")
    assert {"goeben", "breslau", "moltke"} <= set(in_pane(spots, "west")) | set(in_pane(spots, "east"))
    assert "stralsund" in in_pane(spots, "stralsund"), "she is lost, but has her sheet"


def test_what_is_no_point_says_how_large_it_is_and_a_tap_on_its_end_means_it() -> None:
    spots = spots_of(quiet())
    ship = in_pane(spots, "east")["goeben"]
    assert ship.width > 2 * ship.height > 0
    assert hotspot_at(spots, ship.x + ship.width / 2 - 2, ship.y) == "goeben"
    assert in_pane(spots, "east")["messina"].width == 0


def test_both_sides_of_a_battle_can_be_tapped() -> None:
    spots = spots_of(crowded())
    assert {"goeben", "moltke", "ah_ca_1", "gb_bc_1", "gb_ca_1", "primary"} <= set(in_pane(spots, "battle"))
    assert "battle" not in {pane.key for pane in spots_of(quiet()).regions}


def test_lines_that_are_not_straight_say_where_they_bend() -> None:
    spots = spots_of(quiet())
    bent = {frozenset((line.a, line.b)): len(line.bends) for line in BOX.waters.lines if line.bends}
    assert {frozenset((bend.a, bend.b)) for bend in spots.polylines} == set(bent)
    assert all(len(bend.points) == bent[frozenset((bend.a, bend.b))] for bend in spots.polylines)


@pytest.mark.parametrize(("scenario", "seat"), [("ottoman_alliance", "commander"), ("captains", "goeben")])
def test_nothing_hidden_moves_a_spot(scenario: str, seat: str) -> None:
    lying = {zone: names.replace("+up", "") for zone, names in LYING.items()}
    board = at_sea(scenario, lying=lying, forts=FORTS, turn=2, breslau="algiers_sea")
    here = encode(spots_of(board, seat))
    worlds = [Board(redeal(BOX, board.state, seat, random_source(n)), BOX) for n in range(12)]
    assert any(encode(world.state) != encode(board.state) for world in worlds)
    assert {encode(spots_of(world, seat)) for world in worlds} == {here}


def test_who_comes_too_near_to_another_or_to_the_edge_has_no_spot() -> None:
    noted = Noted()
    noted.pane("sea", BOX.spaces["messina"].name, (0, 0, 100, 100), 20)
    noted.spot("messina", 50, 50)
    noted.spot("goeben", 50 + APART - 1, 50)
    noted.spot("breslau", 50 + APART, 50)
    noted.spot("moltke", 95, 50)
    noted.spot("stralsund", 50, -20)
    assert [spot.id for spot in noted.spots(100, 100).hotspots] == ["messina", "breslau"]
