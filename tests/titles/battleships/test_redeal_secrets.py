"""5.1, 8.1a, 10.6 Mines, plans of fire and orders of repair dealt anew; what discloses mines and flags."""

from collections.abc import Iterator

import pytest

from games.kernel.events import ALL_FIELDS, UMPIRE, Event
from games.kernel.forms import RandomSource
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.orders import FirePlan
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.gunnery import Bombarding, Marked, SpecialHit, Sunk
from games.titles.battleships.state.events.movement import Departed, MineStruck, Moved
from games.titles.battleships.state.events.repair import Mended
from games.titles.battleships.state.events.sighting import Lit
from games.titles.battleships.state.events.torpedoes import Launched
from games.titles.battleships.state.state import State
from games.titles.battleships.visibility.hearing import discloses
from games.titles.battleships.visibility.redeal import conserved, redeal
from tests.titles.battleships.laid_out import at_sea, in_battle

rule = pytest.mark.rule
MINED = Options(as_proposed=False, mines=True)
LAID = ("4122", "4223", "4425")
WATERS = {f"{column}{row}" for column in range(41, 47) for row in range(22, 26)}
"""11.2 Where mines may lie off Mers el-Kebir."""


def off_mers_el_kebir() -> Board:
    board = in_battle("mers_el_kebir", options=MINED)
    board.state.mines = {"british": LAID}
    return board


def worlds(board: Board, seat: str) -> Iterator[State]:
    """Some of the worlds that a seat cannot tell from this one."""

    def picking(number: int) -> RandomSource:
        return lambda limit: number % limit

    return (redeal(board.box, board.state, seat, picking(number)) for number in range(24))


# --- 10.6 mines


@rule("battleships", "10.6")
def test_mines_that_nobody_struck_may_lie_anywhere_in_their_waters() -> None:
    dealt = [world.mines["british"] for world in worlds(off_mers_el_kebir(), "french")]
    assert set().union(*dealt) == WATERS
    assert {len(set(mines)) for mines in dealt} == {3}
    assert all(list(mines) == sorted(mines) for mines in dealt)


@rule("battleships", "10.6")
def test_mines_that_were_struck_stay_and_where_a_ship_has_passed_are_none() -> None:
    board = off_mers_el_kebir()
    board.state.struck, board.state.swept = ["4223", "4112"], ["4323", "4622"]
    dealt = [world.mines["british"] for world in worlds(board, "french")]
    assert all("4223" in mines and len(set(mines)) == 3 for mines in dealt)
    assert set().union(*dealt) == WATERS - {"4323", "4622"}


@rule("battleships", "10.6")
@pytest.mark.parametrize("seat", ["british", UMPIRE])
def test_who_knows_the_mines_keeps_them(seat: str) -> None:
    assert {world.mines["british"] for world in worlds(off_mers_el_kebir(), seat)} == {LAID}


@rule("battleships", "10.6")
def test_without_waters_that_may_be_mined_and_without_mines_nothing_is_dealt() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 4512 A 4", options=MINED)
    board.state.mines = {"british": LAID}
    assert {world.mines["british"] for world in worlds(board, "german")} == {LAID}
    board = off_mers_el_kebir()
    board.state.mines = {}
    assert all(world.mines == {} for world in worlds(board, "french"))


def test_where_nothing_else_is_picked_the_world_stays_as_it_is() -> None:
    board = off_mers_el_kebir()
    board.ship("hood").tries = "hull_first"
    board.state.plans = {"british": (FirePlan("hood", ("dunkerque", "bretagne")),)}
    assert redeal(board.box, board.state, "french", lambda _: 0) == board.state


# --- 8.1a, 5.1


@rule("battleships", "8.1a")
@pytest.mark.parametrize(
    ("tries", "other"),
    [("both", "hull_first"), ("hull_first", "both"), ("guns", "guns"), ("hull", "hull"), ("none", "none")],
)
def test_which_damage_is_mended_first_is_not_known_and_that_it_is_mended_is(tries: str, other: str) -> None:
    board = at_sea("hood 2512 A 4", "norfolk 2514 A 4", "bismarck 4512 A 4")
    board.ship("hood").tries = board.ship("bismarck").tries = tries
    world = redeal(board.box, board.state, "german", lambda limit: limit - 1)
    assert [ship.tries for ship in world.ships] == [other, "hull_first", tries]
    assert [ship.tries for ship in board.state.ships] == [tries, "both", tries]


@rule("battleships", "8.1a")
def test_who_was_sunk_mends_nothing_any_more() -> None:
    board = at_sea("hood 2512 A 4", "norfolk 2514 A 4", "bismarck 4512 A 4")
    board.remove(board.ship("hood"), "sunk")
    world = redeal(board.box, board.state, "german", lambda limit: limit - 1)
    assert [ship.tries for ship in world.ships] == ["both", "hull_first", "both"]
    assert conserved(world) == {"ships": 3}


@rule("battleships", "5.1")
def test_which_of_two_targets_a_plan_prefers_is_not_known() -> None:
    board = at_sea("hood 2512 A 4", "norfolk 2514 A 4", "bismarck 4512 A 4")
    plans = (FirePlan("hood", ("a", "b", "c")), FirePlan("norfolk", ("a",)))
    board.state.plans = {"british": plans, "german": plans}
    world = redeal(board.box, board.state, "german", lambda limit: limit - 1)
    assert world.plans == {"british": (FirePlan("hood", ("b", "a", "c")), FirePlan("norfolk", ("a",))), "german": plans}


# --- what is disclosed


@rule("battleships", "10.6")
@pytest.mark.parametrize(
    ("way", "told"),
    [
        (("4122",), True), (("4625",), True), (("4021", "4122"), True), (("4022",), False), (("4722",), False),
        (("4121",), False), (("4126",), False), (("4021", "4726"), False), ((), False),
    ],
)  # fmt: skip
def test_a_way_through_waters_that_may_be_mined_says_where_no_mines_are(way: tuple[str, ...], told: bool) -> None:
    board = off_mers_el_kebir()
    event = Moved("hood", "4020", way, len(way), "C")
    assert discloses(board, event, "french") == ((ALL_FIELDS,) if told else ())
    assert discloses(board, event, "british") == ()
    assert discloses(in_battle("mers_el_kebir"), event, "french") == ()


ACTING: tuple[Event, ...] = (
    Marked("hood", "bismarck", "main", 10), Lit("hood", "2512"), Bombarding("hood", "field"),
    Launched("hood", "bismarck", 3, "3:1", ()), Moved("hood", "2512", ("2511",), 1, "A"), Departed("hood", "north"),
)  # fmt: skip


@rule("battleships", "10.10d")
@pytest.mark.parametrize("event", ACTING, ids=[type(event).__name__ for event in ACTING])
def test_a_ship_of_the_chits_that_does_as_she_is_ordered_is_in_touch_with_her_flagship(event: Event) -> None:
    board = at_sea(
        "hood 2512 A 4", "bismarck 4512 A 4", options=Options(as_proposed=False, flagship=True, command=True)
    )
    assert discloses(board, event, "german") == ()
    board.state.called = ["hood"]
    assert discloses(board, event, "german") == (ALL_FIELDS,)
    assert discloses(board, event, "british") == ()
    board.state.options = Options(as_proposed=False, command=True)
    assert discloses(board, event, "german") == ()


KNOWN: tuple[Event, ...] = (
    Marked("hood", "bismarck", "main", 10, planned=True), Mended("hood", "guns", 3, True, 1),
    SpecialHit("hood", (5, 5), "bridge", flag=True), Sunk("hood", "2512", flag=True),
    Departed("hood", "north", lost=True),
)  # fmt: skip


@rule("battleships", "5.1", "8.1a", "10.9", "10.10a")
@pytest.mark.parametrize("event", KNOWN, ids=[type(event).__name__ for event in KNOWN])
def test_what_a_ship_does_or_suffers_tells_her_own_side_nothing(event: Event) -> None:
    board = at_sea("hood 2512 A 4", "bismarck 4512 A 4")
    assert discloses(board, event, "british") == ()
    assert discloses(board, event, "german")
    assert discloses(board, event, "public")


@rule("battleships", "10.6")
def test_a_mine_tells_the_side_that_laid_it_nothing() -> None:
    board = off_mers_el_kebir()
    event = MineStruck("hood", "4122", (3, 4))
    assert discloses(board, event, "french") == (ALL_FIELDS,)
    assert discloses(board, event, "british") == ()
