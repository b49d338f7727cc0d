"""The overlay of a board: paths, headings, rings and numbers."""

import re
from itertools import pairwise

import pytest

from games.kernel.drafts import Annotation, Completion
from games.kernel.hotspots import BoardHotspots, Hotspot, Reach, Region
from games.kernel.rectangles import Rectangle, crosses
from games.kernel.text import Text, id_label
from games.order_editor.paths import Chart, MovementRule
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from pbem.web.pages.order_form.overlay import Overlay, select_nearest

PANE = Region("sea", Text("sea", "海"), (0, 0, 400, 200), 20)
SPOTS = BoardHotspots(
    (400, 200), (PANE,), (Hotspot("a", 20, 100), Hotspot("b", 100, 100), Hotspot("c", 180, 60), Hotspot("d", 260, 60))
)
WAYS = {"a": ("", "b", "", "", "", ""), "b": ("c", "", "", "", "a", ""), "c": ("", "d", "", "b", "", ""),
        "d": ("", "", "", "", "c", "")}  # fmt: skip


class Sail(Order, frozen=True, tag="sail"):
    ship: str
    way: tuple[str, ...] = ()


class Course(Orders[Sail], frozen=True, kw_only=True, dict=True, tag="test.course"):
    """One ship at a; `turns` says whether a turn costs."""

    order_types = (Sail,)
    turns: tuple[int, ...] = ()

    def templates(self) -> tuple[OrderTemplate, ...]:
        walk = MovementRule("sea", "a", 5, heading=2 if self.turns else 0, turns=self.turns)
        return (OrderTemplate("sail", (Field("ship", ("hood",)), Field("way", (), movement=walk)), subject="ship"),)

    def charts(self) -> dict[str, Chart]:
        return {"sea": Chart(WAYS)}


def arrows(form: Course) -> int:
    over = Overlay(SPOTS, id_label, "en")
    draft = [{"order": "sail", "ship": "hood", "way": ["b", "c", "d"]}]
    over.draw_orders(form, draft, form.annotations(draft))
    return len(re.findall("<polygon", over.svg()))


def test_at_each_mark_of_a_course_stands_where_the_ship_heads() -> None:
    """One arrow at the end of the line; and one more at each mark where headings matter."""
    assert arrows(Course()) == 1
    assert arrows(Course(turns=(0, 0, 0, 0))) >= 2


def reached(*counts: tuple[str, int, int]) -> list[Completion]:
    """So many places of a band at a price."""
    return [
        Completion(f"{band}{price}.{n}", price=price, band=band) for band, price, count in counts for n in range(count)
    ]


@pytest.mark.parametrize(
    ("reach", "shown"),
    [
        ([("free", 1, 20), ("spends", 2, 20)], {("free", 1), ("spends", 2)}),
        ([("free", 1, 6), ("free", 2, 12), ("spends", 3, 80)], {("free", 1), ("free", 2)}),
        ([("free", 1, 6), ("free", 2, 12), ("free", 3, 18), ("free", 4, 24)], {("free", 1), ("free", 2), ("free", 3)}),
        ([("spends", 4, 60), ("spends", 5, 60)], {("spends", 4)}),
        ([("", 0, 90)], {("", 0)}),
        ([("risk", 3, 60), ("spends", 2, 5)], {("spends", 2)}),
    ],
)
def test_a_map_is_not_full_of_rings(reach: list[tuple[str, int, int]], shown: set[tuple[str, int]]) -> None:
    assert {(one.band, one.price) for one in select_nearest(reached(*reach))} == shown


CARDS = BoardHotspots(
    (400, 200), (PANE,), (Hotspot("us", 60, 40, 80, 20), Hotspot("them", 200, 40, 100, 20), Hotspot("c", 60, 110),
                          Hotspot("far", 380, 180))
)  # fmt: skip
SHIPS = BoardHotspots(
    (600, 400),
    (
        Region("red", Text("red", "赤"), (0, 0, 600, 150), 60),
        Region("blue", Text("blue", "青"), (0, 200, 600, 200), 60),
    ),
    (Hotspot("emden", 60, 80, 76, 96), Hotspot("wolf", 160, 80, 76, 96), Hotspot("lovat", 60, 300, 104, 54),
     Hotspot("dee", 170, 300, 104, 54), Hotspot("blue", 156, 210, 288, 19)),
)  # fmt: skip


def mark(kind: str, *places: str) -> Annotation:
    return Annotation(kind, places, "", "/2/space", "")


def drawn(*marks: Annotation) -> str:
    over = Overlay(CARDS, id_label, "en")
    over.draw_orders(Course(), [], marks)
    return over.svg()


def points_of(svg: str) -> list[list[tuple[float, float]]]:
    """The points of each line that is drawn, without its lighter edge."""
    found = re.findall(r'<polyline points="([^"]+)"', svg)[1::2]
    return [[(float(x), float(y)) for x, y in (point.split(",") for point in line.split())] for line in found]


def test_a_link_covers_no_name() -> None:
    """It goes from the edge of a card to the edge of another, and to the middle of what is a point."""
    assert 'points="100.0,40.0 150.0,40.0"' in drawn(mark("link", "us", "them"))
    assert points_of(drawn(mark("link", "us", "c"))) == [[(60.0, 50.0), (60.0, 110.0)]]


def test_an_arrow_bears_the_number_of_its_order() -> None:
    """In the middle of the line, or at its start if the line is too short."""
    svg = drawn(mark("link", "us", "them"))
    assert re.findall(r">(\d)</text>", svg) == ["3"]
    (circle,) = re.findall(r'<circle cx="([^"]+)" cy="([^"]+)"', svg)
    assert circle == ("125.0", "40.0")


def test_numbers_of_two_arrows_on_one_line_stand_beside_each_other() -> None:
    svg = drawn(mark("link", "us", "c"), mark("link", "us", "c"))
    middles = re.findall(r'<circle cx="([^"]+)" cy="([^"]+)"', svg)
    assert len(set(middles)) == 2


def test_where_a_line_would_cross_a_map_the_number_of_the_order_makes_the_pair() -> None:
    svg = drawn(mark("link", "us", "far"))
    assert not points_of(svg)
    assert re.findall(r">(\d)</text>", svg) == ["3", "3"]


@pytest.mark.parametrize("target", ["wolf", "lovat", "dee", "blue"])
def test_between_cards_an_arrow_runs_in_the_gaps_and_both_ends_bear_its_number(target: str) -> None:
    """It crosses no card; it ends at the edge of one, or within the heading of a fleet, before its name."""
    over = Overlay(SHIPS, id_label, "en")
    over.draw_orders(Course(), [], [mark("link", "emden", target)])
    (line,) = points_of(over.svg())
    for place in SHIPS.hotspots:
        wide, high = place.width / 2, place.height / 2
        area = Rectangle(place.x - wide, place.y - high, place.x + wide, place.y + high)
        if place.id != "blue":
            assert not any(crosses(step, area, 0.5) for step in pairwise(line)), place.id
    assert line[-1][0] <= 21 if target == "blue" else line[-1][1] == SHIPS.hotspots[0].y - 48 or line[-1][1] == 273
    assert re.findall(r">(\d)</text>", over.svg()) == ["3"] * (1 if target == "blue" else 2)


@pytest.mark.parametrize("target", ["wolf", "lovat", "dee"])
def test_an_arrow_that_is_tried_runs_in_the_gaps_too(target: str) -> None:
    over = Overlay(SHIPS, id_label, "en")
    over.draw_tried([mark("link", "emden", target)], "free")
    (line,) = points_of(over.svg())
    for place in SHIPS.hotspots:
        wide, high = place.width / 2, place.height / 2
        area = Rectangle(place.x - wide, place.y - high, place.x + wide, place.y + high)
        assert place.id == "blue" or not any(crosses(step, area, 0.5) for step in pairwise(line)), place.id


def test_several_arrows_of_an_order_from_one_card_share_one_number_above_the_lines() -> None:
    over = Overlay(SHIPS, id_label, "en")
    over.draw_orders(Course(), [], [mark("link", "emden", "wolf"), mark("link", "emden", "lovat")])
    svg = over.svg()
    assert re.findall(r">(\d)</text>", svg) == ["3"] * 3
    assert svg.rindex("<polyline") < svg.index("<circle")


def test_what_one_order_names_bears_the_number_of_the_order() -> None:
    """As the list beside the picture counts them; the values of one ranking are counted among themselves."""
    assert re.findall(r">(\d)</text>", drawn(mark("at", "c"))) == ["3"]
    assert re.findall(r">(\d)</text>", drawn(mark("at", "us", "c"))) == ["1", "2"]


def test_a_board_opens_on_the_map_even_if_a_list_names_the_unit_first() -> None:
    """The first spot of the ship is her line in the list below the map."""
    units = Region("forces", Text("forces", "部隊"), (0, 200, 400, 200), 20)
    spots = BoardHotspots((400, 400), (PANE, units), (Hotspot("hood", 50, 300), Hotspot("hood", 180, 60)))
    assert Overlay(spots, id_label, "en").find_home_point(Course()).startswith("180,60,")
    listed = BoardHotspots((400, 400), (PANE, units), (Hotspot("hood", 50, 300),))
    assert Overlay(listed, id_label, "en").find_home_point(Course()).startswith("50,300,")


NAMED = BoardHotspots(
    (400, 200), (PANE,),
    (Hotspot("a", 20, 100), Hotspot("b", 200, 100), Hotspot("c", 204, 100), Hotspot("d", 300, 100)),
    names=((80, 94, 120, 106), (206, 106, 246, 118), (180, 82, 198, 94)),
)  # fmt: skip
"""Names across the way from a to b, and right below and left above b."""


def crossed_names(svg: str) -> list[tuple[float, float, float, float]]:
    """Return the names of `NAMED` through which a line, an arrowhead, a ring's piece or a number goes."""
    shapes = points_of(svg)
    for points in re.findall(r'<polygon points="([^"]+)"', svg):
        corners = (point.split(",") for point in points.split())
        shapes.append([(float(x), float(y)) for x, y in corners])
    for x, y, radius in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', svg):
        left, right = float(x) - float(radius) * 0.7, float(x) + float(radius) * 0.7
        top, bottom = float(y) - float(radius) * 0.7, float(y) + float(radius) * 0.7
        shapes += [[(left, top), (right, bottom)], [(left, bottom), (right, top)]]
    steps = [step for shape in shapes for step in pairwise(shape)]
    return [name for name in NAMED.names if any(crosses(step, Rectangle(*name), 0.75) for step in steps)]


def test_a_path_goes_on_behind_a_name_and_its_number_stands_beside_others() -> None:
    over = Overlay(NAMED, id_label, "en")
    over.draw_orders(Course(), [], [mark("way", "a", "b")])
    assert crossed_names(over.svg()) == []
    first, last = points_of(over.svg())
    assert first[0] == (20, 100)
    assert 76 < first[-1][0] < 80
    assert 120 < last[0][0] < 124
    assert last[-1] == (200, 100)


def test_rings_and_their_prices_cover_no_name() -> None:
    over = Overlay(NAMED, id_label, "en")
    over.draw_rings([Completion("b", price=2)], ())
    assert crossed_names(over.svg()) == []
    assert over.svg().count("<polyline") >= 2
    assert ">2</text>" in over.svg()
    plain = Overlay(NAMED, id_label, "en")
    plain.draw_rings([Completion("d")], ())
    assert "<polyline" not in plain.svg()


def test_two_numbers_at_one_place_stand_beside_each_other() -> None:
    over = Overlay(NAMED, id_label, "en")
    over.draw_orders(Course(), [], [mark("at", "d"), mark("at", "d")])
    places = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', over.svg())
    assert len(set(places)) == len(places) == 2


def test_the_area_in_reach_of_what_is_selected_has_an_outline_and_the_legend_says_so() -> None:
    outline = ((10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 10.0))
    ranges = (Reach(Text("in range", "航続範囲内"), ("fw_200_1", "fw_200_2"), (outline,)),)
    spots = BoardHotspots(SPOTS.size, SPOTS.regions, SPOTS.hotspots, reaches=ranges)
    over = Overlay(spots, id_label, "ja")
    over.draw_reach(("fw_200_2",))
    assert '<polygon points="10.0,10.0 90.0,10.0 90.0,90.0 10.0,10.0"' in over.svg()
    assert [one.text for one in over.legend] == ["航続範囲内"]
    other = Overlay(spots, id_label, "ja")
    other.draw_reach(("hood",))
    assert "<polygon" not in other.svg()
    assert other.legend == ()


def test_a_frame_surrounds_the_whole_card_if_only_a_part_can_be_tapped() -> None:
    """The card spans 140 to 220; its left part belongs to the hex below, so taps count from 160."""
    card = Hotspot("hood", 190, 60, 60, 16, aside=10)
    over = Overlay(BoardHotspots((400, 200), (PANE,), (card,)), id_label, "en")
    over.draw_tapped("hood")
    assert 'x="133.0" y="45.0" width="94.0" height="30.0"' in over.svg()
    wider = BoardHotspots((400, 200), (PANE,), (Hotspot("hood", 170, 60, 60, 16, aside=-10),))
    over = Overlay(wider, id_label, "en")
    over.draw_tapped("hood")
    assert 'x="133.0" y="45.0" width="94.0" height="30.0"' in over.svg()


def test_a_long_number_lies_wholly_on_its_badge() -> None:
    """The text 3.1 is wider than the disc of the text 3."""
    over = Overlay(SHIPS, id_label, "en")
    over.draw_orders(Course(), [], [mark("link", "emden", "lovat", "dee")])
    found = re.findall(r"<(rect|circle) [^>]*/><text [^>]*>([\d.]+)</text>", over.svg())
    assert {text: shape for shape, text in found} == {"3": "circle", "3.1": "rect", "3.2": "rect"}


def test_a_question_that_names_nothing_on_the_picture_opens_at_the_own_pieces() -> None:
    """A doctrine names classes of ships; on a phone the window shows a part of the map only."""
    over = Overlay(SHIPS, id_label, "en")
    assert over.find_home_point(Course()) == ""
    assert over.find_home_point(Course(), ("dee", "lovat")).startswith("170,300,115,300,")
