"""Points, and ships that leave the map for them (9.1, 9.2)."""

from fractions import Fraction

import pytest

from games.titles.battleships.components import hexes
from games.titles.battleships.components.battles import Exit, Minefield
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.plots import Waters, chart_of, leaves_at
from games.titles.battleships.presentation.reading import read
from games.titles.battleships.rules.movement.courses import course_form, exits_of
from games.titles.battleships.rules.movement.move import first_move, second_move
from games.titles.battleships.rules.sequence import standings
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.movement import Departed, Shifted
from games.titles.battleships.visibility.view import view
from tests.titles.battleships.boards import WORDS
from tests.titles.battleships.laid_out import at_sea, play, refused
from tests.titles.battleships.positions import at_the_exit, named, place, sailing, worth

rule = pytest.mark.rule
WEST = Exit("german", ("west",), kinds=("bb",))


def columns_by_which_she_leaves(board: Board, ship: str) -> set[int]:
    stops = course_form(board, board.ship(ship).side).plots[ship].chart.stops
    return {hexes.column_row(hexes.hex_of(at))[0] for at in stops}


ON_MAP = named(30, 12)
MINED = Options(as_proposed=False, mines=True)
FIELD = Minefield(side="german", count=1, columns=(25, 25), rows=(1, 12))


# --- 9.1 points


@rule("battleships", "9.1", "9.2")
@pytest.mark.parametrize(("full", "counts"), [(("bc",), True), (("bb", "bc"), True), (("bb",), False), ((), False)])
def test_who_leaves_by_an_exit_counts_in_full_if_the_scenario_says_so(full: tuple[str, ...], counts: bool) -> None:
    exits = (Exit("german", ("north",), full=("bb",)), Exit("british", ("north",), full=full))
    board = at_sea("hood 2501 A 4", "bismarck 4512 A 4", exits=exits)
    played = play(board, first_move(board), says={"courses": 'steer hood by="ahead 1"'})
    assert [(event.ship, event.edge, event.full, event.lost) for event in played.told(Departed)] == [
        ("hood", "north", counts, False)
    ]
    hood = board.ship("hood")
    assert (hood.fate, hood.full, hood.at) == ("left", counts, "")
    assert played.told(Shifted) == []


@rule("battleships", "9.1")
@rule("battleships", "9.1a")
@rule("battleships", "9.1b")
@rule("battleships", "9.1c")
@pytest.mark.parametrize(
    ("ship", "points"),
    [
        ("hood", Fraction(0)), ("hood sunk", Fraction(56)), ("hood sunk used5", Fraction(56)),
        ("yamato w1 used5", Fraction(6)),  # the example
        ("hood w1 used9", 9 + Fraction(56, 6)), ("hood w1 s1 used9", 9 + Fraction(56, 3)),
        ("hood w2 s1 used9", 9 + Fraction(56, 2)), ("hood w2 s2 used9", 9 + Fraction(56 * 4, 6)),
        ("hood w3 s2 used9", 9 + Fraction(56 * 5, 6)),
        ("hood w2 s1 used8", 9 + Fraction(56, 3)), ("hood w2 s1 used6", Fraction(9)),  # what can be mended is
        ("gb_dd w1", Fraction(1)), ("gb_dd w2", 1 + Fraction(14, 6)), ("gb_dd w2 s2 used1", 1 + Fraction(14 * 4, 6)),
        ("norfolk w3 s2", 4 + Fraction(20, 6)),
    ],
)  # fmt: skip
def test_points_that_damage_gives_the_enemy(ship: str, points: Fraction) -> None:
    assert worth(ship) == points


@rule("battleships", "9.1")
@pytest.mark.parametrize(
    ("ship", "points", "exactly"),
    [("hood w1 used9", 18, "18 2/6 victory points"), ("hood w2 s1 used9", 37, "37 victory points")],
)
def test_the_standings_say_sixths_only_where_there_are_any(ship: str, points: int, exactly: str) -> None:
    name, *changes = ship.split()
    board = at_sea(f"{name} 2512 A 4 {' '.join(changes)}", "bismarck 3012 A 4")
    (placing,) = [one for one in standings(board) if one.seat == "german"]
    assert (placing.points, placing.detail.en) == (points, exactly)


# --- 9.2 exits


@rule("battleships", "9.2")
def test_a_ship_that_leaves_goes_no_farther_with_one_that_does_not() -> None:
    assert "9.2" in refused(at_the_exit("kongo,haguro"), "course kongo,haguro way=156120,157121")


@rule("battleships", "9.2")
@pytest.mark.parametrize(
    ("exit_", "turn", "edges"),
    [
        (Exit("british", ("north", "east")), 1, ("north", "east")),
        (Exit("british", ("north",), from_turn=4), 3, ()),
        (Exit("british", ("north",), from_turn=4), 4, ("north",)),
        (Exit("british", ("north",), from_turn=4), 5, ("north",)),
        (Exit("german", ("north",)), 1, ()),
        (Exit("british", ("north",), kinds=("bb", "bc")), 1, ("north",)),
        (Exit("british", ("north",), kinds=("bb",)), 1, ()),
    ],
)
def test_by_which_edges_a_ship_may_leave_now(exit_: Exit, turn: int, edges: tuple[str, ...]) -> None:
    board = at_sea("hood 2512 A 4", "bismarck 4512 A 4", exits=(exit_,), turn=turn)
    assert exits_of(board, board.ship("hood")) == edges


@rule("battleships", "7.2b", "9.2", "10.10c")
@pytest.mark.parametrize(("speed", "asked"), [(1, "pass"), (4, "pass"), (1, 'steer hood by="on"')])
def test_nobody_leaves_by_an_exit_unless_ordered_to(speed: int, asked: str) -> None:
    board = at_sea(f"hood 2501 A {speed}", "bismarck 4512 A 4", exits=(Exit("british", ("north",)),), land=("1134",))
    played = play(board, first_move(board), says={"courses": asked})
    assert played.told(Departed) == []
    assert hexes.on_map(hexes.hex_of(board.ship("hood").at))


@rule("battleships", "9.2", "9.3b")
def test_a_destroyer_that_sails_off_does_not_move_the_exit_away_from_a_battleship() -> None:
    board = at_sea("de_dd 1115 F 5", "bismarck 1512 F 4", "hood 4512 D 4", exits=(WEST,))
    assert columns_by_which_she_leaves(board, "bismarck") == {10}
    played = play(board, first_move(board))
    assert ([event.columns for event in played.told(Shifted)], played.told(Departed)) == ([6], [])
    assert columns_by_which_she_leaves(board, "bismarck") == {16}
    board.state.turn += 2
    played = play(board, first_move(board), says={"courses": 'steer bismarck by="ahead 1"'})
    assert [(event.ship, event.edge, event.lost) for event in played.told(Departed)] == [("bismarck", "west", False)]


@rule("battleships", "9.2", "9.3b")
def test_an_enemy_that_sails_off_the_other_way_does_not_bring_the_exit_nearer() -> None:
    """Everything shifts west by four columns: the edge of the starting map now lies outside the map."""
    board = at_sea("bismarck 1912 F 4", "hood 5512 C 4", exits=(WEST,))
    board.state.turn = 2
    played = play(board, first_move(board), says={"courses": 'steer hood by="ahead 4"'})
    assert [(event.columns, event.rows) for event in played.told(Shifted)] == [(-4, 0)]
    bismarck = board.ship("bismarck")
    bismarck.at = place(11, 12)
    assert columns_by_which_she_leaves(board, "bismarck") == {6}
    played = play(board, second_move(board), says={"courses": 'steer bismarck by="ahead 4"'})
    assert played.told(Departed) == []
    assert sum(shift.columns for shift in played.told(Shifted)) == 0  # west by four for Hood, then back


@rule("battleships", "9.2", "9.3b")
def test_board_and_text_say_where_the_exits_are_now() -> None:
    board = at_sea("de_dd 1115 F 5", "bismarck 1512 F 4", "hood 4512 D 4", exits=(WEST,))
    unshifted = read(view(board, "german"))
    assert unshifted.exits == ()
    assert (
        WORDS.render_board(view(board, "german"), "en").picture.svg().count('stroke-dasharray="6 4"') == 1
    )  # the legend
    play(board, first_move(board))
    scene = read(view(board, "german"))
    assert scene.exits == (("west", 17),)
    picture = WORDS.render_board(view(board, "german"), "en").picture
    assert "exit edge" in picture.svg()
    assert picture.svg().count('stroke-dasharray="6 4"') == 2  # the line on the map, and its sign in the legend
    assert "west edge at column 17." in WORDS.text_board(view(board, "german"), "en")
    assert "西端は列17。" in WORDS.text_board(view(board, "german"), "ja").replace("\n  ", "")


@rule("battleships", "9.2", "9.3a")
@pytest.mark.parametrize(
    ("place", "exits", "leaves"),
    [
        ((30, 1), ("north",), False),
        ((30, 0), ("north",), True),
        ((30, -1), ("north",), True),
        ((30, 0), ("south",), False),
        ((30, 0), (), False),
        ((30, 35), ("south",), True),
        ((56, 12), ("east",), True),
        ((10, 12), ("west",), True),
        ((10, 0), ("west",), True),
        ((10, 0), ("north", "west"), True),
        ((56, 6), ("north",), False),
        ((56, 6), ("north", "east"), True),
    ],
)
def test_a_hex_beyond_an_edge_by_which_a_ship_may_leave(
    place: tuple[int, int], exits: tuple[str, ...], leaves: bool
) -> None:
    """The last two lie farther north than she is, but beyond the east edge alone."""
    assert leaves_at(Waters(), sailing(ON_MAP, *exits), named(*place)) is leaves


@rule("battleships", "9.2")
def test_by_the_hex_by_which_she_leaves_a_ship_goes_no_farther() -> None:
    ship = sailing(named(30, 2), "north")
    chart = chart_of(Waters(open=False), ship)
    assert {hexes.column_row(hexes.hex_of(at))[1] for at in chart.stops} == {0}
    assert all(chart.neighbours[at] == () for at in chart.stops)
    assert chart_of(Waters(open=False), sailing(named(30, 2))).stops == ()


@rule("battleships", "9.2")
@rule("battleships", "10.6a")
@pytest.mark.parametrize(("damage", "fate", "steps"), [("w2 s2", "sunk", (3, 3)), ("w1 s2", "left", (2, 3))])
def test_what_mines_do_on_the_way_out_counts_before_a_ship_is_off_the_map(
    damage: str, fate: str, steps: tuple[int, int]
) -> None:
    exits = (Exit(side="british", edges=("north",), full=("bc",)),)
    board = at_sea(f"hood 2502 A 4 {damage}", "bismarck 4512 A 4", options=MINED, mines=FIELD, exits=exits)
    board.state.mines = {"german": ("2501",)}
    out = course_form(board, "british").plots["hood"].chart.stops
    (way,) = (at for at in out if at.startswith("125"))
    play(board, first_move(board), dice=[(5, 4)], says={"courses@british": f"course hood way=2501,{way}"})
    hood = board.ship("hood")
    assert (hood.fate, hood.full, (hood.weapons, hood.hull)) == (fate, fate == "left", steps)
    assert [(loss.ship, loss.fate) for loss in board.state.record.lost] == [("hood", fate)]
