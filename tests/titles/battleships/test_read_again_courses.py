"""7 Courses, worked out a second time: any way at all, of any ship in any state, against `by_hand.py`."""

from random import Random

import pytest

from games.titles.battleships.components import hexes
from games.titles.battleships.rules.movement.courses import course_form
from tests.titles.battleships import by_hand
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea, refused

rule = pytest.mark.rule
SHIPS = {"hood": 2, "warspite": 2, "iowa": 2, "norfolk": 3, "atago": 3, "gb_cl_town": 3, "gb_dd": 3}
"""7.4 Ships of every movement, with the turns that they may make."""
TURNS = (0, 0, 0, 0, 1, 5, 1, 5, 2, 4, 3)
STATES, WAYS = 60, 10


@rule("battleships", "7.1a")
@rule("battleships", "7.3")
@rule("battleships", "7.4")
@pytest.mark.parametrize("seed", range(4))
def test_which_courses_a_ship_may_sail_by_the_words_of_the_text(seed: int) -> None:
    dice, taken = Random(seed), 0
    for _ in range(STATES):
        name = dice.choice(sorted(SHIPS))
        movement = BOX.counters[name].movement
        hull, last, heading = dice.randint(0, 3), dice.randint(0, movement), dice.choice(hexes.HEADINGS)
        board = at_sea(f"{name} 2512 {heading} {last} s{hull}", "bismarck 5534 A 0", land=("1101",))
        form = course_form(board, board.sides[0])
        least, most = by_hand.limits_of_speed(movement, hull, last)
        if not most:
            assert refused(form, f"stop {name}")
            continue
        assert (refused(form, f"stop {name}") == []) is (not least)
        for _ in range(WAYS):
            way = _way(dice, heading)
            cost, turns = by_hand.points_of_course("2512", heading, way) or (0, 0)
            may = max(least, 1) <= cost <= most and turns <= SHIPS[name]
            assert (refused(form, f"course {name} way={','.join(way)}") == []) is may, (name, heading, last, hull, way)
            taken += may
    assert taken > STATES


def _way(dice: Random, heading: str) -> list[str]:
    """A way of some hexes, with turns that mostly are none."""
    at, facing, way = "2512", hexes.HEADINGS.index(heading), list[str]()
    for _ in range(dice.randint(1, 6)):
        facing = (facing + dice.choice(TURNS)) % 6
        at = hexes.neighbour(at, hexes.HEADINGS[facing])
        way.append(at)
    return way
