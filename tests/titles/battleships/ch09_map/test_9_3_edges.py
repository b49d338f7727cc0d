"""Hexes and hexsides, and the edges of the map (9.3)."""

from itertools import combinations, product

import pytest

from games.titles.battleships.components import hexes
from games.titles.battleships.components.battles import Battery, Sides
from games.titles.battleships.components.hexes import Hex
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.plots import Sailing, Waters, chart_of, leaves_at
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.movement.move import _needed, first_move, second_move
from games.titles.battleships.state.events.movement import MineStruck, Moved, Shifted
from games.titles.battleships.state.state import Light, Record, Shot
from games.titles.battleships.visibility.view import view
from tests.titles.battleships.boards import WORDS
from tests.titles.battleships.box import BOX
from tests.titles.battleships.by_hand import distance
from tests.titles.battleships.laid_out import at_sea, play, refused
from tests.titles.battleships.positions import aims, all_verbs, lies, moved, named, place, sailing

rule = pytest.mark.rule
FAR = "bismarck 5530 A 0"
TURNS = 18
"""No battle is longer."""


@rule("battleships", "9.3")
def test_hexes_are_read_by_four_figures_and_headings_by_letters() -> None:
    around = {at: " ".join(hexes.neighbour(at, heading) for heading in "ABCDEF") for at in ("2512", "2612")}
    assert around == {"2512": "2511 2611 2612 2513 2412 2411", "2612": "2611 2712 2713 2613 2513 2512"}


@rule("battleships", "9.3", "9.3b", "10.7")
def test_land_is_what_the_scenario_says_and_where_batteries_stand() -> None:
    fort = Battery(id="fort", side="german", at="2520", attack=9, defence=12, range=12)
    assert at_sea("hood 2512 A 4").battle.shores == frozenset()
    assert at_sea("hood 2512 A 4").battle.open_sea
    assert at_sea("hood 2512 A 4", land=("3030",)).battle.shores == {"3030"}
    assert at_sea("hood 2512 A 4", batteries=(fort,)).battle.shores == {"2520"}
    assert not at_sea("hood 2512 A 4", batteries=(fort,)).battle.open_sea
    rows = at_sea("hood 2512 A 4", land_rows=(33, 34)).battle.shores
    assert rows == {f"{column}{row}" for column in range(11, 56) for row in (33, 34)}
    assert len(BOX.battles["third_solomon"].shores) == 4 + 45 * 5


@rule("battleships", "9.3")
@pytest.mark.parametrize("name", ["", "251", "25123", "2512345", "251234567", "25x2", "-512", "2.12"])
def test_what_is_no_hex_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no hex"):
        hexes.hex_of(name)


@rule("battleships", "9.3")
@pytest.mark.parametrize(
    ("name", "edges"),
    [
        ("1101", ()), ("5501", ()), ("1134", ()), ("5534", ()), ("3317", ()),
        ("111100", ("north",)), ("110101", ("west",)), ("156101", ("east",)), ("111135", ("south",)),
        ("110100", ("north", "west")), ("156135", ("east", "south")), ("156100", ("north", "east")),
        ("110135", ("south", "west")),
    ],
)  # fmt: skip
def test_the_map_has_four_edges(name: str, edges: tuple[str, ...]) -> None:
    place = hexes.hex_of(name)
    assert hexes.edges_crossed(place) == edges
    assert hexes.on_map(place) is not bool(edges)
    assert hexes.name_of(place) == name


@rule("battleships", "9.3")
@pytest.mark.parametrize(
    ("name", "north", "east", "south", "west"),
    [("1101", 0, -44, -33, 0), ("5534", -33, 0, 0, -44), ("3317", -16, -22, -17, -22), ("108098", 3, -47, -36, 3)],
)
def test_how_far_beyond_an_edge_a_hex_lies(name: str, north: int, east: int, south: int, west: int) -> None:
    found = [hexes.beyond(hexes.hex_of(name), edge) for edge in ("north", "east", "south", "west")]
    assert found == [north, east, south, west]


@rule("battleships", "9.3a")
def test_with_land_about_an_edge_is_a_barrier() -> None:
    board = at_sea("hood 2502 A 4", FAR, land=("1134",))
    assert refused(course_form(board, "british"), "course hood way=2501,2500") != []
    assert lies(moved(board), "hood")[0] != "2501" or board.ship("hood").heading


@rule("battleships", "9.3b")
def test_on_an_open_sea_all_others_shift() -> None:
    board = at_sea("hood 2502 A 4", "bismarck 2512 A 0")
    far = hexes.distance("2502", "2512")
    played = play(board, first_move(board), says={"courses@british": "pass"})
    hood, bismarck = board.ship("hood").at, board.ship("bismarck").at
    assert hexes.on_map(hexes.hex_of(hood))
    assert hexes.distance(hood, bismarck) == far + 4
    (shift,) = played.told(Shifted)
    assert (shift.columns, shift.rows) == (0, 3)
    assert (hood, bismarck) == ("2501", "2515")


@rule("battleships", "9.3b")
@pytest.mark.parametrize(
    ("hood", "shift"),
    [
        ("hood 2501 A 1", (0, 1)), ("hood 2502 A 1", None), ("hood 2502 A 5", (0, 4)),
        ("hood 2534 D 1", (0, -1)), ("hood 2533 D 1", None), ("hood 2533 D 4", (0, -3)),
        ("hood 1112 F 1", (2, 0)), ("hood 1112 F 2", (2, 0)), ("hood 1112 F 3", (4, 0)), ("hood 1212 F 1", None),
        ("hood 5512 C 1", (-2, 0)), ("hood 5512 C 2", (-2, 0)), ("hood 5512 C 3", (-4, 0)), ("hood 5412 C 1", None),
        ("hood 1101 F 2", (2, 1)), ("hood 5534 C 1", (-2, 0)),
    ],
)  # fmt: skip
def test_the_open_map_is_laid_anew_by_as_much_as_is_needed(hood: str, shift: tuple[int, int] | None) -> None:
    """By whole pairs of columns; nobody's place among the others changes, and what is written lies with them."""
    board = at_sea(hood, "norfolk 3020 A 0", "bismarck 3118 A 0", "prinz_eugen 3310 A 0", turn=1)
    board.state.lights = [Light("norfolk", "3118")]
    board.state.record = Record(turn=1, shots=[Shot("norfolk", "bismarck", "main", "3020", "3118")])
    before = {ship.id: ship.at for ship in board.afloat}
    played = play(board, first_move(board))
    (moved,) = [event for event in played.told(Moved) if event.ship == "hood"]
    before["hood"] = moved.way[-1]
    after = {ship.id: ship.at for ship in board.afloat}
    assert [(event.columns, event.rows) for event in played.told(Shifted)] == ([shift] if shift else [])
    assert all(hexes.on_map(hexes.hex_of(at)) for at in after.values())
    for one, other in combinations(before, 2):
        assert distance(before[one], before[other]) == distance(after[one], after[other])
    columns, rows = shift or (0, 0)
    for name, at in before.items():
        column, row = hexes.column_row(hexes.hex_of(at))
        assert hexes.column_row(hexes.hex_of(after[name])) == (column + columns, row + rows)
    assert board.state.lights[0].at == after["bismarck"]
    (shot,) = board.state.record.shots
    assert (shot.origin, shot.at) == (after["norfolk"], after["bismarck"])


@rule("battleships", "9.3b")
@pytest.mark.parametrize(
    ("found", "by"),
    [
        ([11, 55], 0),
        ([10], 1),
        ([7, 30], 4),
        ([56], -1),
        ([60, 20], -5),
        ([10, 56], 1),
        ([30], 0),
        ([11, 60], -5),
        ([12, 60], -5),
    ],
)
def test_how_much_a_row_or_a_column_must_grow(found: list[int], by: int) -> None:
    assert _needed(found, 11, 55) == by


@rule("battleships", "9.3b")
def test_the_map_is_laid_anew_for_the_side_that_moved() -> None:
    board = at_sea("hood 2512 A 0", "bismarck 5512 C 2", turn=1)
    board.ship("hood").at = "102512"  # pushed beyond the edge before; she may lie there
    assert play(board, second_move(board)).told(Shifted) == [Shifted(-2, 0)]


@rule("battleships", "9.3b")
@pytest.mark.parametrize(("heading", "speed"), [("C", 4), ("D", 4), ("A", 0)])
def test_a_ship_that_was_pushed_off_and_goes_no_farther_out_shifts_nothing(heading: str, speed: int) -> None:
    """A pursuer nine rows beyond the edge gains nothing by a move along it or back."""
    board = at_sea(f"hood 2512 {heading} {speed}", "bismarck 4512 D 4")
    board.ship("hood").at = place(25, -8)
    assert play(board, first_move(board)).told(Shifted) == []
    assert board.ship("bismarck").at == "4512"


@rule("battleships", "9.3b")
def test_a_ship_that_was_pushed_off_and_goes_farther_out_shifts_the_map_until_she_is_on_it() -> None:
    board = at_sea("hood 2512 A 2", "bismarck 4512 D 4")
    board.ship("hood").at = place(25, -1)
    assert play(board, first_move(board)).told(Shifted) == [Shifted(0, 4)]
    assert (board.ship("hood").at, board.ship("bismarck").at) == ("2501", "4516")


@rule("battleships", "9.3b")
def test_only_the_direction_in_which_a_ship_moved_out_counts() -> None:
    """Hood lies beyond the west edge and crosses the north edge: rows shift, columns do not."""
    board = at_sea("hood 2512 A 4", "bismarck 4512 D 4")
    board.ship("hood").at = place(5, 2)
    assert play(board, first_move(board)).told(Shifted) == [Shifted(0, 3)]


@rule("battleships", "9.3b", "10.10b")
@pytest.mark.parametrize(
    ("place", "leaves"),
    [((30, -2), False), ((30, -3), True), ((30, -1), False), ((30, 5), False), ((56, -2), True), ((56, -1), True)],
)
def test_who_was_pushed_beyond_the_map_leaves_it_farther_out_than_she_is(place: tuple[int, int], leaves: bool) -> None:
    """She lies three rows beyond the north edge, and beyond no other."""
    here = named(30, -2)
    assert hexes.beyond(hexes.hex_of(here), "north") == 3
    assert leaves_at(Waters(), sailing(here, off=True), named(*place)) is leaves


@rule("battleships", "9.3b")
def test_when_the_open_map_shifts_distances_stay() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3012 A 4")
    board.shift(Hex(3, -1))
    assert board.ship("hood").at != "2512"
    assert aims(board) == {"bismarck": "plain"}
    assert hexes.distance(board.ship("hood").at, board.ship("bismarck").at) == 5


@rule("battleships", "9.3b")
@pytest.mark.parametrize(
    ("one", "other", "each_turn"),
    [
        ("atago 2520 D 6", "wichita 2512 A 6", 12),
        ("atago 2512 A 6", "wichita 2520 D 6", 12),
        ("atago 2520 E 6", "wichita 2512 B 6", 12),
        ("atago 2512 C 6", "wichita 2520 F 6", 12),
    ],
)
def test_fleets_that_part_on_an_open_sea_keep_their_distance_for_a_whole_battle(
    one: str, other: str, each_turn: int
) -> None:
    board = at_sea(one, other)
    first, second = board.state.ships
    far = hexes.distance(first.at, second.at)
    for turn in range(1, TURNS + 1):
        board.state.turn = turn
        for move in (first_move, second_move):
            play(board, move(board))
            assert all(course_form(board, side).ships for side in board.sides)
            WORDS.text_board(view(board, board.sides[0]), "en")
    apart = hexes.distance(first.at, second.at)
    assert apart >= TURNS * each_turn - far
    assert hexes.on_map(hexes.hex_of(second.at)) or hexes.on_map(hexes.hex_of(first.at))


@rule("battleships", "9.3b")
@pytest.mark.parametrize(
    ("column", "row", "name"),
    [(-89, 10, "011110"), (-90, -98, "010002"), (17, -120, "10170880"), (-150, 7, "08501007")],
)
def test_hexes_beyond_the_map_are_written_so_that_they_can_be_read(column: int, row: int, name: str) -> None:
    place = Hex(column, row - column // 2 if column % 2 else row + 1 - column // 2)
    assert hexes.column_row(place) == (column, row)
    assert (hexes.name_of(place), hexes.hex_of(name)) == (name, place)


@rule("battleships", "9.3b")
@rule("battleships", "10.6")
def test_what_all_know_of_mines_shifts_with_them() -> None:
    board = at_sea("hood 2502 A 4", "bismarck 2512 A 0")
    board.state.mines, board.state.struck, board.state.swept = {"german": ("3010",)}, ["3010"], ["3011"]
    play(board, first_move(board))
    assert (board.state.mines, board.state.struck, board.state.swept) == ({"german": ("3013",)}, ["3013"], ["3014"])


@rule("battleships", "9.3c", "9.3d")
@pytest.mark.parametrize("touching", [False, True])
@pytest.mark.parametrize(("first", "last"), [(33, 40), (34, 37), (41, 43), (42, 42)])
def test_hexsides_part_an_upper_row_from_a_lower(first: int, last: int, touching: bool) -> None:
    """With both hexes in the span of columns, or at least one."""
    sides = Sides(rows=(23, 24), columns=(first, last), touching=touching)
    battle = at_sea("hood 2512 A 4", moles=sides).battle
    around = range(first - 3, last + 4)
    expected = {
        (f"{upper}23", f"{lower}24")
        for upper, lower in product(around, around)
        if distance(f"{upper}23", f"{lower}24") == 1
        and (
            {upper, lower} & set(range(first, last + 1)) if touching else {upper, lower} <= set(range(first, last + 1))
        )
    }
    assert battle.mole_sides == expected
    assert battle.net_sides == frozenset()
    assert at_sea("hood 2512 A 4", nets=sides).battle.net_sides == expected


@rule("battleships", "9.3c", "9.3d", "11.2")
def test_the_hexsides_off_mers_el_kebir() -> None:
    """The breakwater's have both hexes in its span; the net is tied to it, and reaches a half hex farther."""
    battle = BOX.battles["mers_el_kebir"]
    assert (len(battle.mole_sides), len(battle.net_sides)) == (15, 7)
    assert ("4023", "4124") in battle.net_sides - battle.mole_sides


@rule("battleships", "9.3c")
@pytest.mark.parametrize("shut", [(), ("1101",)])
def test_a_breakwater_closes_a_hexside_both_ways_and_no_other(shut: tuple[str, ...]) -> None:
    waters = Waters(open=True, walls=(("2511", "2512"), ("2610", "2611")), shut=shut)
    around = chart_of(waters, Sailing("hood", "2512", "A", 4, 0, 5)).neighbours
    assert around["2512"] == ("", *hexes.neighbours("2512")[1:])
    assert around["2511"][3] == ""
    assert around["2611"][0] == around["2610"][3] == ""
    assert around["2513"][0] == "2512"


@rule("battleships", "9.3d", "10.6")
@pytest.mark.parametrize("mines", [False, True])
def test_ships_hold_before_nets_too(mines: bool) -> None:
    nets = Sides(rows=(23, 24), columns=(25, 26))
    board = at_sea("hood 2520 D 4", FAR, nets=nets, options=Options(as_proposed=False, mines=mines))
    assert ("hold" in all_verbs(board)) is mines


@rule("battleships", "9.3d")
@pytest.mark.parametrize(("names", "strikes"), [((), 0), (("mines",), 1)])
def test_a_net_is_mines_only_with_the_option(names: tuple[str, ...], strikes: int) -> None:
    options = Options(as_proposed=False, **dict.fromkeys(names, True))
    board = at_sea("hood 2524 A 4", FAR, nets=Sides(rows=(23, 24), columns=(25, 26)), options=options)
    dice = [(1, 1)] * strikes
    played = play(board, first_move(board), dice=dice, says={"courses@british": "course hood way=2523,2522"})
    assert len(played.told(MineStruck)) == strikes
