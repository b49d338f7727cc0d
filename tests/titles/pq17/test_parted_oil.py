"""11.3.2a, 7.3.1c, 5.6: what becomes of the oil of tankers that come apart, and of convoys whose dispersed part is in
tow.
"""

import pytest

from games.titles.pq17.rules.convoy.dispersal import disperse_convoys, rejoin_parts
from games.titles.pq17.rules.forces.composition import split_counter
from games.titles.pq17.rules.forces.hits import split_off
from games.titles.pq17.rules.special.mishaps import breakdown
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Sky
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.scattered import tankers
from tests.titles.pq17.playing import phase, play

rule = pytest.mark.rule
OIL = 115


def is_sound(board: Board) -> bool:
    """No tanker holds more than ten for each of strength, who has none is empty, and none was made or lost."""
    all_ = [one for there in board.state.forces for one in there.counters if one.ship == "mo"]
    return sum(one.oil for one in all_) == OIL and all(
        one.oil <= BOX.numbers.fuel.oiler * one.strength and one.used == (not one.oil) for one in all_
    )


@rule("pq17", "11.3.2a", "9.3.2")
@pytest.mark.parametrize("blocks", [0, 3])
def test_tankers_that_a_gale_takes_along_take_their_oil_along(blocks: int) -> None:
    others = [tankers(Counter("mv", 1), name=f"other{number}") for number in range(blocks)]
    one = tankers(Counter("mo", 12, oil=OIL))
    board = phase(arctic(one, *others, sky=Sky("gale", dispersing=["pq"])), "allied")
    play(disperse_convoys(board), dice=[(9,)])
    assert sum(lost.strength for lost in one.counters if not lost.dispersed) < 12
    assert is_sound(board)


@rule("pq17", "11.3.2a", "9.3.3")
def test_tankers_that_come_back_bring_theirs() -> None:
    one, away = tankers(Counter("mo", 6, oil=60)), tankers(Counter("mo", 6, oil=55), name="away", part_of="pq")
    board = phase(arctic(one, away), "allied")
    play(rejoin_parts(board), dice=[(1,)])
    assert 0 < sum(part.strength for part in away.counters) < 6
    assert is_sound(board)


@rule("pq17", "11.3.2a", "9.3.3")
def test_those_that_were_only_marked_too() -> None:
    one = tankers(Counter("mo", 6, oil=60), Counter("mo", 6, oil=55, dispersed=True))
    board = phase(arctic(one), "allied")
    play(rejoin_parts(board), dice=[(1,)])
    assert 0 < sum(part.strength for part in one.counters if part.dispersed) < 6
    assert is_sound(board)


@rule("pq17", "11.3.2a", "13.0b")
def test_a_tanker_that_breaks_down_keeps_her_own_oil() -> None:
    one = tankers(Counter("mo", 12, oil=OIL))
    board = phase(arctic(one), "allied")
    play(breakdown(board, "allied"))
    assert [lost.inoperative for lost in one.counters] == [False, True]
    assert is_sound(board)


@rule("pq17", "11.3.2a", "7.3.1c")
def test_a_crippled_tanker_still_has_oil_and_is_as_dispersed_as_before() -> None:
    counters = [Counter("mo", 2, oil=15, dispersed=True)]
    hurt = split_off(BOX, counters, counters[0], 1)
    assert (hurt.oil, counters[0].oil) == (10, 5)
    assert hurt.dispersed


@rule("pq17", "11.3.2a")
def test_the_last_five_are_in_one_ship() -> None:
    one = Counter("mo", 2, oil=5)
    gone = split_counter(BOX, one, 1)
    assert [(ship.oil, ship.used) for ship in (gone, one)] == [(5, False), (0, True)]
