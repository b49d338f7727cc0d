"""1.2.3 to 1.3: forces part, combine and exchange ships, dummies come and go, and what the enemy sees of it."""

import pytest

from games.titles.pq17.rules.search.detachment import split_force
from games.titles.pq17.state.fuel import Fuel
from tests.titles.pq17.arctic import arctic, force, ships

rule = pytest.mark.rule


@rule("pq17", "11.1.2")
def test_heavy_ships_that_leave_a_mixed_force_go_further() -> None:
    whole = force("t", "allied", "task_force", "0611", "duke_of_york", "dd_a_i 2", fuel=Fuel(21))
    board = arctic(whole)
    new = split_force(board, whole, ships("dd_a_i 2"), "destroyers")
    assert (whole.fuel, new.fuel) == (Fuel(29), Fuel(21))
