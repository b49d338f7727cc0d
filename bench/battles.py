"""Battleships: decisions per second, e-mails per turn in each way of playing, and results of the captain bot."""

import random
import time
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from bench.contests import met
from bench.random_play import PLENTY, play, start, title_of
from bench.report import Measure, at_least, at_most, progress
from games.kernel.chance import HmacChance
from games.kernel.driver import ViewFactory, drive
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from games.kernel.title import Title
from games.titles.battleships.components import hexes
from games.titles.battleships.orders.steps import SHARPEST

TITLE, BOT = "battleships", "captain"
DOCTRINE: Mapping[str, Any] = {
    "targets": [{"order": "engage", "at": ["capital", "nearest"], "light": "yes"}],
    "torpedoes": [{"order": "strike", "at": ["capital", "nearest"], "within": "4"}],
}
"""The standing answers to questions about targets and torpedoes, by kind of question."""
COURSES = {"until": ["hit", "torpedoes"], "within": "3"}
"""The conditions that end a course for several turns. Such courses are given while no enemy is in torpedo range."""
ONWARD = {"sighted": 2, "unseen": 4}
"""The number of turns after the first for which a course is given: with an enemy in sight, and without one."""


class PlayStyle(NamedTuple):
    """A way of playing by e-mail."""

    name: str
    aim: float
    """The target for the e-mails of each player in each turn."""
    ahead: Mapping[str, Any] = {}
    """Answers given in advance, by kind of question."""
    fire_plans: bool = False
    """True if fire is ordered with the move."""
    several_turns: bool = False
    """True if courses are given for several turns."""


PLAY_STYLES = (
    PlayStyle("everything asked", 3),
    PlayStyle("fire plans with the move", 1.5, fire_plans=True),
    PlayStyle("doctrine", 1, ahead=DOCTRINE),
    PlayStyle("doctrine, courses for several turns", 1, ahead=DOCTRINE, several_turns=True),
)


class Count(NamedTuple):
    """The counts of one game."""

    letters: int
    """The e-mails."""
    torpedoes: int
    """The e-mails about torpedoes."""
    turns: int
    """The turns of both players together."""
    state: Any
    """The final state."""


def battles(games: int) -> Iterator[Measure]:
    """Measure random games on one core, then `games` games in each way of playing, and the captain's results."""
    title = title_of(TITLE)
    progress(f"{games} random games")
    began, done = time.process_time(), 0
    for seed in range(games):
        done += play(title, _scenario(title, seed), seed).decisions
    yield Measure("kernel decisions, Battleships", done / (time.process_time() - began), "1/s")
    for style in PLAY_STYLES:
        yield from _letters(title, style, games)
    yield from _contests(title, games)


def _scenario(title: Title[Any], seed: int) -> str:
    return list(title.scenarios)[seed % len(title.scenarios)]


def _letters(title: Title[Any], style: PlayStyle, games: int) -> Iterator[Measure]:
    progress(f"{games} games of the captain, {style.name}")
    counts = [count(title, _scenario(title, seed), seed, style) for seed in range(games)]
    turns = sum(one.turns for one in counts)
    letters, fish = sum(one.letters for one in counts), sum(one.torpedoes for one in counts)
    note = f"{games} games, {turns} turns of a player; {fish / turns:.2f} of them for torpedoes"
    yield at_most(f"Battleships: letters a turn, {style.name}", letters / turns, "mails", style.aim, note)
    if not style.ahead and not style.fire_plans:
        yield at_most("Battleships: the same without torpedoes", (letters - fish) / turns, "mails", 2)


def count(title: Title[Any], scenario: str, seed: int, style: PlayStyle) -> Count:
    """Play one game between captain bots in the way of playing `style`; return its counts."""
    rng, bot = random.Random(seed).randrange, title.bot(BOT)
    asked: dict[tuple[int, str], str] = {}

    def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer:
        if question.kind in style.ahead:
            return SeatAnswer(question.seat, style.ahead[question.kind])
        asked[number, question.seat] = question.kind
        answer = question.form.write(bot(look(), question, rng))
        if question.kind == "courses":
            answer = _with_plans(question, look(), answer, style)
        return SeatAnswer(question.seat, answer)

    first = start(title, scenario, None)
    run = drive(title, first, (), supply, chance=HmacChance(seed.to_bytes(32, "big")), budget=PLENTY)
    fish = sum(kind == "torpedoes" for kind in asked.values())
    return Count(len(asked), fish, 2 * run.state.turn, run.state)


def _with_plans(question: Ask[Any], view: Any, answer: list[Any], style: PlayStyle) -> list[Any]:
    """Return an answer about courses, extended by the fire plans or later turns that the way of playing has."""
    form: Any = question.form
    if style.fire_plans:
        foes = [known.ship.id for known in view.ships if known.ship.id in form.rivals]
        return [*answer, *({"order": "fire_plan", "ship": ship, "at": foes} for ship in form.gunners if foes)]
    if not style.several_turns:
        return answer
    steered = [_onward(order, view) for order in _all_courses(form, answer)]
    fits = bool(steered) and next(form.problems(form.read(steered)), None) is None
    return steered if fits else answer


def _all_courses(form: Any, answer: list[Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every ship that can move, with the hexes that she enters."""
    paths = form.courses(form.read(answer))
    return ((ship.ship, paths[ship.ship]) for ship in form.ships if ship.most and not ship.held)


def _onward(course: tuple[str, tuple[str, ...]], view: Any) -> dict[str, Any]:
    """Return the order of a course for several turns.

    `course`: the ship and the hexes that she enters in the first turn.
    """
    name, path = course
    ship = next(known.ship for known in view.ships if known.ship.id == name)
    on = ONWARD["sighted" if _nearest(view) <= view.sight else "unseen"]
    by = ", ".join(_steps(ship.at, ship.heading, path)) or "stop"
    return {"order": "steer", "ships": [name], "by": f"{by}; on {on}", **COURSES}


def _nearest(view: Any) -> int:
    """Return the number of hexes between the nearest ships of the two sides."""
    afloat = [known.ship for known in view.ships if not known.ship.fate]
    own, foes = ([ship.at for ship in afloat if (ship.side == view.seat) is ours] for ours in (True, False))
    return min((hexes.distance(one, other) for one in own for other in foes), default=hexes.COLUMNS[1])


def _steps(at: str, heading: str, path: tuple[str, ...]) -> Iterator[str]:
    """Yield a path through hexes as steps of an order, such as "port 1" and "ahead 1"."""
    facing = hexes.HEADINGS.index(heading)
    for place in path:
        way = next(index for index, one in enumerate(hexes.HEADINGS) if hexes.neighbour(at, one) == place)
        if turn := (way - facing) % len(hexes.HEADINGS):
            yield f"starboard {turn}" if turn <= SHARPEST else f"port {len(hexes.HEADINGS) - turn}"
        yield "ahead 1"
        at, facing = place, way


def _contests(title: Title[Any], games: int) -> Iterator[Measure]:
    """Measure how often the captain beats random play, from either side.

    The note has the results of captains against each other.
    """
    each = max(2, games // len(title.scenarios))
    for scenario in title.scenarios:
        progress(f"{each} games of the captain, {scenario}")
        sides = list(title.seats(scenario))
        led = [sides[seed % 2] for seed in range(each)]
        won = [met(title, scenario, seed, BOT, [side]).winner == side for seed, side in enumerate(led)]
        equals = [met(title, scenario, seed, BOT, sides).winner for seed in range(each)]
        note = ", ".join(f"{side} {equals.count(side)}" for side in sides) + f" of {each} between captains"
        yield at_least(f"captain against chance, {scenario}", 100 * sum(won) / each, "won of 100", 95, note)
