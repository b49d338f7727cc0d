"""What an event may teach its reader that was hidden: the gate of two worlds looks for no more than the rules hide."""

import pytest

from games.kernel.events import ALL_FIELDS
from games.titles.pq17.state.events.movement import BlockMoved
from games.titles.pq17.state.events.search import Searched, ShadowEnded
from games.titles.pq17.state.events.victory import Scored
from games.titles.pq17.visibility.hearing import discloses
from tests.titles.pq17.arctic import arctic, force

MOVED = BlockMoved("allied", 3, 3, "0715", ("0714",))


@pytest.mark.parametrize(("dead", "told"), [(True, (ALL_FIELDS,)), (False, ())])
def test_how_far_a_block_goes_may_tell_that_a_wreck_is_towed(dead: bool, told: tuple[str, ...]) -> None:
    """5.1.1: a force with a ship in tow creeps, a hex in PM turns; its enemy sees that it does."""
    convoy = force("ra51", "allied", "convoy", "0715", "mv 9", "mo 1")
    convoy.counters[1].dead = convoy.counters[1].towed = dead
    board = arctic(convoy)
    assert discloses(board, MOVED, "axis") == told
    assert discloses(board, MOVED, "public") == told


@pytest.mark.parametrize(("broken", "told"), [(True, (ALL_FIELDS,)), (False, ())])
def test_that_a_block_makes_for_port_may_tell_that_it_has_broken_down(broken: bool, told: tuple[str, ...]) -> None:
    """13.0b: the event falls on a ship that only its owner knows, and sends her home unasked."""
    patrol = force("patrol", "allied", "task_force", "0718", "dd_project_7 1")
    patrol.counters[0].inoperative = broken
    assert discloses(arctic(patrol), MOVED, "public") == told


@pytest.mark.parametrize("held_up", ["dead", "inoperative"])
def test_a_ship_of_the_other_side_that_is_held_up_tells_nothing(held_up: str) -> None:
    wreck = force("lutzow", "axis", "task_force", "0611", "lutzow")
    setattr(wreck.counters[0], held_up, True)
    assert discloses(arctic(wreck), MOVED, "public") == ()


@pytest.mark.parametrize(("why", "told"), [("gone", (ALL_FIELDS,)), ("weather", ()), ("range", ())])
def test_that_a_force_is_gone_tells_how_many_ships_it_had(why: str, told: tuple[str, ...]) -> None:
    """13.0a: two hits of a collision leave nothing of a force of two steps, and its follower sees nothing any more."""
    assert ShadowEnded("axis", "radius", "0715", 41, why).discloses("axis") == told


@pytest.mark.parametrize(
    ("turn", "passing", "seat", "told"),
    [
        (18, True, "public", True), (18, True, "axis", True), (18, True, "allied", False),
        (9, True, "axis", False), (18, False, "axis", False),
    ],
)  # fmt: skip
def test_a_search_in_passing_tells_as_its_move_does_how_far_a_block_goes(
    turn: int, passing: bool, seat: str, told: bool
) -> None:
    """6.6.1, 11.2.3: who stops in the hex for want of fuel is not searched there before the search segment."""
    board = arctic(force("relief", "allied", "task_force", "0715", "suffolk"), turn=turn)
    found = discloses(board, Searched("axis", "0715", 3, found=False, passing=passing), seat)
    assert (found == (ALL_FIELDS,)) is told


@pytest.mark.parametrize(
    ("event", "allied", "axis"),
    [
        (Scored(4, "sunk", "mv", 2), (), (ALL_FIELDS,)),
        (Scored(-4, "sunk", "tirpitz", 1), (ALL_FIELDS,), ()),
        (Scored(-4, "command", on="allied"), (), (ALL_FIELDS,)),
    ],
)
def test_points_tell_a_side_nothing_about_its_own_losses(
    event: Scored, allied: tuple[str, ...], axis: tuple[str, ...]
) -> None:
    """2.0b: the side that lost a unit knows it, and each side knows its own sheet."""
    board = arctic(force("relief", "allied", "task_force", "0715", "suffolk"))
    assert (discloses(board, event, "allied"), discloses(board, event, "axis")) == (allied, axis)
    assert discloses(board, event, "public") == (ALL_FIELDS,)
