"""The admiral: a bot that knows what its mission wants, gathers points on the way, and is there in time.

It sees its own view and the question, like any player. Worths are tenths of victory points.
"""

from collections.abc import Callable, Iterator, Sequence
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
from games.titles.goeben.prospects import Berth
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
TARRYING, LATE = 2, 400
"""The cost of each move away from the goal while there is time, and of each move that there is none for."""
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

    def far(self, start: str) -> int:
        """Moves from a space to the end of the mission, through the ports that must be silenced first."""
        waters = self.box.waters
        for port in self.unsilenced():
            if port != start:
                return waters.distance(start, port) + min(
                    (waters.distance(port, goal) for goal in self.goals()), default=0
                )
        return min((waters.distance(start, goal) for goal in self.goals()), default=0)

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
        far = self.far(space)
        spare = (self.days_left - 1 - EDGE) * pace - far
        fit = all(self._is_fit(berth) for berth in berths) and (self.short_of_points() or bool(self.unsilenced()))
        value = self.worth(space, fit) - TARRYING * far - (LATE * -spare if spare < 0 else 0)
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
        steps = min(berth.cruise for berth in berths)
        if not austrian and judge.days_left * max(steps, 1) < judge.far(at):
            steps = min(berth.emergency if judge.days_left < WEAK else berth.maximum for berth in berths)
        goals = [space for space in sorted(reach(chart.ways, at, steps, chart.stops)) if space != at]
        if not goals:
            continue
        best = max(goals, key=lambda space: (judge.score(space, berths), space))
        if bound or judge.score(best, berths) > judge.score(at, berths):
            yield Move(tuple(berth.ship for berth in berths), best)


def _should_refit(judge: Judgement, berths: Sequence[Berth]) -> bool:
    """Whether a day in harbour pays: something is badly wanted, to be had here, and there is time."""
    at, pace = berths[0].at, max(min(berth.cruise for berth in berths), 1)
    if (judge.days_left - 1 - EDGE) * pace <= judge.far(at):
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
