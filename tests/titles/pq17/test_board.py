"""The picture and the board as text: what they show, to whom, and that everything on them has its place."""

import re
from collections.abc import Callable
from functools import partial
from itertools import combinations
from math import hypot

import pytest
import resvg_py

from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.hotspots import BoardHotspots, Hotspot, Region, hotspot_at
from games.kernel.text_columns import column_width
from games.titles.pq17.components.options import Options
from games.titles.pq17.presentation.board import BoardRenderer, chart
from games.titles.pq17.presentation.board.chart import Chart
from games.titles.pq17.presentation.board.glance import Glance
from games.titles.pq17.presentation.board.parts import ACROSS, DOWN, PARTS, REGIONS
from games.titles.pq17.presentation.board.placing import APART
from games.titles.pq17.presentation.labels import Labels, Words
from games.titles.pq17.presentation.whereabouts import middle
from games.titles.pq17.rules.operation.setup import new_game, seen_placing, set_up_allied, set_up_axis
from games.titles.pq17.state.battle import Battle, Unit
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.visibility.redeal import redeal
from games.titles.pq17.visibility.view import View, view
from games.toolkit.text_columns import PAGE
from tests.titles.pictures import FONTS, LANGUAGES, RAW, SVG, parsed, symbols, words
from tests.titles.pq17.boards import WORDS, crowded, setup_like
from tests.titles.pq17.box import BOX

BOARDS: dict[str, Callable[[], Board]] = {"set up": setup_like, "crowded": crowded}
EVERYBODY = ("allied", "axis", PUBLIC, UMPIRE)
HIGHEST = 300_000
"""Bytes of a picture for screens."""


def rim(seen: View, language: str = "en") -> list[tuple[float, float, str]]:
    """Where the letter's map bears numbers of two digits, and which."""
    svg = WORDS.email_picture(seen, language).svg()
    found = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>(\d\d)</text>', svg)
    return [(float(x), float(y), number) for x, y, number in found]


def picture(board: Board, seat: str = "allied", language: str = "en") -> str:
    return WORDS.render_board(view(board, seat), language).svg()


def text_board(board: Board, seat: str = "allied", language: str = "en") -> str:
    return WORDS.text_board(view(board, seat), language)


# --- the set-up


def setting_up(side: str) -> Board:
    """PQ-17 while a side is asked where its forces begin; the Allies after the Axis has answered."""
    board = Board(new_game(BOX, "pq17", Options()), BOX)
    for asked, procedure in (("axis", set_up_axis), ("allied", set_up_allied)):
        step = procedure(board)
        step.send(None)
        if asked == side:
            step.close()
            return board
        with pytest.raises(StopIteration):
            step.send(((),))
    raise AssertionError(side)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("side", "other"), [("axis", "allied"), ("allied", "axis")])
def test_who_sets_up_sees_his_forces_where_they_begin_and_which_may_begin_elsewhere(
    side: str, other: str, language: str
) -> None:
    board = setting_up(side)
    names = {"axis": ("tirpitz", "pack_1", "fw_200"), "allied": ("duke_of_york", "patrol_white", "catalina")}
    choice = {"en": "to be placed: or in", "ja": "配置可："}[language]
    for drawn in (lambda seen, language: WORDS.render_board(seen, language).svg(), WORDS.text_board):
        own, public = drawn(seen_placing(board, side), language), drawn(seen_placing(board, PUBLIC), language)
        others, umpire = drawn(seen_placing(board, other), language), drawn(seen_placing(board, UMPIRE), language)
        for name in names[side]:
            said = WORDS.label(name).get(language)
            assert said in own
            assert said in umpire
            assert said not in public
            assert said not in others
        assert choice in own
        assert choice not in others + public
        assert not [name for name in names[other] if name != "fw_200" and WORDS.label(name).get(language) in own]


def test_what_is_to_be_set_up_can_be_tapped_and_stands_on_its_hex() -> None:
    spots = WORDS.render_board(seen_placing(setting_up("axis"), "axis"), "en").hotspots
    assert {"pack_1", "tf1", "dummy_14", "0613"} <= {one.id for one in spots.hotspots}


# --- form


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(BOARDS))
def test_every_picture_is_complete_and_readable(name: str, language: str) -> None:
    board = BOARDS[name]()
    for seat in EVERYBODY:
        svg = picture(board, seat, language)
        assert len(svg.encode()) < HIGHEST
        root = parsed(svg)
        assert root.get("width") == "820"
        assert root.findtext(f"{SVG}desc")
        assert all(float(size) >= 8 for size in re.findall(r'font-size="([^"]+)"', svg))
        assert set(re.findall(r'href="#([\w-]+)"', svg)) <= set(re.findall(r' id="([\w-]+)"', svg))
        ids = re.findall(r' id="([\w-]+)"', svg)
        assert len(ids) == len(set(ids)), "everything that is used several times is held once, the coast above all"
        assert "url(" not in svg
        assert not [text for text in words(svg) if RAW.search(text)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(BOARDS))
def test_every_text_board_fits_a_terminal(name: str, language: str) -> None:
    board = BOARDS[name]()
    for seat in EVERYBODY:
        written = text_board(board, seat, language)
        assert not RAW.search(written)
        assert all(column_width(line) <= PAGE for line in written.splitlines())


def test_the_picture_can_be_rendered_with_our_fonts_alone() -> None:
    svg = picture(crowded(), language="ja")
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=FONTS, width=800))
    assert png.startswith(b"\x89PNG")
    assert len(png) > 100_000


def test_a_letter_shows_the_whole_map_in_the_morning_and_a_part_in_the_afternoon() -> None:
    part = WORDS.email_picture(view(crowded(), "axis"), "en")
    assert part.width == 600
    assert "PQ-17 and QP-13, day 7 PM (7 Jul)" in words(part.svg())
    assert any(layer.clip is not None for layer in part.layers)
    morning = WORDS.email_picture(view(setup_like(), "axis"), "en")
    assert morning.width == 600
    assert all(layer.clip is None for layer in morning.layers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hex_is_found_on_the_map_of_a_letter_by_its_row_and_column(language: str) -> None:
    """Who has the letter alone writes ways by the numbers of hexes, which are too small there to bear them."""
    found = rim(view(setup_like(), "axis"), language)
    rows = {number: y for x, y, number in found if x < 20}
    columns = {number: x for x, y, number in found if y < 60}
    assert [*columns] == [f"{column:02}" for column in range(1, 23)]
    assert [*rows] == [f"{row:02}" for row in range(1, 18)]
    small = Chart(BOX, language, 584 / chart.ACROSS)
    x, y = small.centre("0705")  # odd rows begin at the left, as the columns above them
    assert abs(columns["05"] - 8 - x) < 1
    assert abs(rows["07"] - 44 - y) < 4


def test_a_part_of_the_large_map_has_numbers_in_its_hexes_and_no_rim() -> None:
    assert not [number for _, y, number in rim(view(crowded(), "axis")) if y < 60]


# --- what it shows


@pytest.mark.parametrize("tell", [lambda *given: " ".join(words(picture(*given))), text_board])
def test_both_boards_show_the_own_forces_with_what_they_are(tell: Callable[..., str]) -> None:
    told = tell(crowded(), "allied")
    for word in (
        "PQ 17",
        "Home Fleet",
        "Duke of York",
        "Dummy 1",
        "ay 7 PM (7 Jul)",
        "Reduced Visibility",
        "dead in the water",
    ):
        assert word in told


@pytest.mark.parametrize("tell", [lambda *given: " ".join(words(picture(*given))), text_board])
def test_an_enemy_block_shows_what_was_told_of_it_and_when(tell: Callable[..., str]) -> None:
    told = tell(crowded(), "axis")
    assert "ID 2, day 7 PM: 6 heavy, 5 light, with a carrier" in told
    assert "ID 1, day 7 PM: about 7 warships, large convoy" in told
    for word in ("Home Fleet", "Duke of York", "Dummy 1", "QP 13"):
        assert word not in told.replace("PQ-17 and QP-13", "")


def test_signs_of_kinds_stand_for_own_forces_and_for_identified_blocks_alone() -> None:
    plain, found = picture(setup_like(), "axis"), picture(crowded(), "axis")
    assert symbols(plain, "kind-convoy") == 1  # the legend
    assert symbols(found, "kind-convoy") == 3  # its plate and its card
    assert symbols(picture(crowded(), "allied"), "eye") > symbols(picture(setup_like(), "allied"), "eye")


def test_ice_lies_where_the_chart_expects_it() -> None:
    seen = view(setup_like(), "axis")
    assert "solid pack ice" in WORDS.text_board(seen, "en")
    assert 'class="solid_pack"' in WORDS.render_board(seen, "en").svg()
    assert "0109–0111" in WORDS.text_board(seen, "en")


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "Surface battle, round 2: the Axis attack"), ("ja", "水上戦闘・第2ラウンド：枢軸軍の攻撃")],
)
def test_a_surface_battle_shows_its_display_on_both_boards(language: str, title: str) -> None:
    ships = {"allied": Unit("jamaica", "allied", [Counter("jamaica", 4)], evading=True)}
    ships["axis"] = Unit("lutzow", "axis", [Counter("lutzow", 3)], area="torpedo")
    seen = view(crowded(), "axis")
    seen.battle = Battle("axis", [*ships.values()], day=True, round=2)
    told = words(WORDS.render_board(seen, language).svg())
    assert title in told
    assert WORDS.label("torpedo").get(language) in told
    for one in ("jamaica", "lutzow"):
        name = WORDS.label(one).get(language)
        assert [text for text in told if text.startswith(name)]
        assert name in WORDS.text_board(seen, language)


def fighting() -> Battle:
    """Round 2: Jamaica and two stacks of merchants, of which the second has a name of its own; Lützow closes."""
    units = [
        Unit("jamaica", "allied", [Counter("jamaica", 4)]),
        Unit("mv", "allied", [Counter("mv", 8)], area="withdrawal"),
        Unit("mv.2", "allied", [Counter("mv", 3), Counter("mo", 2)], area="withdrawal"),
        Unit("lutzow", "axis", [Counter("lutzow", 3)], area="torpedo"),
    ]
    return Battle("axis", units, day=True, round=2)


def test_while_a_battle_is_fought_its_units_and_areas_can_be_tapped_above_the_map() -> None:
    seen = view(crowded(), "axis")
    seen.battle = fighting()
    found = WORDS.render_board(seen, "en").hotspots
    pane, below = found.regions[0], found.regions[1]
    assert (pane.key, below.key) == ("battle", "map")
    assert pane.box[1] + pane.box[3] <= below.box[1]
    wanted = {"jamaica", "mv", "mv.2", "lutzow", "deployment", "screening", "torpedo", "withdrawal"}
    there = {spot.id: spot for spot in found.hotspots if spot.id in wanted}
    assert there.keys() == wanted
    assert all(inside(pane, spot) for spot in there.values())
    for spot in there.values():
        assert hotspot_at(found, spot.x, spot.y) == spot.id
    assert there["mv"].y < there["mv.2"].y, "one below the other"
    assert there["jamaica"].x < there["lutzow"].x, "the Allies on the left"


@pytest.mark.parametrize("turn", [9, 10])
def test_a_letter_shows_the_battle_that_is_to_be_decided_on(turn: int) -> None:
    seen = view(crowded(), "axis")
    seen.turn = turn
    without = WORDS.email_picture(seen, "en")
    seen.battle = fighting()
    shown = WORDS.email_picture(seen, "en")
    told = words(shown.svg())
    assert [text for text in told if text.startswith("Surface battle, round 2")]
    assert [text for text in told if text.startswith("Merchant vessels 2:")]
    assert shown.height > without.height + 100


def test_units_of_a_battle_lie_far_enough_apart_for_a_finger() -> None:
    seen = view(crowded(), "axis")
    seen.battle = fighting()
    spots = [
        (one.x, one.y)
        for one in WORDS.render_board(seen, "en").hotspots.hotspots
        if one.id in ("mv", "mv.2", "withdrawal")
    ]
    assert min(abs(one[1] - other[1]) for one, other in combinations(spots, 2)) >= APART


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [("en", "Merchant vessels", "Merchant vessels 2:"), ("ja", "貨物船", "貨物船2：")],
)
def test_the_second_unit_of_a_kind_is_called_as_orders_call_it(language: str, first: str, second: str) -> None:
    seen = view(crowded(), "axis")
    seen.battle = fighting()
    told = words(WORDS.render_board(seen, language).svg())
    at = told.index(second)
    assert told[at + 1 : at + 5 : 2] == [first, told[at + 3]], "the counters of the second stack follow its name"
    assert told.index(first) < at
    assert told[told.index(first) + 1] == "8"
    assert told[at + 2] == "3"


@pytest.mark.parametrize(("language", "covered", "number"), [("en", "Counter 1", "1:"), ("ja", "カウンター1", "1：")])
def test_a_counter_that_lies_face_down_has_its_number_and_for_its_owner_its_ships(
    language: str, covered: str, number: str
) -> None:
    seen = view(crowded(), "axis")
    units = [Unit("allied_1", "allied", []), Unit("axis_1", "axis", [Counter("lutzow", 3)])]
    seen.battle = Battle("axis", units, day=False, dark=True)
    told = words(WORDS.render_board(seen, language).svg())
    assert told[told.index(covered) + 1] == "?"
    at = told.index(number)
    assert told[at + 1 : at + 3] == [WORDS.label("lutzow").get(language), "3/4"]
    assert not [text for text in told if WORDS.label("axis_1").get(language) in text]
    written = WORDS.text_board(seen, language)
    assert {"en": "Allied counter 1: ?", "ja": "連合軍のカウンター1：?"}[language] in written


def test_a_damaged_ship_shows_the_steps_that_are_left() -> None:
    seen = view(crowded(), "axis")
    seen.battle = fighting()
    damaged = WORDS.render_board(seen, "en").svg()
    assert "3/4" in words(damaged)
    seen.battle.unit("lutzow").counters[0].strength = 4
    whole = WORDS.render_board(seen, "en").svg()
    assert damaged.count("<rect") - whole.count("<rect") == 4


# --- to whom


def _at_most(luck: int, count: int) -> int:
    """A pick that takes that one, or the last."""
    return min(luck, count - 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_seat_does_not_know_changes_nothing(language: str) -> None:
    board = crowded()
    for seat, luck in (("axis", 1), ("allied", 1), (PUBLIC, 2)):
        other = Board(redeal(BOX, board.state, seat, partial(_at_most, luck)), BOX)
        assert other.state != board.state
        assert picture(other, seat, language) == picture(board, seat, language)
        assert text_board(other, seat, language) == text_board(board, seat, language)
        assert (
            WORDS.render_board(view(other, seat), language).hotspots
            == WORDS.render_board(view(board, seat), language).hotspots
        )


# --- spots


def inside(pane: Region, spot: Hotspot) -> bool:
    left, top, wide, high = pane.box
    return left <= spot.x <= left + wide and top <= spot.y <= top + high


@pytest.mark.parametrize("name", list(BOARDS))
def test_every_hex_port_and_force_can_be_tapped(name: str) -> None:
    seen = view(BOARDS[name](), "allied")
    spots: BoardHotspots = WORDS.render_board(seen, "en").hotspots
    known = {spot.id for spot in spots.hotspots}
    assert known >= {one.id for one in BOX.hexes.values() if one.is_sea} | set(BOX.ports)
    assert known >= {force.id for force in seen.forces} | {f"contact_{block.block}" for block in seen.blocks}
    assert known >= {unit.id for unit in seen.air}
    for spot in spots.hotspots:
        assert sum(inside(pane, spot) for pane in spots.regions) == 1, spot
        assert hotspot_at(spots, spot.x, spot.y) == spot.id


@pytest.mark.parametrize("name", list(BOARDS))
def test_spots_are_far_enough_apart_for_a_finger(name: str) -> None:
    for seat in ("allied", "axis"):
        spots: BoardHotspots = WORDS.render_board(view(BOARDS[name](), seat), "en").hotspots
        for one, other in combinations(spots.hotspots, 2):
            assert hypot(one.x - other.x, one.y - other.y) >= APART - 1e-6, (one, other)


# --- the chart


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_ports_lie_on_no_other_and_on_the_sheet(language: str) -> None:
    chart = Chart(BOX, language, 35.0)
    assert set(chart.names) == set(BOX.ports)
    for one, other in combinations(chart.names.values(), 2):
        assert one.overlap(other) == 0
    for area in chart.names.values():
        assert area.overflow(chart.width, chart.height) == 0


# --- at the end


def at_its_end() -> Board:
    board = crowded()
    board.state.verdict, board.state.over = "draw", True
    return board


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ways_of_all_forces_are_drawn_once_the_operation_is_over(language: str) -> None:
    title = {"en": "The operation, day by day", "ja": "作戦経過図"}[language]
    assert title not in words(picture(crowded(), "axis", language))
    over = words(picture(at_its_end(), "axis", language))
    assert title in over
    assert not [text for text in over if RAW.search(text)]
    letter = words(WORDS.email_picture(view(at_its_end(), "axis"), language).svg())
    for name in ("PQ 17", "QP 13", WORDS.label("tf1").get(language)):
        assert name in over
        assert name in letter


def test_of_ships_that_went_down_in_a_hex_the_diagram_tells_how_many() -> None:
    assert "×3" in words(WORDS.email_picture(view(at_its_end(), "axis"), "en").svg())  # two merchants, a boat


# --- parts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", PARTS)
def test_each_part_can_be_read_on_a_screen_of_800_pixels(part: str, language: str) -> None:
    for board in (setup_like(), crowded(), setting_up("allied")):
        for seat in EVERYBODY:
            drawn = WORDS.part(seen_placing(board, seat), part, language)
            assert min(map(float, re.findall(r'font-size="([^"]+)"', drawn.svg()))) * 800 / drawn.width >= 7.8
            assert drawn.height <= 1.5 * drawn.width, "it goes on a sheet of A4"
            assert not [text for text in words(drawn.svg()) if RAW.search(text)]


def test_regions_show_the_map_at_its_largest_and_together_all_of_it() -> None:
    shown: set[str] = set()
    for part, (_, left, top) in REGIONS.items():
        assert left + ACROSS <= chart.RIGHT + 0.01
        assert top + DOWN <= chart.BOTTOM + 0.01
        found = {one for one in BOX.hexes if 0 <= middle(one)[0] - left <= ACROSS and 0 <= middle(one)[1] - top <= DOWN}
        svg = WORDS.part(view(crowded(), "allied"), part, "en").svg()
        assert 'width="584"' in svg
        shown |= found
    assert {one.id for one in BOX.hexes.values() if one.is_sea} <= shown


def test_at_the_end_the_part_of_the_map_is_the_diagram_of_the_operation() -> None:
    drawn = WORDS.part(view(at_its_end(), "allied"), "map", "en")
    assert "The operation, day by day" in words(drawn.svg())
    assert drawn.height <= drawn.width
    assert "The operation, day by day" not in words(WORDS.part(view(crowded(), "allied"), "map", "en").svg())


def test_a_part_shows_no_more_than_its_seat_knows() -> None:
    board = crowded()
    assert called("home_fleet") in "".join(words(WORDS.part(view(board, "allied"), "forces", "en").svg()))
    for part in PARTS:
        assert called("home_fleet") not in WORDS.part(view(board, "axis"), part, "en").svg()
    with pytest.raises(KeyError):
        WORDS.part(view(board, "axis"), "table", "en")


def called(name: str) -> str:
    return WORDS.label(name).en


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_region_cuts_no_name_of_a_port_at_its_sides(language: str) -> None:
    """Wherever something happens but at the sides of the map themselves: the window is moved a little."""
    labels = Labels(BOX)
    board = BoardRenderer(BOX, labels)
    large = board._kept(language).chart
    words = Words(labels, language)
    glance = Glance(BOX, view(crowded(), "allied"), words, large, board._kept(language).small)
    cut = []
    for hex_ in (one for one in large.waters if 100 < large.centre(one)[0] < 600):
        window = glance._window([hex_])
        for port, name in large.names.items():
            inside = window.top < name.bottom and name.top < window.top + window.height
            if inside and any(name.left < x < name.right for x in (window.left, window.left + window.width)):
                cut.append((hex_, port))
    assert cut == []


def test_the_rim_is_written_as_dark_as_the_text() -> None:
    """Numbers lie on land and ice as well."""
    svg = WORDS.email_picture(view(setup_like(), "allied"), "en").svg()
    assert re.findall(r'<text [^>]*class="(\w+)[^"]*"[^>]*>22</text>', svg) == ["ink", "ink"]
