"""7.0, 9.3, 10.10 Courses, stacks, land and edges."""

import pytest

from games.titles.battleships.components import hexes
from games.titles.battleships.components.battles import Sides
from games.titles.battleships.components.options import NAMES, Options, with_proposed
from games.titles.battleships.orders.courses import CourseForm
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.rules.repair.control import repair
from games.titles.battleships.rules.scenario.setup import new_game
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.movement import Departed, MineStruck, Shifted
from games.titles.battleships.state.events.repair import Mended
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea, in_battle, play, refused

rule = pytest.mark.rule
FAR = "bismarck 5530 A 0"


def moved(board: Board, say: str = "pass") -> Board:
    play(board, first_move(board), says={f"courses@{board.inferior}": say})
    return board


def lies(board: Board, name: str) -> tuple[str, str, int]:
    ship = board.ship(name)
    return ship.at, ship.heading, ship.speed


@rule("battleships", "7.1c")
@rule("battleships", "7.1e")
def test_points_left_are_lost() -> None:
    board = moved(at_sea("hood 2512 A 4", FAR), "course hood way=2511,2510")
    assert lies(board, "hood") == ("2510", "A", 2)
    assert course_form(board, "british").ships[0].most == 4


@rule("battleships", "7.1d")
def test_land_is_not_entered() -> None:
    board = at_sea("hood 2512 A 4", FAR, land=("2510",))
    form = course_form(board, "british")
    assert refused(form, "course hood way=2511,2510") != []
    assert refused(form, "course hood way=2511,2610") == []


@rule("battleships", "7.1f")
def test_one_turn_in_a_hex_three_hexsides_are_one_turn_of_three_points() -> None:
    board = at_sea("hood 2512 A 2", FAR)
    assert refused(course_form(board, "british"), "course hood way=2513") == []
    assert lies(moved(board, "course hood way=2513"), "hood") == ("2513", "D", 4)


@rule("battleships", "7.2a")
def test_nobody_ends_on_an_enemy_but_may_pass_him() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 2510 D 0")
    form = course_form(board, "british")
    assert refused(form, "course hood way=2511,2510") == ["7.2a"]
    assert refused(form, "course hood way=2511,2510,2509") == []


@rule("battleships", "7.2")
def test_ships_of_one_hex_sail_as_one() -> None:
    board = at_sea("hood 2512 A 4", "renown 2512 A 4", FAR)
    moved(board, "course hood,renown way=2511,2510,2509")
    assert lies(board, "hood") == lies(board, "renown") == ("2509", "A", 3)


@rule("battleships", "7.2")
def test_ships_that_would_end_in_one_hex_unlike_are_refused() -> None:
    board = at_sea("hood 2512 A 4", "norfolk 2610 F 4", FAR)
    form = course_form(board, "british")
    assert "7.2" in refused(form, "course hood way=2511,2510,2509\ncourse norfolk way=2510,2509")


@rule("battleships", "7.2b")
def test_a_ship_without_orders_stops_before_an_enemy() -> None:
    board = moved(at_sea("hood 2512 A 3", "bismarck 2509 D 0"))
    assert lies(board, "hood") == ("2510", "A", 2)


@rule("battleships", "7.2b")
@pytest.mark.parametrize(
    ("says", "norfolk"),
    [("course hood way=2511,2610", "2510"), ("course hood way=2511,2510", "2511")],
)
def test_a_ship_without_orders_stops_before_friends_where_they_go_and_not_where_they_would_have_gone(
    says: str, norfolk: str
) -> None:
    """Hood, straight on at two, would end in 2510 before Norfolk comes up; they differ in heading or speed there."""
    board = moved(at_sea("norfolk 2513 A 3", "hood 2512 A 2", FAR), says)
    assert lies(board, "norfolk")[0] == norfolk


@rule("battleships", "7.3b")
@rule("battleships", "9.3a")
def test_where_there_is_no_way_a_ship_goes_as_far_as_she_can() -> None:
    """Land ahead and on both bows: she must make two, and can make one."""
    shut = ("2510", "2410", "2610", "2411", "2611", "2412", "2612", "2413", "2613", "2513", "2414", "2614")
    board = at_sea("hood 2512 A 5 s2", FAR, land=shut)
    (ship,) = course_form(board, "british").ships
    assert ship.least == 1
    assert lies(moved(board), "hood")[0] == "2511"


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


@rule("battleships", "9.3")
def test_hexes_are_read_by_four_figures_and_headings_by_letters() -> None:
    around = {at: " ".join(hexes.neighbour(at, heading) for heading in "ABCDEF") for at in ("2512", "2612")}
    assert around == {"2512": "2511 2611 2612 2513 2412 2411", "2612": "2611 2712 2713 2613 2513 2512"}


@rule("battleships", "9.3d")
@pytest.mark.parametrize(("names", "strikes"), [((), 0), (("mines",), 1)])
def test_a_net_is_mines_only_with_the_option(names: tuple[str, ...], strikes: int) -> None:
    options = Options(as_proposed=False, **dict.fromkeys(names, True))
    board = at_sea("hood 2524 A 4", FAR, nets=Sides(rows=(23, 24), columns=(25, 26)), options=options)
    dice = [(1, 1)] * strikes
    played = play(board, first_move(board), dice=dice, says={"courses@british": "course hood way=2523,2522"})
    assert len(played.told(MineStruck)) == strikes


@rule("battleships", "10.10b")
def test_a_ship_out_of_command_that_runs_off_the_map_is_lost_to_the_battle() -> None:
    options = Options(as_proposed=False, command=True)
    board = at_sea("hood 2502 A 4", FAR, land=("1134",), options=options)
    board.state.astray = ["hood"]
    played = play(board, first_move(board), says={"courses@british": "pass"})
    assert [(event.edge, event.full) for event in played.told(Departed)] == [("north", False)]
    assert board.ship("hood").fate == "lost"
    open_ = at_sea("hood 2502 A 4", FAR, options=options)
    open_.state.astray = ["hood"]
    assert play(open_, first_move(open_), says={"courses@british": "pass"}).told(Departed) == []
    assert open_.ship("hood").afloat


@rule("battleships", "10.10c")
def test_out_of_command_she_turns_off_the_land_at_the_last_and_comes_back_to_her_course() -> None:
    options = Options(as_proposed=False, command=True)
    board = at_sea("norfolk 2512 A 4", FAR, land=("2510",), options=options)
    board.state.astray = ["norfolk"]
    moved(board)
    way = board.state.record.ways["norfolk"]
    assert way[1] == "2511"  # straight on to the last hex before it
    assert way[2:] in (("2410", "2409", "2408"), ("2610", "2609", "2608"))  # by the least angle, and on as before
    assert lies(board, "norfolk")[1] == "A"


def at_the_exit(ships: str) -> CourseForm:
    """Ships at the edge by which Japanese capital ships alone may leave."""
    laid = (f"{name} 5520 C 4" for name in ships.split(","))
    return course_form(in_battle("san_bernardino", *laid, turn=3), "japanese")


@rule("battleships", "7.3")
@rule("battleships", "9.2")
@pytest.mark.parametrize(
    ("ships", "way", "rules"),
    [
        ("kongo", "156120", []), ("kongo,haruna", "156120", []), ("haguro", "156120", ["7.3"]),
        ("kongo,haguro", "156120", ["7.3"]), ("haguro,kongo", "156120", ["7.3"]),
        ("kongo,haguro", "5519", []),
        ("kongo,haguro", "5519,5518,5517,5516", ["7.3"]),
    ],
)  # fmt: skip
def test_ships_of_one_course_leave_the_map_only_where_each_may_go_that_way(
    ships: str, way: str, rules: list[str]
) -> None:
    assert refused(at_the_exit(ships), f"course {ships} way={way}") == rules


@rule("battleships", "9.2")
def test_a_ship_that_leaves_goes_no_farther_with_one_that_does_not() -> None:
    assert "9.2" in refused(at_the_exit("kongo,haguro"), "course kongo,haguro way=156120,157121")


@rule("battleships", "8.1a")
@pytest.mark.parametrize(
    ("tries", "kinds"),
    [
        ("both", ["guns", "hull"]),
        ("hull_first", ["hull", "guns"]),
        ("guns", ["guns"]),
        ("hull", ["hull"]),
        ("none", []),
    ],
)
def test_what_is_tried_is_the_owners_choice(tries: str, kinds: list[str]) -> None:
    board = at_sea("hood 2512 A 4 w1 s1", FAR)
    moved(board, f"mend hood tries={tries}")
    played = play(board, repair(board), dice=[(6,)] * len(kinds))
    assert [event.kind for event in played.told(Mended)] == kinds


@rule("battleships", "8.1a")
def test_a_ship_without_guns_or_way_may_try_and_a_sunk_one_not() -> None:
    board = at_sea("hood 2512 A 0 w3 s2", FAR)
    assert len(play(board, repair(board), dice=[(6,), (6,)]).told(Mended)) == 2
    board.ship("hood").fate = "sunk"
    play(board, repair(board))  # no dice


@rule("battleships", "10.0")
def test_options_one_by_one_all_or_none() -> None:
    assert len(NAMES) == 12
    for name in NAMES:
        chosen = new_game(BOX, "denmark_strait", Options(as_proposed=False, **{name: True})).options
        assert [one for one in NAMES if getattr(chosen, one)] == [name]
    assert with_proposed(Options(as_proposed=False), ("radar",)) == Options(as_proposed=False)
