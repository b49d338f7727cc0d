"""10.0, 7.2 The captain's estimate of what a hex costs a convoy: by ice, enemy bombers and searches.

Costs are in thousandths of a victory point.
"""

from games.titles.pq17.bot.ice import ice_cost
from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.components import hexes
from games.titles.pq17.components.scenarios import Operation
from games.titles.pq17.components.turns import Turn

HEX = 100
"""The cost of each hex of the way, because it takes a turn at sea."""
BOMBER = 60
"""7.2 The cost for each step of enemy bombers in range, in a turn of day."""
WATCHED = 700
"""6.4.1 The cost of a turn in an enemy air radius, where every block is searched; double if all turns are day."""
UNARMED = ("f", "p")
"""7.2a The types of aircraft that attack no ships."""


class Perils:
    """The cost of each hex for a convoy in an operation, cached by hex, in thousandths of a victory point."""

    def __init__(self, judge: Judgement, operation: Operation) -> None:
        self._box, self._operation = judge.box, operation
        self._bombers = [
            (judge.box.base_hex(one.base), judge.box.aircraft[one.aircraft].range, one.strength)
            for one in judge.view.flying
            if one.base and judge.box.aircraft[one.aircraft].type not in UNARMED
        ]
        light = judge.box.charts.daylight
        self._watched = judge.box.areas.axis_radius.hexes
        self._days = sum(light.is_day(operation.light, Turn(turn)) for turn in (1, 2))
        self._known: dict[str, int] = {}

    def of(self, hex_: str) -> int:
        """Return the cost of entering a hex and spending a turn in it, in thousandths of a victory point."""
        if hex_ not in self._known:
            ice = ice_cost(self._box, self._operation, hex_)
            self._known[hex_] = HEX + ice + self._raids(hex_) + self._searches(hex_)
        return self._known[hex_]

    def _searches(self, hex_: str) -> int:
        """6.4.1 Return the cost of being searched in a hex. It is higher by day, because bombers follow."""
        return WATCHED * (2 + self._days) // 2 if hex_ in self._watched else 0

    def _raids(self, hex_: str) -> int:
        """7.2 Return the cost of the enemy bombers that can reach a hex; most of them fly by day only."""
        steps = sum(strength for base, reach, strength in self._bombers if hexes.distance(base, hex_) <= reach)
        return BOMBER * steps * self._days // 2
