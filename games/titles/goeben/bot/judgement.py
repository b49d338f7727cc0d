"""The bot's estimates from its view: the days to the goal and the value of each space.

Values are in tenths of a victory point.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from games.kernel.advice import Reasons
from games.kernel.lapses import NO_LAPSES, Lapses
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.waters import reach
from games.titles.goeben.orders.prospects import Berth
from games.titles.goeben.visibility.knowledge import is_barred
from games.titles.goeben.visibility.view import View

WANTED, FORTS, EACH_FORT, MERCHANT, COUNTER = 220, 90, 25, 6, 14
"""The values of what a space offers.

In order: defences that the mission wants destroyed; the presence of other coastal defences; each coastal defence; a day
of raiding merchants, for each alert level; each face-down counter.
"""
FEARED = 70
"""The cost of each battlecruiser that is known to be in a space."""
TARRYING, NARROW, LATE = 4, 40, 1000
"""The costs of time: for each day away from the goal; for having no day to spare; for each day that is missing."""
STUBBORN = 1
"""16.0 The extra days kept for coastal defences that survive the first bombardment."""
FARTHEST = 12
"""The number of days that stands for "too far"."""
WEAK = 2
"""A ship avoids combat if less than 1/WEAK of her hull boxes are left."""


OVERLOOKED, MISJUDGED = 2, 90
"""The mistakes of a beginner.

The first number: a beginner overlooks one space in so many. The second: the greatest error of a beginner's estimate, in
percent.
"""


class Worth(NamedTuple):
    """The value of ending the day in a space, divided into its parts, in tenths of a victory point.

    Costs are negative.
    """

    defences: int = 0
    """The value of the coastal defences there."""
    counters: int = 0
    """The value of the Allied counters there."""
    merchants: int = 0
    """The value of the merchants there."""
    danger: int = 0
    """The cost of the dangers there."""
    nearer: int = 0
    """The cost of the days that the way to the goal still takes."""
    in_time: int = 0
    """The cost of too little time to reach the goal."""
    ends: int = 0
    """The value of ending the mission there, or the cost of entering its only goal too soon."""


class Judgement:
    """The bot's estimates from one view, in tenths of a victory point where they are values.

    `lapses`: the mistakes of a beginner, by which the estimates are falsified. The attribute `reasons` collects the
    reasons for the bot's orders.
    """

    def __init__(self, box: Box, view: View, lapses: Lapses = NO_LAPSES) -> None:
        self.box, self.view, self.lapses = box, view, lapses
        self.reasons = Reasons()
        self._known_runs: dict[int, dict[str, dict[str, int]]] = {}
        self._known_days: dict[tuple[tuple[str, ...], int], dict[str, int]] = {}

    @property
    def days_left(self) -> int:
        """The number of days left in the mission, the current day included."""
        return max(self.view.days - self.view.turn + 1, 1)

    def goals(self) -> list[str]:
        """Return the spaces where the mission may end, without those that German ships may no longer enter (9.1)."""
        mission = self.box.missions.get(self.view.mission)
        if mission is None:
            return []
        if mission.space:
            return [mission.space]
        return [name for name in self.box.spaces if self._serves(name, mission.bases)]

    def _serves(self, name: str, bases: Sequence[str]) -> bool:
        space = self.box.spaces[name]
        friendly = space.side == "central" or space.owner in self._friends()
        if space.kind != "naval_base" or space.zone == "black_sea":
            return False
        return (friendly and "friendly" in bases) or (
            space.side == "neutral" and "neutral" in bases and name not in self.view.visited
        )

    def _friends(self) -> Sequence[str]:
        """24.0 The neutral powers that earlier missions of a campaign made friendly."""
        return self.view.campaign.friendly if self.view.campaign is not None else ()

    def unsilenced(self) -> list[str]:
        """Return the ports whose coastal defences the mission wants destroyed, and which still have some."""
        mission = self.box.missions.get(self.view.mission)
        return [port for port in (mission.forts if mission is not None else ()) if self.forts(port)]

    def forts(self, port: str) -> int:
        """Return the number of coastal defences of a port that are not destroyed, as far as the view knows."""
        note = self.view.spaces.get(port)
        return 0 if note is None else note.forts_down + len(note.forts_up)

    @cached_property
    def stops(self) -> frozenset[str]:
        """The spaces where ships must stop (12.5, 4.1.3): ports, patrol zones, and spaces with known counters."""
        freed = self.view.campaign.high_sea if self.view.campaign is not None else []
        barred = {space for space, note in self.view.spaces.items() if is_barred(self.box, note)}
        return frozenset(
            space.id
            for space in self.box.spaces.values()
            if space.harbour or space.id in barred or (space.kind == "patrol_zone" and space.id not in freed)
        )

    def _runs(self, pace: int) -> dict[str, dict[str, int]]:
        """Return, for each space, the spaces that ships can reach from it in a day, with the number of moves."""
        if pace not in self._known_runs:
            ways = self.box.waters.ways
            self._known_runs[pace] = {space: reach(ways, space, pace, self.stops) for space in self.box.spaces}
        return self._known_runs[pace]

    def days_to(self, goals: Sequence[str], pace: int) -> dict[str, int]:
        """Return the number of days from each space to the nearest of `goals`, at `pace` moves a day.

        The days include forced stops on the way. Spaces more than FARTHEST days away are missing.
        """
        key = (tuple(goals), pace)
        if key not in self._known_days:
            found, runs = dict.fromkeys(goals, 0), self._runs(pace)
            for day in range(1, FARTHEST):
                new = [space for space in runs if space not in found and any(other in found for other in runs[space])]
                found |= dict.fromkeys(new, day)
            self._known_days[key] = found
        return self._known_days[key]

    def need(self, start: str, pace: int) -> int:
        """Return the number of days from `start` to the end of the mission at `pace` moves a day.

        The way leads through all ports whose coastal defences must still be destroyed. If it takes too long, the number
        is at least FARTHEST.
        """
        ports = [port for port in self.unsilenced() if port != start]
        home = self.days_to(self.goals(), pace)
        best = FARTHEST
        for order in permutations(ports):
            days, at = 0, start
            for port in order:
                days, at = days + self.days_to([port], pace).get(at, FARTHEST), port
            best = min(best, days + home.get(at, FARTHEST))
        return self.lapses.misjudge(best, MISJUDGED, "days", start)

    def short_of_points(self) -> bool:
        """Return True if the mission still lacks victory points."""
        mission = self.box.missions.get(self.view.mission)
        return mission is not None and self.view.vp < mission.points

    def worth(self, space: str, fit: bool) -> Worth:
        """Return what ships may gain or lose by ending the day in a space.

        `fit`: True if the ships are in condition to fight. They then gain by fighting there; other ships only face
        danger.
        """
        place, note = self.box.spaces[space], self.view.spaces.get(space)
        counters = note.down if note is not None else 0
        feared = sum(1 for name in (note.up if note is not None else ()) if self._is_feared(name))
        if not fit:
            return Worth(danger=-COUNTER * counters - FEARED * feared - (FORTS if self.forts(space) else 0))
        defences = 0
        if self.forts(space) and place.side == "allied":
            defences = FORTS + EACH_FORT * self.forts(space) + (WANTED if space in self.unsilenced() else 0)
        merchants = 0 if place.harbour else MERCHANT * self.view.alert
        return Worth(defences, COUNTER * min(counters, 3), merchants, -FEARED * feared)

    def _is_feared(self, name: str) -> bool:
        ship = self.box.allied.get(name)
        return ship is not None and ship.type == "bc"

    def score(self, space: str, berths: Sequence[Berth]) -> int:
        """Return the value of ending the day in a space for the ships in `berths`, in tenths of a victory point."""
        return sum(self.weigh(space, berths))

    def weigh(self, space: str, berths: Sequence[Berth]) -> Worth:
        """Return the parts of the value of ending the day in a space for the ships in `berths`."""
        pace = max(min(berth.cruise for berth in berths), 1)
        need = self.need(space, pace)
        slack = self.days_left - 1 - need - (STUBBORN if self.unsilenced() else 0)
        fit = all(self._is_fit(berth) for berth in berths) and (self.short_of_points() or bool(self.unsilenced()))
        in_time = LATE * slack if slack < 0 else -NARROW if slack == 0 and need else 0
        ends = 0
        if space in self.goals():
            done = not self.short_of_points() and not self.unsilenced()
            ends = LATE if done else -LATE if self._opens_once(space) else 0
        judged = (self.lapses.misjudge(part, MISJUDGED, "space", space) for part in self.worth(space, fit))
        return Worth(*judged)._replace(nearer=-TARRYING * need, in_time=in_time, ends=ends)

    def _opens_once(self, space: str) -> bool:
        """20.0 Return True if the mission can end only in this space, and it is a neutral port.

        Ships can enter a neutral port only once.
        """
        place = self.box.spaces[space]
        return self.goals() == [space] and place.side == "neutral" and place.owner not in self._friends()

    def _is_fit(self, berth: Berth) -> bool:
        full = self.box.german[berth.ship].hull if berth.ship in self.box.german else berth.hull
        ship = next((known.ship for known in self.view.ships if known.ship.id == berth.ship), None)
        return berth.hull * WEAK >= full and (ship is None or ship.ammunition > 0)
