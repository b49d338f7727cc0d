"""Chapter 6 read a third time by somebody who had not seen the code: who searches, who follows, who is met."""

import pytest

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.surface.attacks import attack
from games.titles.pq17.state.events.surface import Intercepted
from games.titles.pq17.state.fuel import Fuel
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.searches import met_under_way
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


@rule("pq17", "7.5.1", "6.6.1a")
@pytest.mark.parametrize(("side", "tries"), [("axis", 0), ("allied", 1)])
def test_pp651_nobody_intercepts_who_fights_in_the_phase_of_his_enemy(side: Side, tries: int) -> None:
    """Sheffield finds Koln passing and fights her: Hipper in the hex may join from round 2, and does not come between.
    In the phase of the Allies he tries to.
    """
    prey = force("t", "axis", "task_force", OPEN, "koln", fuel=Fuel(20))
    sheffield = force("k", "allied", "task_force", OPEN, "sheffield", fuel=Fuel(20))
    board = met_under_way(prey, sheffield, force("h", "axis", "task_force", OPEN, "admiral_hipper"), side=side, level=1)
    quiet = Instructions(asks="never", stands="stay", intercepts="always", joins="never", torpedo_round="never")
    board.state.instructions = {"allied": quiet, "axis": quiet}
    fight = [(0,) * 4, (0,) * BOX.ships["koln"].strength, (0,)]
    play(attack(board, prey, [sheffield]), cards=[a_card("force", "0"), a_card("force", "-")][: 1 + tries], dice=fight)
    assert sum(isinstance(one, Intercepted) for one in heard(board, "allied")) == tries
    assert sorted(board.phase.fought) == ["k", "t"]
