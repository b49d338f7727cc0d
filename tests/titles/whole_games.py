"""Whole games, played once and kept: what the rules made of every answer, so that no rule changes unnoticed.

A kept game names its scenario, options, seed and bot. For each stop it has the events, the step that was played, and
digests of what was told and disclosed, of the state, of the questions with their forms, of the view of each seat, of
the facts for standing orders, and of the other worlds that a seat cannot tell from its own; then the answers. It says
nothing of what is right: the tests by rule do. It says that something has changed, and where.

The options are read from the file: an option that is added to the title later is off in all kept games.

After an intended change of the rules, `WRITE_PLAYTHROUGHS=1 pytest tests/titles/*/test_whole_games.py` plays all of
them again, with the recorded answers as long as they fit, for a maintainer to review and commit. Games under way change
with them: see `Title.rules.version`.
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Struct, convert, json

from games.kernel.chance import HmacChance
from games.kernel.conformance.play import GameProgress, as_received
from games.kernel.driver import DriveResult, ViewFactory, initial_checkpoint, no_answers
from games.kernel.errors import GameError
from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.journal import SeatAnswer
from games.kernel.random_source import random_source
from games.kernel.requests import Ask, Draw, Roll
from games.kernel.text import without_translations
from games.kernel.title import Title
from tests.titles import agreements
from tests.titles.kept_events import MARK, event_lines, event_places, first_differing_event, stop_places

PARTS = ("step", "told", "disclosed", "state", "asked", "seen", "facts", "other worlds")
#: Other worlds are dealt at every such stop.
EVERY = 4


class Recipe(Struct, frozen=True, kw_only=True):
    """How a game is begun, and who plays it: "random" or a bot of the title."""

    scenario: str
    seed: int
    bot: str
    options: dict[str, Any] = {}

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.scenario}-{self.bot}-{self.seed}"


def recipes(title: Title[Any], kept: Iterable[Recipe] = ()) -> list[Recipe]:
    """The recipes to keep of a title: those that are `kept` already, and what they lack.

    Each scenario is played by the usual bot and at random. Of a title without kept games, each scenario is also played
    with a few combinations of options; later, a game is added for each value of an option that no kept game shows.
    """
    found = list(kept)
    sampled = {} if found else agreements.sampled(title)
    for scenario in title.scenarios:
        played = {title.bot_level(recipe.bot) for recipe in found if recipe.scenario == scenario}
        found += [Recipe(scenario=scenario, seed=1, bot=bot) for bot in _players(title) if bot not in played]
        found += [_with_options(title, found, scenario, options) for options in sampled.get(scenario, ())]
    shown = {
        value for recipe in found for value in agreements.shown(title, convert(recipe.options, title.options.type))
    }
    for value in agreements.values(title):
        if value not in shown and (more := _showing(title, found, value)) is not None:
            found.append(more)
    return found


def _players(title: Title[Any]) -> list[str]:
    """Random play, and the usual bot of a title that has one."""
    return [*dict.fromkeys(("random", title.usual_bot))]


def _showing(title: Title[Any], found: list[Recipe], value: agreements.Value) -> Recipe | None:
    """A recipe that shows this value of an option, in the first scenario that allows it."""
    for scenario in title.scenarios:
        options = agreements.with_value(title, scenario, value, Random(f"{title.key} {scenario} {value}"))
        if options is not None:
            return _with_options(title, found, scenario, options)
    return None


def _with_options(title: Title[Any], found: list[Recipe], scenario: str, options: Any) -> Recipe:
    """A recipe with the next number of its scenario."""
    number = 1 + max((recipe.seed for recipe in found if recipe.scenario == scenario), default=1)
    bot = _players(title)[number % len(_players(title))]
    return Recipe(scenario=scenario, seed=number, bot=bot, options=json.decode(json.encode(options)))


class Noted(HmacChance):
    """Dice from a secret, that keep what was asked of them."""

    def __init__(self, secret: bytes) -> None:
        super().__init__(secret)
        self.asked: list[Roll | Draw] = []

    def answer(self, request: Roll | Draw, branch: int, number: int) -> tuple[int, ...]:
        self.asked.append(request)
        return super().answer(request, branch, number)


class Replay:
    """A game that goes from stop to stop. `thrown` are the rolls and draws since the stop before."""

    thrown: Sequence[Roll | Draw] = ()

    def __init__(self, title: Title[Any], recipe: Recipe) -> None:
        self._title, self._recipe = title, recipe
        options = convert(recipe.options, title.options.type)
        self._progress = GameProgress(title, initial_checkpoint(title, title.rules.new_game(recipe.scenario, options)))
        self._chance = Noted(recipe.name.encode())
        self._seats = (*title.seats(recipe.scenario), PUBLIC, UMPIRE)
        self._stop = -1

    @property
    def title(self) -> Title[Any]:
        """The title that is played."""
        return self._title

    def goes_on(self, answers: list[SeatAnswer]) -> tuple[DriveResult, list[str]]:
        """Play on with answers to what was asked; the run, and the words for its stop."""
        run = self.plays(answers)
        return run, list(self._looks(run))

    def plays(self, answers: list[SeatAnswer]) -> DriveResult:
        """Play on with answers to what was asked."""
        ready = {answer.seat: answer for answer in answers}
        before = len(self._chance.asked)

        def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer | None:
            return ready.pop(question.seat, None)

        run = self._progress.advance(supply if answers else no_answers, self._chance)
        self._stop += 1
        self.thrown = self._chance.asked[before:]
        return run

    def without_rule(self) -> list[Roll | Draw]:
        """Rolls and draws that named no rule by its number in the rulebook."""
        return [request for request in self._chance.asked if not re.match(r"\d+\.\w", request.rule)]

    def answers(self, run: DriveResult, recorded: list[list[SeatAnswer]]) -> list[SeatAnswer]:
        """Take the next recorded answers; from the first that does not fit, the players of the recipe answer."""
        if recorded and _fit(run, recorded[0]):
            return recorded.pop(0)
        recorded.clear()
        return self.chosen(run)

    def chosen(self, run: DriveResult) -> list[SeatAnswer]:
        """What the players of the recipe answer."""
        bot = self._title.bot(self._recipe.bot)
        found = []
        for question in run.open_questions:
            pick = random_source(self._recipe.seed, run.number, question.seat, question.key)
            found.append(as_received(question, bot(self._title.secrecy.view(run.state, question.seat), question, pick)))
        return found

    def _looks(self, run: DriveResult) -> Iterator[str]:
        title, state = self._title, run.state
        seats = self._seats[:-2]
        yield run.events[-1].step if run.events else "-"
        disclosed = [[title.secrecy.discloses(state, form.event, seat) for seat in seats]
                     for event in run.events for form in event.event.variants]  # fmt: skip
        yield digest([(event.step, event.event) for event in run.events])
        yield digest(disclosed)
        yield digest(state, title.rules.conserved_counts(state), title.rules.standings(state) if run.is_over else [])
        yield digest([(one, one.form.schema(), one.form.write(one.form.default())) for one in run.open_questions])
        views = {seat: title.secrecy.view(state, seat) for seat in self._seats}
        yield digest(views)
        yield digest([sorted(title.standing_orders.facts(views[one.seat], one).items()) for one in run.open_questions])
        dealt = seats if self._stop % EVERY == 0 else ()
        yield digest([title.secrecy.redeal(state, seat, random_source(7, self._stop, seat)) for seat in dealt])


class KeptGames:
    """The whole games that are kept of a title, in the files of a folder."""

    def __init__(self, title: Title[Any], folder: Path) -> None:
        self._title, self._folder = title, folder

    @property
    def names(self) -> list[Any]:
        """The names of all kept games, for a test each; before a commit one of each scenario."""
        return alike(path.stem for path in self._folder.glob("*.txt"))

    def check(self, name: str) -> None:
        """Assert that the kept game of this name is played as it was."""
        recipe, lines = written(self._folder / f"{name}.txt")
        difference = first_difference(self._title, recipe, lines)
        assert not difference, f"{name}: {difference}"

    def runs(self, name: str) -> Iterator[DriveResult]:
        """Play a kept game again and yield its stops."""
        recipe = written(self._folder / f"{name}.txt")[0]
        return stops(Replay(self._title, recipe), recorded_answers(self._folder, recipe))

    def check_scenarios(self) -> None:
        """Assert that a game of every scenario is kept, by the usual bot and at random."""
        kept = {(recipe.scenario, self._title.bot_level(recipe.bot)) for recipe in self._recipes()}
        assert kept >= {(scenario, bot) for scenario in self._title.scenarios for bot in _players(self._title)}

    def write(self) -> None:
        """Play all games and keep them."""
        self._folder.mkdir(exist_ok=True)
        for recipe in recipes(self._title, self._recipes()):
            keep(self._folder, recipe, kept(self._title, recipe, recorded_answers(self._folder, recipe)))

    def _recipes(self) -> list[Recipe]:
        return [written(path)[0] for path in sorted(self._folder.glob("*.txt"))]


def kept(title: Title[Any], recipe: Recipe, recorded: Iterable[list[SeatAnswer]] = ()) -> list[str]:
    """Play the game of a recipe, with the recorded answers as far as they fit."""
    replay, recorded = Replay(title, recipe), [*recorded]
    run, looks = replay.goes_on([])
    lines = [*event_lines(run), " ".join(looks)]
    while not run.is_over:
        answers = replay.answers(run, recorded)
        lines += [f"> {json.encode([answer.seat, answer.answer]).decode()}" for answer in answers]
        run, looks = replay.goes_on(answers)
        lines += [*event_lines(run), " ".join(looks)]
    return lines


def stops(replay: Replay, recorded: Iterable[list[SeatAnswer]]) -> Iterator[DriveResult]:
    """Yield the stops of a game with recorded answers."""
    yield replay.plays([])
    for answers in recorded:
        yield replay.plays(answers)


def recorded_answers(folder: Path, recipe: Recipe) -> list[list[SeatAnswer]]:
    """Return the answers of a kept file, stop by stop; none if there is no file yet."""
    path = folder / f"{recipe.name}.txt"
    if not path.exists():
        return []
    groups = groupby(written(path)[1], key=lambda line: line.startswith("> "))
    given = [[json.decode(line[2:]) for line in lines] for is_answer, lines in groups if is_answer]
    return [[SeatAnswer(seat, answer, "trial") for seat, answer in stop] for stop in given]


def _fit(run: DriveResult, answers: list[SeatAnswer]) -> bool:
    """Return True if the answers are legal answers to what is asked."""
    asked = {question.seat: question.form for question in run.open_questions}
    try:
        return [one.seat for one in answers] == [*asked] and not any(
            [*asked[one.seat].problems(asked[one.seat].read(one.answer))] for one in answers
        )
    except GameError:
        return False


def first_difference(title: Title[Any], recipe: Recipe, lines: list[str]) -> str:
    """Where a kept game differs from the game of today, as `difference` says; empty if it does not, to the end."""
    return difference(Replay(title, recipe), lines, PARTS, to_the_end=True)


def difference(replay: "Replay", lines: list[str], parts: Iterable[str], *, to_the_end: bool = False) -> str:
    """Compare a replay with kept lines. Return the first stop that differs, with its `parts` and its first event that
    differ; or a roll that names no rule; or nothing.
    """
    answers: list[SeatAnswer] = []
    events: list[str] = []
    stop, over = 0, False
    for line in lines:
        if line.startswith("> "):
            seat, answer = json.decode(line[2:])
            answers.append(SeatAnswer(seat, answer, "trial"))
            continue
        if line.startswith(MARK):
            events.append(line)
            continue
        run, looks = replay.goes_on(answers)
        differing = [name for name, old, new in zip(parts, line.split(), looks, strict=True) if old != new]
        if differing:
            event = first_differing_event(events, event_lines(run), event_places(replay.title, run))
            place = stop_places(run, answers, replay.thrown)
            return f"stop {stop} differs in {', '.join(differing)}; {place}; {event}"
        answers, events, stop, over = [], [], stop + 1, run.is_over
    if by_no_rule := replay.without_rule():
        return f"rolled by no rule: {by_no_rule[0]}"
    return "the game goes on" if to_the_end and not over else ""


def alike(names: Iterable[str]) -> list[Any]:
    """The names of kept games, for a test each. Before a commit one of each scenario is enough."""
    found: dict[str, list[str]] = {}
    for name in sorted(names):
        found.setdefault(name.split("-")[0], []).append(name)
    return [
        pytest.param(name, marks=[pytest.mark.thorough] * bool(number))
        for names_ in found.values()
        for number, name in enumerate(names_)
    ]


def written(path: Path) -> tuple[Recipe, list[str]]:
    """A kept game: its recipe and its lines."""
    head, *lines = path.read_text().splitlines()
    return json.decode(head.removeprefix("# "), type=Recipe), lines


def keep(folder: Path, recipe: Recipe, lines: list[str]) -> None:
    """Write a kept game at once: several workers of a test run may write it and read it at the same time."""
    path = folder / f"{recipe.name}.txt"
    new = path.with_suffix(f".{os.getpid()}")
    new.write_text("\n".join([f"# {json.encode(recipe).decode()}", *lines]) + "\n")
    new.replace(path)


def digest(*things: Any) -> str:
    """A few letters that are others when the things are."""
    written = without_translations(json.decode(json.encode(things)))
    return blake2b(json.encode(written, order="sorted"), digest_size=3).hexdigest()
