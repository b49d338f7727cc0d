"""The blocks on the map: near their places, with lines that cross nothing, and off the names."""

from itertools import combinations, pairwise

import pytest

from games.kernel.rectangles import Rectangle, crosses
from games.titles.pq17.components.hexes import distance
from games.titles.pq17.presentation.board.chart import ACROSS, Chart
from games.titles.pq17.presentation.board.layout import Layout
from games.titles.pq17.presentation.board.plates import Plate, Stack, stacks
from games.titles.pq17.presentation.labels import Labels, Words
from games.titles.pq17.presentation.reading import contacts
from games.titles.pq17.state.board import Board
from games.titles.pq17.visibility.view import view
from tests.titles.board_lint.checks import findings
from tests.titles.board_lint.raster import Raster
from tests.titles.board_lint.shapes import sketch
from tests.titles.pictures import LANGUAGES
from tests.titles.pq17.boards import WORDS, crowded, setup_like
from tests.titles.pq17.box import BOX

SCALE = 35.0


def layout_of(board: Board, seat: str, language: str) -> Layout:
    seen, chart = view(board, seat), Chart(BOX, language, SCALE)
    return Layout(chart, stacks(BOX, seen, contacts(seen), Words(Labels(BOX), language), chart))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", ["allied", "axis"])
def test_blocks_cover_no_name_and_their_lines_cross_no_name_and_no_block(seat: str, language: str) -> None:
    for board in (crowded(), setup_like()):
        layout = layout_of(board, seat, language)
        names = (*layout.chart.names.values(), *layout.chart.lettered)
        assert len(layout.laid) >= 4
        for laid in layout.laid:
            assert not [one for one in names if one.overlap(laid.area) or crosses(laid.leader, one)]
        for one, other in combinations(layout.laid, 2):
            assert not one.area.overlap(other.area)
            assert not one.is_crossed_by(other)


def test_a_stack_gives_way_to_another_that_would_be_far_from_its_place() -> None:
    """All blocks of a sea full of them are within two hexes of their places."""
    chart = Chart(BOX, "en", SCALE)
    plates = [Plate(f"block_{number}", "axis", False, "", f"{number} ID1", "day 6 AM: 2 heavy") for number in range(9)]
    sea = ("0611", "0612", "0613", "0511", "0512", "0513", "0711", "0712", "0713")
    found = [Stack(*chart.centre(at), "axis", (plate,)) for at, plate in zip(sea, plates, strict=True)]
    layout = Layout(chart, found)
    away = [Rectangle(*laid.leader[1], *laid.leader[1]).distance(laid.leader[0]) for laid in layout.laid]
    assert max(away) <= 2 * SCALE
    assert not [pair for pair in combinations(layout.laid, 2) if pair[0].area.overlap(pair[1].area)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_a_port_is_nearest_to_its_port(language: str) -> None:
    chart = Chart(BOX, language, SCALE)
    for port, area in chart.names.items():
        assert min(BOX.ports, key=lambda one: area.distance(chart.port(one))) == port


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", ["allied", "axis"])
def test_nothing_on_a_full_board_and_on_the_diagram_below_it_is_hard_to_read(seat: str, language: str) -> None:
    board = crowded()
    board.state.verdict, board.state.over = "draw", True
    svg = WORDS.render_board(view(board, seat), language).svg()
    assert findings(sketch(svg), Raster(svg)) == []


def test_an_arrow_goes_on_behind_every_block_and_name_of_the_map() -> None:
    """The page breaks arrows at the areas that the board names."""
    drawn = WORDS.render_board(view(crowded(), "allied"), "en").hotspots
    left, top, width, height = drawn.regions[0].box
    cards = [one for one in drawn.hotspots if one.width and left < one.x < left + width and top < one.y < top + height]
    assert len(cards) > 5
    for card in cards:
        assert [name for name in drawn.names if name[0] < card.x < name[2] and name[1] < card.y < name[3]]


def _inside(point: tuple[float, float], lines: tuple[tuple[tuple[float, float], ...], ...]) -> bool:
    """Whether a ray from a point crosses closed lines an odd number of times."""
    x, y = point
    steps = (step for line in lines for step in pairwise(line))
    crossed = [(x1, y1, x2, y2) for (x1, y1), (x2, y2) in steps if (y1 > y) != (y2 > y)]
    return bool(sum(x < x1 + (y - y1) / (y2 - y1) * (x2 - x1) for x1, y1, x2, y2 in crossed) % 2)


@pytest.mark.rule("pq17", "5.3")
def test_the_range_of_each_own_aircraft_is_known_to_its_owner_alone() -> None:
    """The page draws it while the unit is selected; and the area of a selected sector."""
    board = crowded()
    for seat, other in (("allied", "axis"), ("axis", "allied")):
        drawn = WORDS.render_board(view(board, seat), "en").hotspots
        left, top, width, _ = drawn.regions[0].box
        chart = Chart(BOX, "en", width / ACROSS)
        known = {name: one.outlines for one in drawn.reaches for name in one.ids}
        own = [unit for unit in view(board, seat).air if not unit.interceptor]
        assert own
        for unit in own:
            steps = BOX.aircraft[unit.aircraft].range
            base = BOX.bases.get(unit.base) or next(
                force.at for force in board.state.forces for one in force.counters if one.ship == unit.base
            )
            for hex_ in chart.waters:
                x, y = chart.centre(hex_)
                assert _inside((left + x, top + y), known[unit.id]) == (distance(base, hex_) <= steps), (unit.id, hex_)
        assert not [unit.id for unit in view(board, other).air if unit.id in known]
        assert known.keys() >= set(BOX.sectors)
