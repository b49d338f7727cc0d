"""7.5 Surface battles played: attack, interception, boats of a convoy, surprise, doctrine, the exchange, the ends."""

import pytest

from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.surface.attacks import surface_combat
from tests.titles.pq17.arctic import force
from tests.titles.pq17.ch07_combat.surface_battles import cruisers
from tests.titles.pq17.engaging import misses
from tests.titles.pq17.playing import a_card, play
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


@rule("pq17", "11.3.2")
def test_who_fights_on_the_surface_does_not_refuel() -> None:
    """Either side, the attacker too; a force in the hex that takes no part goes on with it."""
    board = cruisers()
    board.place(force("apart", "allied", "task_force", OPEN, "aldersdale", "dd_us 1"))
    board.state.instructions["allied"] = Instructions(
        asks="never", stands="stay", torpedo_round="never", joins="never", intercepts="never"
    )
    for one in board.state.forces:
        one.refuelling = True
    play(surface_combat(board), cards=[a_card("force", "0")], dice=[*misses(3, 4), (1,), *misses(3, 4), (1,)])
    assert {one.id: one.refuelling for one in board.state.forces} == {"tf": False, "hipper": False, "apart": True}


@rule("pq17", "11.3.2", "7.1.1b")
def test_who_is_not_located_goes_on_refuelling() -> None:
    board = cruisers()
    board.force("tf").refuelling = True
    play(surface_combat(board), cards=[a_card("force", "-")])
    assert board.force("tf").refuelling
