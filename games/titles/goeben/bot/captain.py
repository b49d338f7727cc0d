"""The captain, a bot that heads for the goal of its mission, scores points on the way, and tries to arrive in time.

It sees only its own view and the question, as human players do.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.kernel.advice import Advice, Named
from games.kernel.forms import Choose, ChooseSome, MayChoose, RandomSource
from games.kernel.lapses import NO_LAPSES, Lapses
from games.kernel.requests import Ask
from games.kernel.title import Bot
from games.titles.goeben.bot import words
from games.titles.goeben.bot.judgement import OVERLOOKED, WEAK, Judgement
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
"""The default battle orders that the bot always gives (14.0)."""
HARD, SPARING = Maximum(("convoy", "bc", "ca", "fort")), Maximum(("convoy",))
LONG = 10
"""14.9 The enemies at which the bot uses maximum fire, and the length of a mission in which it saves ammunition.

In order: the enemies in a short mission; the enemies in a long mission; the least number of days of a long mission. One
round of maximum fire hits as often as two rounds of normal fire. In a long mission, maximum fire would use up the
ammunition by the third day.
"""

COAL, STRAIN = 15, 45
"""The cost of maximum speed and of emergency speed, in tenths of a victory point."""
ALARMED = 3
"""11.2 The lowest alert level at which the bot jams the enemy's signals instead of reading them."""
EDGE = 1
"""The days that the bot keeps in reserve."""


def captain(box: Box, *, cadet: bool = False) -> Bot:
    """Return the bot for these components. With `cadet`, the bot makes the mistakes of a beginner."""

    def choose(view: View, question: Ask[Any], pick: RandomSource) -> Advice:
        answerer = ANSWERS.get(question.kind, _default)
        judge = Judgement(box, view, Lapses(pick) if cadet else NO_LAPSES)
        answer = answerer(judge, question)
        legal = next(question.form.problems(answer), None) is None
        return judge.reasons.advice(answer) if legal else Advice(question.form.default())

    return Bot(choose)


# --- the day


def _plan(judge: Judgement, question: Ask[Any]) -> Any:
    form = question.form
    if not isinstance(form, DayPlan):
        return form.default()
    if form.revising:
        judge.reasons.say(words.PLANNED)
        return form.default()
    return (*_looks(judge, form), *_day(judge, form), CarryOn())


def _looks(judge: Judgement, form: DayPlan) -> Iterator[DayOrder]:
    """11.1 Yield the intelligence order of the day, if a ship may make an attempt.

    The ship is one with Wireless if possible. It asks about the spaces nearest to it, or jams signals at a high alert
    level.
    """
    tries = [berth for berth in form.berths if berth.tries]
    if not tries or judge.view.alert == 1:
        return
    best = max(tries, key=lambda berth: ("wireless" in berth.cargo, -form.berths.index(berth)))
    near = sorted(form.looks, key=lambda space: (judge.box.waters.distance(best.at, space), space))
    prefer = "jam" if judge.view.alert >= ALARMED else "look"
    order = Intelligence(best.ship, tuple(near[:3]), prefer)
    if prefer == "jam":
        yield judge.reasons.note(order, words.JAM, who=best.ship, level=judge.view.alert)
    else:
        yield judge.reasons.note(order, words.LOOK, who=best.ship)


def _day(judge: Judgement, form: DayPlan) -> Iterator[DayOrder]:
    """Yield the orders of the day; all ships in one space refit together, sail together, or stay."""
    stations: dict[tuple[str, bool], list[Berth]] = {}
    for berth in form.berths:
        stations.setdefault((berth.at, berth.austrian), []).append(berth)
    for (at, austrian), berths in stations.items():
        bound = any(berth.bound for berth in berths)
        if not bound and not austrian and _should_refit(judge, berths):
            yield from _refit(judge, berths)
            continue
        worths = dict(_choices(judge, at, berths, form.austria if austrian else form.sea))
        ships = tuple(berth.ship for berth in berths)
        if not worths:
            judge.reasons.say(words.STUCK, who=ships)
            continue
        best = max(worths, key=lambda space: (worths[space], space))
        if bound or worths[best] > judge.score(at, berths):
            yield _reasoned(judge, Move(ships, form.way_to(ships, best)), at, best, berths)
        else:
            judge.reasons.say(words.STAY, who=ships, space=at)


def _reasoned(judge: Judgement, order: Move, at: str, best: str, berths: Sequence[Berth]) -> Move:
    """Return an order to sail, and note its reason: the part of the value in which `best` exceeds `at` most."""
    here, there = judge.weigh(at, berths)._asdict(), judge.weigh(best, berths)._asdict()
    most = max(there, key=lambda key: there[key] - here[key])
    if there[most] <= here[most]:
        return judge.reasons.note(order, words.MUST_LEAVE, who=order.ships)
    text = SENTENCES[most]
    if most == "defences" and best in judge.unsilenced():
        text = words.MISSION_PORT
    if most == "ends" and there[most] <= 0:
        text = words.TOO_SOON
    values: dict[str, Named] = {"space": best} if "{space}" in text.en else {}
    if most == "in_time":
        values["days"] = judge.days_left
    return judge.reasons.note(order, text, who=order.ships, **values)


SENTENCES = {
    "defences": words.DEFENCES,
    "counters": words.COUNTERS,
    "merchants": words.MERCHANTS,
    "danger": words.DANGER,
    "nearer": words.NEARER,
    "in_time": words.IN_TIME,
    "ends": words.ENDS,
}
"""The sentence for each part of the value of a space, a field of Worth."""


def _choices(judge: Judgement, at: str, berths: Sequence[Berth], sea: KnownSea) -> Iterator[tuple[str, int]]:
    """Yield each space that these ships can reach together, with its value less the cost of coal and high speed."""
    cruise, maximum, emergency = (
        min(getattr(berth, speed) for berth in berths) for speed in ("cruise", "maximum", "emergency")
    )
    for space, steps in sorted(reach(sea.ways, at, emergency, sea.stops).items()):
        if space != at and not judge.lapses.overlooks(OVERLOOKED, "space", space):
            price = 0 if steps <= cruise else COAL if steps <= maximum else STRAIN
            yield space, judge.score(space, berths) - price


def _should_refit(judge: Judgement, berths: Sequence[Berth]) -> bool:
    """Return True if the ships should spend the day in port, because they badly need what it offers and have time."""
    at, pace = berths[0].at, max(min(berth.cruise for berth in berths), 1)
    if judge.lapses.overlooks(OVERLOOKED, "refit"):
        return False
    if judge.days_left - 1 - EDGE < judge.need(at, pace):
        return False
    hurt = any(sum(berth.damage.values()) > WEAK and berth.dice > WEAK for berth in berths)
    ships = [known.ship for known in judge.view.ships if known.ship.at == at]
    empty = any(berth.outfits for berth in berths) and any(not ship.coal or not ship.ammunition for ship in ships)
    return hurt or empty


def _refit(judge: Judgement, berths: Sequence[Berth]) -> Iterator[DayOrder]:
    """10.1 Yield the orders to outfit, and to repair; all dice of a ship go to its most damaged track."""
    served = tuple(berth.ship for berth in berths if berth.outfits)
    if served:
        yield judge.reasons.note(Outfit(served), words.REFIT, who=served)
    for berth in berths:
        if berth.works and berth.damage and berth.dice:
            worst = max(berth.damage, key=lambda track: (berth.damage[track], track))
            order = Repair(berth.ship, **{worst: str(berth.dice)})
            yield judge.reasons.note(order, words.REPAIR, who=berth.ship)


# --- small questions


USUAL = {
    "engage": words.BY_DOCTRINE,
    "contact": words.BY_DOCTRINE,
    "round": words.AS_BEFORE,
    "revise": words.PLANNED,
    "stow": words.USUAL_CARGO,
    "share": words.SHARE,
    "bonus": words.FIRST_BONUS,
}
"""The bot's reason for giving the default answer, by kind of question."""


def _default(judge: Judgement, question: Ask[Any]) -> Any:
    if question.kind in USUAL:
        judge.reasons.say(USUAL[question.kind])
    return question.form.default()


def _doctrine(judge: Judgement, question: Ask[Any]) -> Any:
    """14.8 Return the bot's doctrine. In a long mission, it saves ammunition: maximum fire only at weak enemies."""
    if judge.view.days >= LONG:
        return (*DOCTRINE, judge.reasons.note(SPARING, words.SPARE, days=judge.view.days))
    return (*DOCTRINE, judge.reasons.note(HARD, words.FIRE_HARD, days=judge.view.days))


def _look_or_jam(judge: Judgement, question: Ask[Any]) -> Any:
    """11.2 Return "jam" at a high alert level, otherwise "look" (read signals)."""
    level = judge.view.alert
    judge.reasons.note("jam", words.JAM_NOW, level=level)
    judge.reasons.note("look", words.READ, level=level)
    return _one(question, "jam" if level >= ALARMED else "look")


def _reveal(judge: Judgement, question: Ask[Any]) -> Any:
    """11.2 Return the offered space that is nearest to the bot's first ship."""
    ships = [known.ship.at for known in judge.view.ships if known.own and not known.ship.sunk]
    options = getattr(question.form, "options", ())
    if not ships or not options:
        return question.form.default()
    nearest = min(options, key=lambda space: (judge.box.waters.distance(ships[0], space), space))
    return judge.reasons.note(nearest, words.NEAREST, space=nearest)


def _evade(judge: Judgement, question: Ask[Any]) -> Any:
    """13.chart/Allied Submarine Return the ships that evade: those with coal to spare."""
    form = question.form
    rich = {known.ship.id for known in judge.view.ships if known.ship.coal > 1}
    if isinstance(form, ChooseSome):
        safe = tuple(ship for ship in form.options if ship in rich)[: form.most]
        if safe:
            judge.reasons.say(words.EVADE, who=safe)
        else:
            judge.reasons.say(words.SAVE_LAST)
        return safe
    return form.default()


def _ram(judge: Judgement, question: Ask[Any]) -> Any:
    """13.chart/Allied Submarine Return the ship that rams the submarine: the one with the most hull boxes."""
    hulls = {known.ship.id: known.ship.hull for known in judge.view.ships}
    options = getattr(question.form, "options", ())
    strongest = max(options, key=lambda ship: (hulls.get(ship, 0), ship))
    return judge.reasons.note(strongest, words.RAM, who=strongest)


def _declare(judge: Judgement, question: Ask[Any]) -> Any:
    """17.0.1 Return the choice to end a won mission at once."""
    return judge.reasons.note(_one(question, "end"), words.WON)


def _land(judge: Judgement, question: Ask[Any]) -> Any:
    """9.2 Return the first ship whose marines may land."""
    options = getattr(question.form, "options", ())
    if not options:
        return question.form.default()
    return judge.reasons.note(options[0], words.MARINES, who=options[0])


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
