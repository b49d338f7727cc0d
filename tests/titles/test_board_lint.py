"""The linter for boards: it finds a planted fault of each kind, and nothing on a sound picture.

A board that a title has made sound stays sound: `SOUND` names the kinds of findings that must not come back.
"""

import os
from collections import Counter as Tally

import pytest

from games.kernel.picture import Area, Layer, Picture
from games.kernel.rectangles import Rectangle, crosses
from games.titles.battleships.presentation.board.ink import Ink, styles
from tests.titles.board_lint.checks import Counter, counted, findings, phone_scale
from tests.titles.board_lint.linting import lint
from tests.titles.board_lint.positions import boards
from tests.titles.board_lint.raster import Raster
from tests.titles.board_lint.shapes import sketch

KINDS = frozenset({"overlap", "clipped", "off its plate", "small", "contrast", "covered", "astray", "leader", "arrow"})
SOUND = {
    "battleships": KINDS,
    "goeben": KINDS,
    "pirates": KINDS,
    "pq17": KINDS,
}
"""The kinds of findings that a title's boards are free of, and stay free of. The linter's command shows the rest."""
NAME = Rectangle(100, 100, 160, 118)


def plate() -> Ink:
    """A counter with a name at (100, 100) of a page of 820 by 400."""
    ink = Ink()
    ink.rect(NAME.left, NAME.top, 60, 18, "paper", edge="steel")
    ink.text(105, 113, "Suffolk", 11, colour="ink", bold=True)
    return ink


def found(ink: Ink, *, counters: tuple[Counter, ...] = (), lines: tuple[tuple[tuple[float, float], ...], ...] = (),
          clip: Area | None = None) -> dict[str, int]:  # fmt: skip
    """What the linter finds on a page with these marks."""
    page = Area(0, 0, 820, 400)
    layer = Layer(ink.svg(), page, clip=clip)
    svg = Picture(width=820, height=400, ground="#d9e7ec", ground_class="sea", layers=(layer,), styles=styles(),
                  attributes='fill="#1b2a33" class="ink"').svg()  # fmt: skip
    return dict(counted(findings(sketch(svg), Raster(svg), counters, lines)))


def test_a_sound_picture_has_no_finding() -> None:
    counter = Counter("suffolk", NAME, (95, 109))
    assert found(plate(), counters=(counter,), lines=(((10, 10), (300, 60)),)) == {}


def test_two_names_that_overlap_are_found() -> None:
    ink = plate()
    ink.text(108, 116, "Norfolk", 11, colour="ink")
    assert "overlap" in found(ink)


def test_a_name_that_leaves_its_counter_is_found() -> None:
    ink = plate()
    ink.rect(300, 100, 60, 18, "paper")
    ink.text(305, 113, "Prince of Wales", 11, colour="ink")
    assert found(ink) == {"off its plate": 1}


def test_a_name_that_the_edge_of_its_layer_cuts_is_found() -> None:
    assert found(plate(), clip=Area(0, 0, 130, 400)) == {"clipped": 1}


def test_small_letters_are_found_on_the_desk_and_on_the_phone() -> None:
    ink = plate()
    ink.text(300, 200, "8 units", 8, colour="ink")
    assert found(ink) == {"small": 1}
    assert phone_scale(820) == 1.0


@pytest.mark.parametrize("colour", ["#8fa2ad", "#1b2a33"])
def test_pale_letters_are_found_in_light_and_in_dark_colours(colour: str) -> None:
    ink = plate()
    ink.text(300, 200, "Bismarck", 11, colour=colour)
    assert found(ink) == {"contrast": 1}


def test_letters_on_an_unlike_halo_are_no_fault_though_the_ground_is_like_them() -> None:
    ink = plate()
    ink.rect(280, 180, 100, 40, "ink")
    assert found(ink) == {}
    ink.text(290, 204, "Hood", 11, colour="ink")
    assert found(ink) == {"contrast": 2}
    haloed = plate()
    haloed.rect(280, 180, 100, 40, "ink")
    haloed.text(290, 204, "Hood", 11, colour="ink", halo="halo")
    assert found(haloed) == {}


def test_a_mark_on_a_name_is_found() -> None:
    ink = plate()
    ink.disc(120, 109, 6, "fire")
    assert "covered" in found(ink)


def test_a_counter_far_from_its_place_is_found_unless_a_leader_goes_there() -> None:
    counter = Counter("suffolk", NAME, (40, 109))
    assert found(plate(), counters=(counter,)) == {"astray": 1}
    ink = plate()
    ink.leader((40, 109), (100, 109), "ink", "halo")
    assert found(ink, counters=(counter,)) == {}


def test_a_leader_through_a_name_is_found() -> None:
    ink = plate()
    ink.leader((40, 113), (300, 110), "ink", "halo")
    assert found(ink).keys() >= {"leader"}


def test_an_order_arrow_through_a_name_is_found() -> None:
    assert found(plate(), lines=(((40, 113), (300, 110)),)) == {"arrow": 1}


def test_a_line_beside_a_box_does_not_cross_it() -> None:
    assert crosses(((0, 109), (300, 109)), NAME)
    assert crosses(((130, 0), (130, 300)), NAME)
    assert not crosses(((0, 90), (300, 95)), NAME)
    assert not crosses(((99, 0), (99, 300)), NAME)


@pytest.mark.slow
@pytest.mark.one_database
@pytest.mark.parametrize("key", sorted(SOUND))
def test_the_boards_of_a_title_stay_sound(key: str) -> None:
    """A sample of all kept games, or with BOARDS=all every stop, seat and language."""
    every = os.environ.get("BOARDS") == "all"
    wrong: Tally[str] = Tally()
    for board in boards(key, every=every):
        wrong.update(f"{one.kind}: {one.text}" for one in lint(key, board).found if one.kind in SOUND[key])
    assert not wrong, wrong.most_common(10)
