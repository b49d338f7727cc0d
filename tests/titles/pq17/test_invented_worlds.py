"""Worlds of trials: what the enemy's blocks may hold, dealt from the view of one side."""

from collections import Counter as Tally
from typing import Any

import pytest

from games.kernel.codec import encode
from games.kernel.random_source import random_source
from games.titles.pq17.components.pieces import SIDES
from games.titles.pq17.rules.trials.known_state import deal, known_state, refusal
from games.titles.pq17.rules.trials.slots import fits_report
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.reporting import report_fields
from games.titles.pq17.state.state import Force, Loss, Report, Shadow, State, Strength
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule
OWN = force("pack_1", "axis", "wolfpack", "0611", "ss_german 3")


def blocks(*forces: Force, **fields: Any) -> State:
    """Return a state of the scenario PQ-17 in which each force has a block of its own, as the Axis sees it."""
    state = arctic(*forces, OWN, turn=10, **fields).state
    for number, one in enumerate(forces, start=1):
        one.block = number
    return state


def worlds(state: State, seat: str = "axis", number: int = 12) -> list[State]:
    """Return invented worlds of a seat; each shows the seat what the game shows it."""
    start = known_state(BOX, state, seat)
    found = [deal(BOX, start, seat, random_source("world", place)) for place in range(number)]
    for world in [start, *found]:
        assert encode(view(Board(world, BOX), seat)) == encode(view(Board(state, BOX), seat))
    return found


def held(world: State, number: int) -> Force:
    """Return the Allied force with this block number."""
    return next(one for one in world.forces if one.side == "allied" and one.block == number)


def report(number: int, **facts: Any) -> Report:
    return Report(to="axis", turn=9, source="search", at="0511", block=number, **facts)


@rule("pq17", "1.2a")
def test_a_hidden_block_holds_other_forces_in_other_worlds() -> None:
    hidden = [force(f"dummy_{place}", "allied", "dummy", "0511") for place in range(24)]
    kinds = {held(world, 1).kind for world in worlds(blocks(*hidden), number=40)}
    assert {"dummy", "task_force"} <= kinds


@rule("pq17", "1.2a")
def test_the_true_ships_change_no_world() -> None:
    true = blocks(force("home_fleet", "allied", "task_force", "0511", "duke_of_york", "victorious"))
    other = blocks(force("home_fleet", "allied", "dummy", "0511"))
    assert [encode(one) for one in worlds(true)] == [encode(one) for one in worlds(other)]


@rule("pq17", "1.4")
@pytest.mark.parametrize("seat", SIDES)
def test_no_ship_is_in_two_forces_of_a_world(seat: str) -> None:
    state = blocks(*(force(f"dummy_{place}", "allied", "dummy", "0511") for place in range(12)))
    for world in worlds(state, seat):
        ships = Tally(one.ship for force in world.forces for one in force.counters if BOX.ships[one.ship].is_single)
        assert not [ship for ship, number in ships.items() if number > 1]


@rule("pq17", "6.2.1")
@pytest.mark.parametrize(
    "facts",
    [
        {"kind": "task_force", "level": 2, "warships": 5, "heavy": 3, "carrier": True, "ships": 0},
        {"kind": "task_force", "level": 1, "about": 4},
        {"kind": "task_force", "level": 3, "strengths": (Strength("light", 2, 5),), "ships": 0},
        {"kind": "convoy", "level": 3, "ships": 20, "strengths": (Strength("light", 1, 2),)},
        {"kind": "convoy", "level": 3, "ships": 34, "strengths": ()},
        {"kind": "wolfpack", "level": 1, "about": 1},
    ],
)
def test_reports_are_true_in_every_world(facts: dict[str, Any]) -> None:
    seen = force("a", "allied", facts["kind"], "0511", "kent", level=facts["level"])
    dummies = [force(f"dummy_{place}", "allied", "dummy", "0511") for place in range(4)]
    state = blocks(seen, *dummies, reports=[report(1, **facts)])
    for world in worlds(state):
        assert fits_report(BOX, held(world, 1), state.reports[0]), report_fields(BOX, held(world, 1), facts["level"])


@rule("pq17", "2.0b")
def test_known_losses_are_in_no_world() -> None:
    lost = [Loss("allied", "victorious", BOX.ships["victorious"].strength, 9, "sunk")]
    hidden = [force(f"dummy_{place}", "allied", "dummy", "0511") for place in range(8)]
    for world in worlds(blocks(*hidden, losses=lost)):
        assert not [one for there in world.forces for one in there.counters if one.ship == "victorious"]


@rule("pq17", "5.3.1a")
def test_a_block_with_an_air_radius_holds_a_carrier() -> None:
    carrier = force("home_fleet", "allied", "task_force", "0511", "victorious")
    state = blocks(carrier, force("dummy_1", "allied", "dummy", "0612"), declared=["home_fleet"])
    for world in worlds(state):
        assert "victorious" in [one.ship for one in held(world, 1).counters]
        assert world.declared == [held(world, 1).id]
    state.losses = [Loss("allied", "victorious", BOX.ships["victorious"].strength, 9, "sunk")]
    with pytest.raises(LookupError):
        known_state(BOX, state, "axis")


@rule("pq17", "6.3.3")
def test_a_block_that_shadows_can_do_so() -> None:
    state = blocks(force("cruisers", "allied", "task_force", "0611", "london", level=None))
    state.forces.append(force("tf1", "axis", "task_force", "0611", "tirpitz", level=2))
    state.shadows = [Shadow("tf1", "task_force", "cruisers")]
    for world in worlds(state):
        assert held(world, 1).kind == "task_force"
        assert world.shadows[0].who == held(world, 1).id


@rule("pq17", "15.0a")
def test_campaigns_have_no_trials() -> None:
    for scenario in BOX.campaign.lengths:
        text = refusal(BOX, scenario)
        assert text is not None
        assert "campaign" in text.en
    assert refusal(BOX, "pq17") is None
