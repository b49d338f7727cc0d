"""The bot's evaluation of a view: the distance to the goal and the value of each space.

Values are in tenths of a victory point.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import permutations

from games.titles.goeben.components.box import Box
from games.titles.goeben.components.waters import reach
from games.titles.goeben.orders.prospects import Berth
from games.titles.goeben.visibility.knowledge import is_barred
from games.titles.goeben.visibility.view import View

WANTED, FORTS, EACH_FORT, MERCHANT, COUNTER = 220, 90, 25, 6, 14
"""The value of a port of the mission, of a port with coastal defences, of each coastal defence, of a day at sea and of
a counter.
"""
FEARED = 70
"""The cost of entering a space where a battlecruiser is known to be."""
TARRYING, NARROW, LATE = 4, 40, 1000
"""The cost of each day away from the goal while there is time, of having no day to spare, and of each day too late."""
STUBBORN = 1
"""16.0 Days that coastal defences may hold out beyond the first."""
FARTHEST = 12
"""A number of days greater than any distance."""
WEAK = 2
"""A ship with less than 1/WEAK of her hull avoids combat."""


class Judgement:
    """The bot's evaluation of one view."""

    def __init__(self, box: Box, view: View) -> None:
        self.box, self.view = box, view
        self._known_runs: dict[int, dict[str, dict[str, int]]] = {}
        self._known_days: dict[tuple[tuple[str, ...], int], dict[str, int]] = {}

    @property
    def days_left(self) -> int:
        """The number of days left, the current day included."""
        return max(self.view.days - self.view.turn + 1, 1)

    def goals(self) -> list[str]:
        """Return the spaces where the mission may end and that German ships may enter (9.1)."""
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
        """24.0 Neutrals that earlier missions have won over."""
        return self.view.campaign.friendly if self.view.campaign is not None else ()

    def unsilenced(self) -> list[str]:
        """Return the ports that the mission names and that still have coastal defences."""
        mission = self.box.missions.get(self.view.mission)
        return [port for port in (mission.forts if mission is not None else ()) if self.forts(port)]

    def forts(self, port: str) -> int:
        """Return the number of known coastal defences of a port that are not destroyed."""
        note = self.view.spaces.get(port)
        return 0 if note is None else note.forts_down + len(note.forts_up)

    @cached_property
    def stops(self) -> frozenset[str]:
        """The spaces where ships must stop (12.5, 4.1.3), as far as the view shows counters."""
        freed = self.view.campaign.high_sea if self.view.campaign is not None else []
        barred = {space for space, note in self.view.spaces.items() if is_barred(self.box, note)}
        return frozenset(
            space.id
            for space in self.box.spaces.values()
            if space.harbour or space.id in barred or (space.kind == "patrol_zone" and space.id not in freed)
        )

    def _runs(self, pace: int) -> dict[str, dict[str, int]]:
        """Return the spaces that can be reached in a day from each space."""
        if pace not in self._known_runs:
            ways = self.box.waters.ways
            self._known_runs[pace] = {space: reach(ways, space, pace, self.stops) for space in self.box.spaces}
        return self._known_runs[pace]

    def days_to(self, goals: Sequence[str], pace: int) -> dict[str, int]:
        """Return the number of days from each space to the nearest goal, at `pace` spaces a day.

        Forced stops on the way are included.
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
        """Return the number of days from `start` to the end of the mission, by way of the ports to be silenced."""
        ports = [port for port in self.unsilenced() if port != start]
        home = self.days_to(self.goals(), pace)
        best = FARTHEST
        for order in permutations(ports):
            days, at = 0, start
            for port in order:
                days, at = days + self.days_to([port], pace).get(at, FARTHEST), port
            best = min(best, days + home.get(at, FARTHEST))
        return best

    def short_of_points(self) -> bool:
        """Return True if the mission still lacks victory points."""
        mission = self.box.missions.get(self.view.mission)
        return mission is not None and self.view.vp < mission.points

    def worth(self, space: str, fit: bool) -> int:
        """Return the value of a day in a space.

        It is what ships that are `fit` to fight may gain there, or what unfit ships may lose.
        """
        place, note = self.box.spaces[space], self.view.spaces.get(space)
        counters = note.down if note is not None else 0
        feared = sum(1 for name in (note.up if note is not None else ()) if self._is_feared(name))
        if not fit:
            return -COUNTER * counters - FEARED * feared - (FORTS if self.forts(space) else 0)
        value = COUNTER * min(counters, 3) - FEARED * feared
        if self.forts(space) and place.side == "allied":
            value += FORTS + EACH_FORT * self.forts(space) + (WANTED if space in self.unsilenced() else 0)
        if not place.harbour:
            value += MERCHANT * self.view.alert
        return value

    def _is_feared(self, name: str) -> bool:
        ship = self.box.allied.get(name)
        return ship is not None and ship.type == "bc"

    def score(self, space: str, berths: Sequence[Berth]) -> int:
        """Return the value of ending the day in a space, for the ships in `berths`."""
        pace = max(min(berth.cruise for berth in berths), 1)
        need = self.need(space, pace)
        slack = self.days_left - 1 - need - (STUBBORN if self.unsilenced() else 0)
        fit = all(self._is_fit(berth) for berth in berths) and (self.short_of_points() or bool(self.unsilenced()))
        value = self.worth(space, fit) - TARRYING * need
        value -= LATE * -slack if slack < 0 else NARROW if slack == 0 and need else 0
        if space in self.goals():
            done = not self.short_of_points() and not self.unsilenced()
            value += LATE if done else -LATE if self._opens_once(space) else 0
        return value

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
