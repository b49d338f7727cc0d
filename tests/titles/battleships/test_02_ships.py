"""2.0 The counters, and what everybody may see of them."""

import pytest

from games.kernel.events import PUBLIC
from games.titles.battleships.components.ships import CAPITAL, KINDS, NATIONS
from games.titles.battleships.components.tables import Harm
from games.titles.battleships.rules.movement.courses import room_of, sailing, waters_of
from games.titles.battleships.visibility.view import view
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea

rule = pytest.mark.rule


@rule("battleships", "2.2")
@rule("battleships", "2.3")
def test_kinds_and_nations() -> None:
    assert KINDS == ("bb", "bc", "pb", "ca", "cl", "dd")
    assert CAPITAL == ("bb", "bc", "pb")
    assert {counter.nation for counter in BOX.counters.values()} == set(NATIONS)
    assert {counter.kind for counter in BOX.counters.values()} == set(KINDS)
    assert BOX.counters["lutzow"].capital
    assert not BOX.counters["norfolk"].capital


@rule("battleships", "2.1")
@pytest.mark.parametrize(("ship", "room"), [("hood", 1), ("norfolk", 1), ("gb_cl_town", 2), ("gb_dd", 5)])
def test_a_counter_of_several_ships_is_one_unit_that_takes_more_room(ship: str, room: int) -> None:
    board = at_sea(f"{ship} 2512 A 4", "bismarck 4512 A 4")
    assert room_of(board, board.ship(ship)) == room
    board.harm(board.ship(ship), Harm(1, 1))
    assert (board.ship(ship).weapons, board.ship(ship).hull) == (1, 1)


@rule("battleships", "2.6")
@rule("battleships", "5.12")
def test_attack_and_movement_fall_with_damage_defence_and_range_never() -> None:
    board = at_sea("hood 2512 A 4 w1 s1", "bismarck 4512 A 4")
    (sheet,) = [known for known in view(board, PUBLIC).ships if known.ship.id == "hood"]
    assert (sheet.attack, sheet.printed_attack, sheet.moves, sheet.printed_moves) == (28, 42, 3, 5)
    assert (sheet.defence, sheet.range, sheet.value) == (9, 15, 56)


@rule("battleships", "5.13")
@rule("battleships", "T.speed")
@pytest.mark.parametrize(
    ("movement", "left"), [(6, (6, 4, 2, 0)), (5, (5, 3, 2, 0)), (4, (4, 3, 1, 0)), (0, (0, 0, 0, 0))]
)
def test_speed_lost(movement: int, left: tuple[int, ...]) -> None:
    assert tuple(BOX.tables.movement.left(movement, hull) for hull in range(4)) == left


def test_a_ship_that_is_not_there_is_asked_for_in_vain() -> None:
    with pytest.raises(LookupError, match="yamato"):
        at_sea("hood 2512 A 4", "bismarck 4512 A 4").ship("yamato")


@rule("battleships", "5.13")
def test_speed_is_lost_by_the_movement_that_the_scenario_gives() -> None:
    board = at_sea("gb_dd 2512 A 4 s1", "bismarck 4512 A 4", movement={"gb_dd": 4})
    assert board.moves(board.ship("gb_dd")) == 3


@rule("battleships", "2.6a")
@rule("battleships", "4.1b")
def test_everybody_sees_every_ship_in_sight_or_not() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 4512 F 3 w1 s2 used4", sight=1, night=True)
    for seat in (*board.sides, PUBLIC):
        ship = next(known.ship for known in view(board, seat).ships if known.ship.id == "bismarck")
        assert (ship.at, ship.heading, ship.speed, ship.weapons, ship.hull, ship.mended) == ("4512", "F", 3, 1, 2, 4)


@rule("battleships", "3.1c")
def test_damage_counts_in_the_move_of_the_same_turn() -> None:
    board = at_sea("hood 2512 A 5", "bismarck 4512 A 4")
    waters = waters_of(board, "british")
    before = sailing(board, waters, board.ship("hood")).most
    board.harm(board.ship("hood"), Harm(0, 1))
    assert (before, sailing(board, waters, board.ship("hood")).most) == (5, 3)
