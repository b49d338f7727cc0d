"""ADR 23: when the table shows that a step cannot ask, so that nothing is written before it."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.orders.attacks import Attack, Strike
from games.titles.pq17.orders.move_orders import Stay
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.orders.special import Bomb, Scatter
from games.titles.pq17.state.board import Board
from tests.titles.loading import load
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import phase

STEPS = load("pq17").rules.steps
FIGHTS = ("air_combat", "submarine_combat", "surface_combat")


def says(step: str, board: Board) -> bool:
    """Whether the step may ask, as the table stands."""
    return STEPS[step].ask_frequency(board) != "never"


def instructed(board: Board, **said: Any) -> Board:
    """The same board, the Axis having ordered these things for good, and the Allies to be asked about nothing."""
    axis, allied = board.state.instructed("axis"), board.state.instructed("allied")
    board.state.instructions["axis"] = structs.replace(axis, **said)
    board.state.instructions["allied"] = structs.replace(allied, refuses="never", strikes="never")
    return board


def test_photographs_are_answered_by_nobody_unless_bombers_come_too() -> None:
    assert not says("photo", phase(arctic(), "allied", orders=(Stay("t"), Scatter("pq17"))))
    assert says("photo", phase(arctic(), "allied", orders=(Stay("t"), Bomb("narvik"))))


def test_who_has_said_whether_he_refuses_is_not_asked_when_he_is_found() -> None:
    assert says("search", phase(instructed(arctic()), "allied"))
    assert not says("search", phase(instructed(arctic(), refuses="always"), "allied"))
    assert not says("search", phase(instructed(arctic()), "axis"))


@pytest.mark.parametrize(
    ("side", "level", "port", "strikes", "asked"),
    [
        ("allied", 1, "", "ask", True),
        ("allied", 0, "", "ask", True),
        ("allied", None, "", "ask", False),
        ("allied", 1, "reykjavik", "ask", False),
        ("allied", 1, "", "follow", False),
        ("axis", 1, "", "ask", False),
    ],
)
def test_about_attacks_a_side_is_asked_where_it_may_have_found_something(
    side: Any, level: int | None, port: str, strikes: str, asked: bool
) -> None:
    """It surely is where something of its own is near an enemy who is identified at sea."""
    found = force("t", side, "task_force", "0410", "london", level=level, port=port)
    board = phase(
        instructed(arctic(found, force("h", "axis", "task_force", "0410", "lutzow")), strikes=strikes), "axis"
    )
    assert STEPS["strikes"].ask_frequency(board) == ("always" if asked else "never")


def test_about_an_enemy_whom_nothing_can_reach_nobody_is_asked() -> None:
    board = arctic(
        force("t", "allied", "task_force", "0410", "london", level=1),
        force("h", "axis", "task_force", "0610", "lutzow"),
    )
    assert not says("strikes", phase(instructed(board, strikes="ask"), "axis"))


@pytest.mark.parametrize("step", FIGHTS)
@pytest.mark.parametrize(
    "fought",
    [
        {"attacks": (Strike(("ju_88_1",), "contact_1"),)},
        {"attacks": (Attack("hipper", "contact_1"),)},
        {"stirred": ["0410"]},
        {"orders": (Raid("narvik", ("albacore_1",)),)},
    ],
)
def test_in_combat_nobody_is_asked_unless_somebody_fights(step: str, fought: dict[str, Any]) -> None:
    assert not says(step, phase(arctic(), "axis", orders=(Stay("t"),)))
    assert says(step, phase(arctic(), "axis", **fought))


def test_all_others_say_always_the_same() -> None:
    assert [key for key, step in STEPS.items() if callable(step.asks)] == ["photo", "search", "strikes", *FIGHTS]
