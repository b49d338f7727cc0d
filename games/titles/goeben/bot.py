"""The admiral: a bot that knows what its mission wants, gathers points on the way, and is there in time.

It sees its own view and the question, like any player. Worths are tenths of victory points.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import permutations
from typing import Any

from games.kernel.forms import Choose, ChooseSome, MayChoose, Pick
from games.kernel.requests import Ask
from games.kernel.title import Bot
from games.titles.goeben.components import Box
from games.titles.goeben.dayplan import DayPlan
from games.titles.goeben.orders import (
    CarryOn,
    DayOrder,
    DoctrineOrder,
    Intelligence,
    Landing,
    Maximum,
    Move,
    Outfit,
    Repair,
    Steam,
    Targets,
    Torpedoes,
)
from games.titles.goeben.prospects import Berth, Chart
from games.titles.goeben.view import View
from games.titles.goeben.waters import reach

DOCTRINE: tuple[DoctrineOrder, ...] = (
    Targets(("convoy", "ca", "cl", "cp", "dd", "bc")),
    Maximum(("convoy", "bc", "ca", "fort")),
    Torpedoes(("convoy", "bc", "ca")),
    Steam(("convoy",)),
    Landing(),
)
"""How the admiral fights: hard, and without being asked."""

WANTED, FORTS, EACH_FORT, MERCHANT, COUNTER, BATTLECRUISER = 220, 90, 25, 6, 14, 60
"""What a port of the mission is worth, one with coastal defences, each of these, a day at sea, a counter, a BC."""
FEARED = 70
"""A battlecruiser that is known to lie somewhere costs that much."""
TARRYING, NARROW, LATE = 4, 40, 1000
"""The cost of each day away from the goal while there is time, of having none to spare, and of each day too late."""
COAL, STRAIN = 15, 45
"""The cost of maximum and of emergency speed."""
FARTHEST = 12
"""No space is so many days away."""
WEAK = 2
"""A ship with less than one part in so many of her hull goes out of harm's way."""
ALARMED = 3
"""From this alert on the enemy's signals are jammed rather than read."""
EDGE = 1
"""Days kept in hand."""


def admiral(box: Box) -> Bot:
    """The bot, for this box."""

    def choose(view: View, question: Ask[Any], pick: Pick) -> Any:
        answerer = ANSWERS.get(question.kind, _default)
        answer = answerer(Judgement(box, view), question)
        legal = next(question.form.problems(answer), None) is None
        return answer if legal else question.form.default()

    return choose


class Judgement:
    """What the admiral makes of a view."""

    def __init__(self, box: Box, view: View) -> None:
        self.box, self.view = box, view
        self._known_runs: dict[int, dict[str, dict[str, int]]] = {}
        self._known_days: dict[tuple[tuple[str, ...], int], dict[str, int]] = {}

    @property
    def days_left(self) -> int:
        """This day and those after it."""
        return max(self.view.days - self.view.turn + 1, 1)

    def goals(self) -> list[str]:
        """Where the mission may end, as far as it is open to German ships (9.1)."""
        mission = self.box.missions.get(self.view.mission)
        if mission is None:
            return []
        if mission.space:
            return [mission.space]
        return [name for name in self.box.spaces if self._serves(name, mission.bases)]

    def _serves(self, name: str, bases: Sequence[str]) -> bool:
        space = self.box.spaces[name]
        friends = self.view.campaign.friendly if self.view.campaign is not None else []
        friendly = space.side == "central" or space.owner in friends
        if space.kind != "naval_base" or space.zone == "black_sea":
            return False
        return (friendly and "friendly" in bases) or (
            space.side == "neutral" and "neutral" in bases and name not in self.view.visited
        )

    def unsilenced(self) -> list[str]:
        """Ports of the mission that still have coastal defences."""
        mission = self.box.missions.get(self.view.mission)
        return [port for port in (mission.forts if mission is not None else ()) if self.forts(port)]

    def forts(self, port: str) -> int:
        """Coastal defences that stand there, as far as is known."""
        note = self.view.spaces.get(port)
        return 0 if note is None else note.forts_down + len(note.forts_up)

    @cached_property
    def stops(self) -> frozenset[str]:
        """Spaces where ships must stop (12.5)."""
        freed = self.view.campaign.high_sea if self.view.campaign is not None else []
        return frozenset(
            space.id
            for space in self.box.spaces.values()
            if space.harbour or (space.kind == "patrol_zone" and space.id not in freed)
        )

    def _runs(self, pace: int) -> dict[str, dict[str, int]]:
        """What can be reached in a day from each space."""
        if pace not in self._known_runs:
            ways = self.box.waters.ways
            self._known_runs[pace] = {space: reach(ways, space, pace, self.stops) for space in self.box.spaces}
        return self._known_runs[pace]

    def days_to(self, goals: Sequence[str], pace: int) -> dict[str, int]:
        """How many days each space is away from the nearest of some goals, the stops on the way included."""
        key = (tuple(goals), pace)
        if key not in self._known_days:
            found, runs = dict.fromkeys(goals, 0), self._runs(pace)
            for day in range(1, FARTHEST):
                new = [space for space in runs if space not in found and any(other in found for other in runs[space])]
                found |= dict.fromkeys(new, day)
            self._known_days[key] = found
        return self._known_days[key]

    def need(self, start: str, pace: int) -> int:
        """Days from a space to the end of the mission, through the ports that must be silenced first."""
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
        """Whether the mission still wants points."""
        mission = self.box.missions.get(self.view.mission)
        return mission is not None and self.view.vp < mission.points

    def worth(self, space: str, fit: bool) -> int:
        """What a day in a space may bring to ships that are fit to fight, or cost others."""
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
        """How good it is for these ships to end the day in a space."""
        pace = max(min(berth.cruise for berth in berths), 1)
        need = self.need(space, pace)
        slack = self.days_left - 1 - need
        fit = all(self._is_fit(berth) for berth in berths) and (self.short_of_points() or bool(self.unsilenced()))
        value = self.worth(space, fit) - TARRYING * need
        value -= LATE * -slack if slack < 0 else NARROW if slack == 0 and need else 0
        if space in self.goals() and not self.short_of_points() and not self.unsilenced():
            value += LATE
        return value

    def _is_fit(self, berth: Berth) -> bool:
        full = self.box.german[berth.ship].hull if berth.ship in self.box.german else berth.hull
        ship = next((known.ship for known in self.view.ships if known.ship.id == berth.ship), None)
        return berth.hull * WEAK >= full and (ship is None or ship.ammunition > 0)


# --- the day


def _plan(judge: Judgement, question: Ask[Any]) -> Any:
    form = question.form
    if not isinstance(form, DayPlan):
        return form.default()
    if form.revising:
        return form.default()
    return (*_looks(judge, form), *_day(judge, form), CarryOn())


def _looks(judge: Judgement, form: DayPlan) -> Iterator[DayOrder]:
    """11.1 The best reader of signals looks where the way leads."""
    tries = [berth for berth in form.berths if berth.tries]
    if not tries or judge.view.alert == 1:
        return
    best = max(tries, key=lambda berth: ("wireless" in berth.cargo, -form.berths.index(berth)))
    near = sorted(form.looks, key=lambda space: (judge.box.waters.distance(best.at, space), space))
    prefer = "jam" if judge.view.alert >= ALARMED else "look"
    yield Intelligence(best.ship, tuple(near[:3]), prefer)


def _day(judge: Judgement, form: DayPlan) -> Iterator[DayOrder]:
    """Ships that lie together outfit together or sail together."""
    stations: dict[tuple[str, bool], list[Berth]] = {}
    for berth in form.berths:
        stations.setdefault((berth.at, berth.austrian), []).append(berth)
    for (at, austrian), berths in stations.items():
        bound = any(berth.bound for berth in berths)
        if not bound and not austrian and _should_refit(judge, berths):
            yield from _refit(berths)
            continue
        chart = form.austria if austrian else form.chart
        worths = dict(_choices(judge, at, berths, chart))
        if not worths:
            continue
        best = max(worths, key=lambda space: (worths[space], space))
        if bound or worths[best] > judge.score(at, berths):
            yield Move(tuple(berth.ship for berth in berths), best)


def _choices(judge: Judgement, at: str, berths: Sequence[Berth], chart: Chart) -> Iterator[tuple[str, int]]:
    """Where these ships may sail together, and how good that is, less the coal and the strain of going fast."""
    cruise, maximum, emergency = (
        min(getattr(berth, speed) for berth in berths) for speed in ("cruise", "maximum", "emergency")
    )
    for space, steps in sorted(reach(chart.ways, at, emergency, chart.stops).items()):
        if space != at:
            price = 0 if steps <= cruise else COAL if steps <= maximum else STRAIN
            yield space, judge.score(space, berths) - price


def _should_refit(judge: Judgement, berths: Sequence[Berth]) -> bool:
    """Whether a day in harbour pays: something is badly wanted, to be had here, and there is time."""
    at, pace = berths[0].at, max(min(berth.cruise for berth in berths), 1)
    if judge.days_left - 1 - EDGE < judge.need(at, pace):
        return False
    hurt = any(sum(berth.damage.values()) > WEAK and berth.dice > WEAK for berth in berths)
    ships = [known.ship for known in judge.view.ships if known.ship.at == at]
    empty = any(berth.outfits for berth in berths) and any(not ship.coal or not ship.ammunition for ship in ships)
    return hurt or empty


def _refit(berths: Sequence[Berth]) -> Iterator[DayOrder]:
    """10.1 The dice go to what is worst hurt."""
    served = tuple(berth.ship for berth in berths if berth.outfits)
    if served:
        yield Outfit(served)
    for berth in berths:
        if berth.works and berth.damage and berth.dice:
            worst = max(berth.damage, key=lambda track: (berth.damage[track], track))
            yield Repair(berth.ship, **{worst: str(berth.dice)})


# --- small questions


def _default(judge: Judgement, question: Ask[Any]) -> Any:
    return question.form.default()


def _doctrine(judge: Judgement, question: Ask[Any]) -> Any:
    return DOCTRINE


def _look_or_jam(judge: Judgement, question: Ask[Any]) -> Any:
    """11.2 The more the Allies know, the more it is worth to confuse them."""
    return _one(question, "jam" if judge.view.alert >= ALARMED else "look")


def _reveal(judge: Judgement, question: Ask[Any]) -> Any:
    """11.2 The nearest place."""
    ships = [known.ship.at for known in judge.view.ships if known.own and not known.ship.sunk]
    options = getattr(question.form, "options", ())
    if not ships or not options:
        return question.form.default()
    return min(options, key=lambda space: (judge.box.waters.distance(ships[0], space), space))


def _evade(judge: Judgement, question: Ask[Any]) -> Any:
    """13.chart/Allied Submarine Whoever has coal to spare runs."""
    form = question.form
    rich = {known.ship.id for known in judge.view.ships if known.ship.coal > 1}
    if isinstance(form, ChooseSome):
        return tuple(ship for ship in form.options if ship in rich)[: form.most]
    return form.default()


def _ram(judge: Judgement, question: Ask[Any]) -> Any:
    """13.chart/Allied Submarine The ship with the most hull can best spare a box."""
    hulls = {known.ship.id: known.ship.hull for known in judge.view.ships}
    options = getattr(question.form, "options", ())
    return max(options, key=lambda ship: (hulls.get(ship, 0), ship))


def _declare(judge: Judgement, question: Ask[Any]) -> Any:
    """17.0.1 A bird in the hand."""
    return _one(question, "end")


def _land(judge: Judgement, question: Ask[Any]) -> Any:
    """9.2 Marines are there to be landed."""
    options = getattr(question.form, "options", ())
    return options[0] if options else question.form.default()


def _one(question: Ask[Any], wanted: str) -> Any:
    form = question.form
    return wanted if isinstance(form, Choose | MayChoose) and wanted in form.options else form.default()


ANSWERS: dict[str, Callable[[Judgement, Ask[Any]], Any]] = {
    "doctrine": _doctrine,
    "plan": _plan,
    "reveal": _reveal,
    "choice": _look_or_jam,
    "berlin": _look_or_jam,
    "evade": _evade,
    "ram": _ram,
    "declare": _declare,
    "land": _land,
}
