"""Chapter 2: ships, what is printed on their counters and what everybody sees of them."""

import pytest

from games.kernel.events import PUBLIC
from games.titles.battleships.components.ships import CAPITAL, KINDS, NATIONS
from games.titles.battleships.components.tables import Harm
from games.titles.battleships.rules.movement.courses import room_of
from games.titles.battleships.visibility.view import view
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea
from tests.titles.loading import load

rule = pytest.mark.rule


def test_a_ship_that_is_not_there_is_asked_for_in_vain() -> None:
    with pytest.raises(LookupError, match="yamato"):
        at_sea("hood 2512 A 4", "bismarck 4512 A 4").ship("yamato")


@rule("battleships", "2.1")
@pytest.mark.parametrize(("ship", "room"), [("hood", 1), ("norfolk", 1), ("gb_cl_town", 2), ("gb_dd", 5)])
def test_a_counter_of_several_ships_is_one_unit_that_takes_more_room(ship: str, room: int) -> None:
    board = at_sea(f"{ship} 2512 A 4", "bismarck 4512 A 4")
    assert room_of(board, board.ship(ship)) == room
    board.harm(board.ship(ship), Harm(1, 1))
    assert (board.ship(ship).weapons, board.ship(ship).hull) == (1, 1)


@rule("battleships", "2.2")
@rule("battleships", "2.3")
def test_kinds_and_nations() -> None:
    assert KINDS == ("bb", "bc", "pb", "ca", "cl", "dd")
    assert CAPITAL == ("bb", "bc", "pb")
    assert {counter.nation for counter in BOX.counters.values()} == set(NATIONS)
    assert {counter.kind for counter in BOX.counters.values()} == set(KINDS)
    assert BOX.counters["lutzow"].capital
    assert not BOX.counters["norfolk"].capital


@rule("battleships", "2.6")
@rule("battleships", "5.12")
def test_attack_and_movement_fall_with_damage_defence_and_range_never() -> None:
    board = at_sea("hood 2512 A 4 w1 s1", "bismarck 4512 A 4")
    (sheet,) = [known for known in view(board, PUBLIC).ships if known.ship.id == "hood"]
    assert (sheet.attack, sheet.printed_attack, sheet.moves, sheet.printed_moves) == (28, 42, 3, 5)
    assert (sheet.defence, sheet.range, sheet.value) == (9, 15, 56)


@rule("battleships", "2.6a")
@rule("battleships", "4.1b")
def test_everybody_sees_every_ship_in_sight_or_not() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 4512 F 3 w1 s2 used4", sight=1, night=True)
    for seat in (*board.sides, PUBLIC):
        ship = next(known.ship for known in view(board, seat).ships if known.ship.id == "bismarck")
        assert (ship.at, ship.heading, ship.speed, ship.weapons, ship.hull, ship.mended) == ("4512", "F", 3, 1, 2, 4)


@pytest.mark.parametrize(
    ("damage", "language", "words"),
    [
        ("w1 s2", "en", "damage: weapons 1, hull 2"),
        ("w1 s2", "ja", "損害：兵装1・船体2"),
        ("", "en", "undamaged"),
    ],
)
def test_the_card_of_a_ship_tells_damage_in_words(damage: str, language: str, words: str) -> None:
    """A newcomer does not know the letters W and S of the board."""
    title = load("battleships")
    inspector = title.presentation.inspector
    assert inspector is not None
    board = at_sea(f"hood 2512 A 4 {damage}".strip(), "bismarck 4512 A 4")
    card = inspector.inspect(view(board, "british"), "hood", language)
    assert card is not None
    assert card.state == words
