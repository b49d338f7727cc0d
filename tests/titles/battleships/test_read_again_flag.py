"""10.9, 10.12 Flagships, read a second time."""

import pytest

from games.titles.battleships.components.options import Options
from games.titles.battleships.components.tables import harm_of
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.damage import Struck, settle
from games.titles.battleships.state.events.movement import FlagShifted, Moved
from tests.titles.battleships.laid_out import at_sea, in_battle, play, refused

rule = pytest.mark.rule


def led_by_kongo() -> Board:
    """Kongo leads the good Japanese crews of Force Z, on turn 3."""
    options = Options(as_proposed=False, crews=True, flagship=True, special_damage=True)
    board = in_battle("force_z", turn=3, options=options)
    board.state.flags = {"japanese": "kongo", "british": "repulse"}
    return board


@rule("battleships", "10.9a")
@rule("battleships", "10.12b")
@pytest.mark.parametrize("strikes", [("-", "X"), ("X", "-")])
def test_a_flagship_that_loses_her_bridge_and_is_sunk_in_one_phase_costs_two_grades(strikes: tuple[str, str]) -> None:
    """5.2 All that was done in a phase counts, in whatever order it was rolled."""
    board = led_by_kongo()
    settle(board, [Struck("kongo", (3, 4), 0, harm_of(strikes[0]), "bridge", (5, 5)),
                   Struck("kongo", (6, 6), 0, harm_of(strikes[1]))])  # fmt: skip
    assert board.ship("kongo").fate == "sunk"
    assert board.crew(board.ship("haruna")) == -1
    assert board.crew(board.ship("repulse")) == 0


@rule("battleships", "10.9a")
def test_a_ship_that_bears_no_flag_disheartens_nobody_by_her_bridge_when_she_sinks() -> None:
    board = led_by_kongo()
    settle(board, [Struck("atago", (3, 4), 0, harm_of("X"), "bridge", (5, 5))])
    assert board.crew(board.ship("haruna")) == 1
    assert "atago" not in board.suspects("japanese")


@rule("battleships", "10.9b")
def test_the_flag_passes_with_the_orders_before_the_ships_move() -> None:
    """Reading: after three moves together the order takes effect at once; the ships may part in that very move."""
    board = at_sea(
        "hood 2512 A 1", "norfolk 2512 A 1", "bismarck 4512 A 4", options=Options(as_proposed=False, flagship=True)
    )
    board.state.flags = {"british": "hood", "german": "bismarck"}
    board.state.stacked = {"hood+norfolk": 3}
    play(board, first_move(board), says={"courses@british": "shift_flag norfolk\ncourse hood way=2511,2510"})
    assert board.state.flags["british"] == "norfolk"
    assert board.ship("hood").at == "2510"
    heard = {side: [type(told.for_seat(side)) for told in board.told] for side in board.sides}
    assert heard["british"].index(FlagShifted) < heard["british"].index(Moved)
    assert FlagShifted not in heard["german"]


@rule("battleships", "10.9b")
@pytest.mark.parametrize(("speeds", "may"), [((1, 1, 1), True), ((1, 2, 1), False), ((0, 0, 0), True), ((1, 1), False)])
def test_the_flag_passes_after_three_turns_together_none_of_them_faster_than_one(
    speeds: tuple[int, ...], may: bool
) -> None:
    options = Options(as_proposed=False, flagship=True)
    board = at_sea("hood 2512 A 1", "norfolk 2512 A 1", "bismarck 4512 A 4", options=options)
    board.state.flags = {"british": "hood", "german": "bismarck"}
    row = 12
    for turn, speed in enumerate(speeds):
        board.state.turn = 1 + 2 * turn
        way = ",".join(f"25{row - step:02}" for step in range(1, speed + 1))
        row -= speed
        say = f"course hood,norfolk way={way}" if speed else "stop hood,norfolk"
        play(board, first_move(board), says={"courses@british": say})
    board.state.turn += 2
    assert (refused(course_form(board, "british"), "shift_flag norfolk") == []) is may
