"""7.0 to 7.3 read by somebody who had not seen the code: `positions/07_read_again.toml`, each as a test."""

import pytest

from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.state.events.air import Laid as RowLaid
from games.titles.pq17.state.state import Convoy
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.strikes import air, bombers

rule = pytest.mark.rule


@rule("pq17", "10.3", "7.2.4d")
def test_pp299_the_lane_to_arkhangelsk_serves_no_torpedo_aircraft_of_the_axis() -> None:
    """The die finds light drift in 1019: ships of the Allies go through it as through clear water (PP63), a He 111
    bombs.
    """
    expected = BOX.ice(arctic().operation, BOX.hexes["1019"].zone, arctic().now)
    assert not expected.certain
    board = bombers(
        force("c", "allied", "convoy", "1019", "mv 5", convoy=Convoy(destinations=("arkhangelsk",))),
        air("he_111", "he", "bardufoss"), level=2,
    )  # fmt: skip
    board.state.instructions["allied"] = Instructions(scramble="none")
    play(air_combat(board), cards=[a_card("air", "U", submarine=False)], dice=[(9,), (0,), (0, 0)])
    assert [one.ice for one in heard(board, "axis") if isinstance(one, RowLaid)] == [True]
    assert ships("mv 5")[0].strength == board.force("c").counters[0].strength
