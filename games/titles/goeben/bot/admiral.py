"""A bot that plays for the goal of its mission, gains points on the way and arrives in time.

It sees only its own view and the question, like any player.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.kernel.forms import Choose, ChooseSome, MayChoose, RandomSource
from games.kernel.requests import Ask
from games.kernel.title import Bot
from games.titles.goeben.bot.judgement import WEAK, Judgement
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.waters import reach
from games.titles.goeben.orders.dayplan import DayPlan
from games.titles.goeben.orders.orders import (
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
from games.titles.goeben.orders.prospects import Berth, KnownSea
from games.titles.goeben.visibility.view import View

DOCTRINE: tuple[DoctrineOrder, ...] = (
    Targets(("convoy", "ca", "cl", "cp", "dd", "bc")),
    Torpedoes(("convoy", "bc", "ca")),
    Steam(("convoy",)),
    Landing(),
)
"""The standing doctrine of the bot."""
HARD, SPARING = Maximum(("convoy", "bc", "ca", "fort")), Maximum(("convoy",))
LONG = 10
"""14.9 The enemies that the bot fires at with maximum fire, and the mission length in days from which it saves
ammunition. Double fire scores at once what would take two rounds; in a longer mission the ammunition would be spent by
the third day.
"""

COAL, STRAIN = 15, 45
"""The cost of maximum speed and of emergency speed."""
ALARMED = 3
"""The alert level from which the bot jams the enemy's signals instead of reading them."""
EDGE = 1
"""Days kept in reserve."""


def admiral(box: Box) -> Bot:
    """Return the bot that plays with the components in `box`."""

    def choose(view: View, question: Ask[Any], pick: RandomSource) -> Any:
        answerer = ANSWERS.get(question.kind, _default)
        answer = answerer(Judgement(box, view), question)
        legal = next(question.form.problems(answer), None) is None
        return answer if legal else question.form.default()

    return choose


# --- the day


def _plan(judge: Judgement, question: Ask[Any]) -> Any:
    form = question.form
    if not isinstance(form, DayPlan):
        return form.default()
    if form.revising:
        return form.default()
    return (*_looks(judge, form), *_day(judge, form), CarryOn())


def _looks(judge: Judgement, form: DayPlan) -> Iterator[DayOrder]:
    """11.1 Yield an intelligence order: the ship that is best at reading signals looks along the planned way."""
    tries = [berth for berth in form.berths if berth.tries]
    if not tries or judge.view.alert == 1:
        return
    best = max(tries, key=lambda berth: ("wireless" in berth.cargo, -form.berths.index(berth)))
    near = sorted(form.looks, key=lambda space: (judge.box.waters.distance(best.at, space), space))
    prefer = "jam" if judge.view.alert >= ALARMED else "look"
    yield Intelligence(best.ship, tuple(near[:3]), prefer)


def _day(judge: Judgement, form: DayPlan) -> Iterator[DayOrder]:
    """Yield the orders of the day; ships in one space outfit together or sail together."""
    stations: dict[tuple[str, bool], list[Berth]] = {}
    for berth in form.berths:
        stations.setdefault((berth.at, berth.austrian), []).append(berth)
    for (at, austrian), berths in stations.items():
        bound = any(berth.bound for berth in berths)
        if not bound and not austrian and _should_refit(judge, berths):
            yield from _refit(berths)
            continue
        worths = dict(_choices(judge, at, berths, form.austria if austrian else form.sea))
        if not worths:
            continue
        best = max(worths, key=lambda space: (worths[space], space))
        if bound or worths[best] > judge.score(at, berths):
            ships = tuple(berth.ship for berth in berths)
            yield Move(ships, form.way_to(ships, best))


def _choices(judge: Judgement, at: str, berths: Sequence[Berth], sea: KnownSea) -> Iterator[tuple[str, int]]:
    """Yield the ways that these ships may sail together, each with its value less the cost of coal and high speed."""
    cruise, maximum, emergency = (
        min(getattr(berth, speed) for berth in berths) for speed in ("cruise", "maximum", "emergency")
    )
    for space, steps in sorted(reach(sea.ways, at, emergency, sea.stops).items()):
        if space != at:
            price = 0 if steps <= cruise else COAL if steps <= maximum else STRAIN
            yield space, judge.score(space, berths) - price


def _should_refit(judge: Judgement, berths: Sequence[Berth]) -> bool:
    """Return True if a day in harbour pays: the ships need something badly, the port has it, and there is time."""
    at, pace = berths[0].at, max(min(berth.cruise for berth in berths), 1)
    if judge.days_left - 1 - EDGE < judge.need(at, pace):
        return False
    hurt = any(sum(berth.damage.values()) > WEAK and berth.dice > WEAK for berth in berths)
    ships = [known.ship for known in judge.view.ships if known.ship.at == at]
    empty = any(berth.outfits for berth in berths) and any(not ship.coal or not ship.ammunition for ship in ships)
    return hurt or empty


def _refit(berths: Sequence[Berth]) -> Iterator[DayOrder]:
    """10.1 Yield the repair orders: the dice go to the tracks that are damaged most."""
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
    """14.8 Return the doctrine, which spares ammunition, since it cannot be bought at sea."""
    return (*DOCTRINE, SPARING if judge.view.days >= LONG else HARD)


def _look_or_jam(judge: Judgement, question: Ask[Any]) -> Any:
    """11.2 Choose between reading and jamming signals; jamming is worth more at a higher alert level."""
    return _one(question, "jam" if judge.view.alert >= ALARMED else "look")


def _reveal(judge: Judgement, question: Ask[Any]) -> Any:
    """11.2 Return the nearest place."""
    ships = [known.ship.at for known in judge.view.ships if known.own and not known.ship.sunk]
    options = getattr(question.form, "options", ())
    if not ships or not options:
        return question.form.default()
    return min(options, key=lambda space: (judge.box.waters.distance(ships[0], space), space))


def _evade(judge: Judgement, question: Ask[Any]) -> Any:
    """13.chart/Allied Submarine Evade with every ship that has coal to spare."""
    form = question.form
    rich = {known.ship.id for known in judge.view.ships if known.ship.coal > 1}
    if isinstance(form, ChooseSome):
        return tuple(ship for ship in form.options if ship in rich)[: form.most]
    return form.default()


def _ram(judge: Judgement, question: Ask[Any]) -> Any:
    """13.chart/Allied Submarine Choose the ship with the most hull, which can best spare a box."""
    hulls = {known.ship.id: known.ship.hull for known in judge.view.ships}
    options = getattr(question.form, "options", ())
    return max(options, key=lambda ship: (hulls.get(ship, 0), ship))


def _declare(judge: Judgement, question: Ask[Any]) -> Any:
    """17.0.1 End the mission as soon as it is won."""
    return _one(question, "end")


def _land(judge: Judgement, question: Ask[Any]) -> Any:
    """9.2 Land the marines whenever possible."""
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
