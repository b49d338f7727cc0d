"""Chapter 11 read sentence by sentence: marks on leaving port, what they lose, who refuels, and what ends it."""

import pytest

from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.special.segment import leave_map
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Chit
from tests.titles.pq17.ch11_fuel.tanks import fuel_board, fuelled_fleet

rule = pytest.mark.rule


@rule("pq17", "12.2", "11.1.3")
@pytest.mark.parametrize(("burned", "halves"), [(0, -24), (1, 0)])
def test_seven_turns_are_left_after_what_the_last_turn_burned(burned: int, halves: int) -> None:
    raider = fuelled_fleet("r", "tirpitz", at="atlantic", side="axis", fuel=Fuel(16), spent=burned)
    board = fuel_board(raider, chits={"axis": Chit("e", "break_out")})
    leave_map(board, raider)
    assert score(board.state) == halves
