"""4.3, 5.1, 10.6 Orders, read a second time: what a doctrine adds, what a mine changes for those who hold."""

from collections import Counter

import pytest

from games.titles.battleships.components.battles import Exit, Minefield
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.orders import StarShell, Target
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.state import Record
from tests.titles.battleships.laid_out import at_sea, play

rule = pytest.mark.rule
MINED = Options(as_proposed=False, mines=True)
FIELD = Minefield(side="german", count=1, columns=(25, 25), rows=(1, 12))


@rule("battleships", "4.3")
def test_a_ship_that_fired_a_star_shell_by_order_lights_nothing_else_for_a_doctrine() -> None:
    board = at_sea(
        "hood 2512 A 4", "norfolk 2513 A 4", "bismarck 2508 A 4", "prinz_eugen 2608 A 4", night=True, sight=1
    )  # fmt: skip
    form = target_form(board, "british")
    text = "star_shell hood at=2508\nstar_shell norfolk at=2508\nengage prinz_eugen light=yes"
    orders = form.meant(form.accept(form.parse(text)))
    fired = Counter(order.ship for order in orders if isinstance(order, StarShell))
    assert fired == {"hood": 1, "norfolk": 1}
    assert Target("hood", "prinz_eugen") not in orders  # nobody is left to light her


def mined(
    *dice: tuple[int, ...], hold: str = "norfolk", again: str = "course norfolk way=2514,2513"
) -> tuple[Board, list[str]]:
    """Hood sails into a mine; Norfolk holds, and is asked again; what was told, in order."""
    board = at_sea("hood 2513 A 4", "norfolk 2515 A 4", "bismarck 4512 A 4", options=MINED, mines=FIELD)
    board.state.mines = {"german": ("2512",)}
    says = {"courses@british": [f"course hood way=2512,2511\nhold {hold}", again]}
    played = play(board, first_move(board), dice=dice, says=says)
    return board, [type(told.variants[0].event).__name__ for told in played.board.told]


@rule("battleships", "10.6a")
def test_a_ship_that_a_mine_sinks_is_gone_before_those_who_hold_are_asked_again() -> None:
    board, told = mined((6, 6))
    assert told.index("Sunk") < told.index("Moved", told.index("Sunk"))
    assert [lost.ship for lost in board.state.record.lost] == ["hood"]
    assert told.count("Sunk") == 1


@rule("battleships", "10.6a")
def test_where_a_mine_sank_a_friend_those_who_hold_may_end() -> None:
    board, _ = mined((6, 6), (1, 1), again="course norfolk way=2514,2513,2512")
    assert (board.ship("norfolk").at, board.ship("hood").fate) == ("2512", "sunk")


@rule("battleships", "10.6a")
def test_what_a_mine_does_to_a_ship_that_floats_counts_when_all_have_moved() -> None:
    board, told = mined((5, 4))
    assert told.index("Damaged") > max(place for place, kind in enumerate(told) if kind == "Moved")
    assert (board.ship("hood").at, board.ship("hood").weapons) == ("2511", 1)


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


@rule("battleships", "7.1")
def test_a_move_in_which_nobody_moves_keeps_the_picture_of_the_turn_before() -> None:
    board = at_sea("hood 2512 A 0", "bismarck 4512 A 0", turn=3)
    board.state.record = Record(turn=2, ways={"hood": ("2513", "2512")})
    play(board, first_move(board), says={"courses": "stop hood"})
    assert (board.state.record.turn, board.state.record.ways) == (2, {"hood": ("2513", "2512")})
