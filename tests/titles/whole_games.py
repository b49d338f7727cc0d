"""Whole games, played once and kept: what the rules made of every answer, so that no rule changes unnoticed.

A kept game says of each stop which step was played, and digests of what was told and disclosed, of the state, of the
questions with their forms, of what each seat sees, of what conditions of standing orders may speak of, and of the other
worlds that a seat cannot tell from its own; then the answers. It says nothing of what is right: the tests by rule do.
What it says is that something is no longer as it was, and where.

After a change of the rules that was meant, `WRITE_PLAYTHROUGHS=1 pytest tests/titles/*/test_whole_games.py` plays all
of them anew, for a maintainer to commit. Games under way change with them: see `Title.rules_version`.
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, convert, json

from games.kernel.chance import HmacChance
from games.kernel.conformance.play import Progress, given
from games.kernel.driver import Look, Run, no_supply, opening
from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.journal import Given
from games.kernel.pick import whims
from games.kernel.requests import Ask, Draw, Roll
from games.kernel.title import Title
from tests.titles.agreements import sampled

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


def recipes(title: Title[Any]) -> list[Recipe]:
    """What is kept of a title: each scenario as every bot plays it, and with other options, played at random."""
    found = []
    for scenario in title.scenarios:
        found += [Recipe(scenario=scenario, seed=1, bot=bot) for bot in ("random", *title.bots)]
        for number, options in enumerate(sampled(title)[scenario], start=2):
            bot = ("random", *title.bots)[number % 2]
            found.append(Recipe(scenario=scenario, seed=number, bot=bot, options=json.decode(json.encode(options))))
    return found


class Noted(HmacChance):
    """Dice from a secret, that keep what was asked of them."""

    def __init__(self, secret: bytes) -> None:
        super().__init__(secret)
        self.asked: list[Roll | Draw] = []

    def answer(self, request: Roll | Draw, branch: int, number: int) -> tuple[int, ...]:
        self.asked.append(request)
        return super().answer(request, branch, number)


class Replay:
    """A game that goes from stop to stop; `lines` say what each of them looked like."""

    def __init__(self, title: Title[Any], recipe: Recipe) -> None:
        self._title, self._recipe = title, recipe
        options = convert(recipe.options, title.options_type)
        self._progress = Progress(title, opening(title, title.new_game(recipe.scenario, options)))
        self._chance = Noted(recipe.name.encode())
        self._seats = (*title.seats(recipe.scenario), PUBLIC, UMPIRE)
        self._stop = -1

    def goes_on(self, answers: list[Given]) -> tuple[Run, list[str]]:
        """Play on with answers to what was asked; the run, and the words for its stop."""
        ready = {answer.seat: answer for answer in answers}

        def supply(question: Ask[Any], number: int, look: Look) -> Given | None:
            return ready.pop(question.seat, None)

        run = self._progress.forward(supply if answers else no_supply, self._chance)
        self._stop += 1
        return run, list(self._looks(run))

    def without_rule(self) -> list[Roll | Draw]:
        """Rolls and draws that named no rule by its number in the rulebook."""
        return [request for request in self._chance.asked if not re.match(r"\d+\.\w", request.rule)]

    def chosen(self, run: Run) -> list[Given]:
        """What the players of the recipe answer."""
        bot = self._title.bot(self._recipe.bot)
        found = []
        for question in run.asked:
            pick = whims(self._recipe.seed, run.number, question.seat, question.key)
            found.append(given(question, bot(self._title.view(run.state, question.seat), question, pick)))
        return found

    def _looks(self, run: Run) -> Iterator[str]:
        title, state = self._title, run.state
        seats = self._seats[:-2]
        yield run.events[-1].step if run.events else "-"
        disclosed = [[title.discloses(state, form.event, seat) for seat in seats]
                     for event in run.events for form in event.told.forms]  # fmt: skip
        yield digest([(event.step, event.told) for event in run.events])
        yield digest(disclosed)
        yield digest(state, title.conserved(state), title.standings(state) if run.over else [])
        yield digest([(one, one.form.schema(), one.form.write(one.form.default())) for one in run.asked])
        views = {seat: title.view(state, seat) for seat in self._seats}
        yield digest(views)
        yield digest([sorted(title.facts(views[one.seat], one).items()) for one in run.asked])
        dealt = seats if self._stop % EVERY == 0 else ()
        yield digest([title.redeal(state, seat, whims(7, self._stop, seat)) for seat in dealt])


def kept(title: Title[Any], recipe: Recipe) -> list[str]:
    """The game of a recipe, played now."""
    replay = Replay(title, recipe)
    run, looks = replay.goes_on([])
    lines = [" ".join(looks)]
    while not run.over:
        answers = replay.chosen(run)
        lines += [f"> {json.encode([answer.seat, answer.answer]).decode()}" for answer in answers]
        run, looks = replay.goes_on(answers)
        lines.append(" ".join(looks))
    return lines


def first_difference(title: Title[Any], recipe: Recipe, lines: list[str]) -> str:
    """Where a kept game is another now, as `difference` says; nothing if all is as it was, to the end."""
    return difference(Replay(title, recipe), lines, PARTS, to_the_end=True)


def difference(replay: "Replay", lines: list[str], parts: Iterable[str], *, to_the_end: bool = False) -> str:
    """What of a replay is not as these lines keep it: the stop, the `parts` that differ there and what is told, or what
    was rolled by no rule.
    """
    answers: list[Given] = []
    stop, over = 0, False
    for line in lines:
        if line.startswith("> "):
            seat, answer = json.decode(line[2:])
            answers.append(Given(seat, answer, "trial"))
            continue
        run, looks = replay.goes_on(answers)
        differing = [name for name, old, new in zip(parts, line.split(), looks, strict=True) if old != new]
        if differing:
            told = "\n".join(f"  {event.step}: {json.encode(event.told).decode()}" for event in run.events)
            return f"stop {stop}, {', '.join(differing)}; told now:\n{told}"
        answers, stop, over = [], stop + 1, run.over
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


def write(path: Path, title: Title[Any], recipe: Recipe) -> None:
    """Play a game and keep it."""
    path.write_text("\n".join([f"# {json.encode(recipe).decode()}", *kept(title, recipe)]) + "\n")


def digest(*things: Any) -> str:
    """A few letters that are others when the things are."""
    return blake2b(json.encode(things, order="sorted"), digest_size=3).hexdigest()
