"""A few turns, played once from positions laid out by hand and kept: what the rules made of every answer.

As `whole_games.py` keeps whole games, but from the middle of things, so that it is quick: everybody has found somebody.
A kept turn says nothing of what is right: the tests by rule do. What it says is that something is no longer as it was,
and where.

After a change of the rules that was meant, `WRITE_PLAYTHROUGHS=1 pytest tests/titles/*/test_kept_turns.py` plays all of
them anew, for a maintainer to look at what differs and to commit.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import json, structs

from games.kernel.conformance.play import GameProgress
from games.kernel.driver import DriveResult, initial_checkpoint
from games.kernel.errors import GameError
from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.forms import Form
from games.kernel.journal import SeatAnswer
from games.kernel.random_source import random_source
from games.kernel.requests import Ask
from games.kernel.table import Table
from games.kernel.title import Title
from tests.titles.kept_events import event_lines
from tests.titles.whole_games import (
    PARTS,
    Noted,
    Recipe,
    Replay,
    alike,
    difference,
    digest,
    keep,
    recorded_answers,
    stops,
    written,
)

DRAWN, APART = 4, 12
"""Answers that are drawn to be judged, and how many orders of them are usually taken apart."""
BRIEF = 3
"""So many stops are played at random alone."""
Position = tuple[Callable[[], Table[Any]], str, int]
"""How a position is laid out, the step that begins it, and how often somebody is asked at most."""


class KeptTurns:
    """The turns that are kept of a title, each from one of its `positions`; a recipe's scenario is the name of one.
    A position fixes its options: an option that is added to the title later is off in all of them.

    Those of several stops are played by the `bot` of that name, too. Of the answers that are drawn to be judged so many
    orders are taken `apart`.
    """

    def __init__(
        self, title: Title[Any], folder: Path, positions: Mapping[str, Position], *, bot: str, apart: int = APART
    ) -> None:
        self._title, self._folder, self._positions = title, folder, positions
        self._bot, self._apart = bot, apart

    @property
    def names(self) -> list[Any]:
        """All that are kept, for a test each; before a commit one of each position."""
        return alike(path.stem for path in self._folder.glob("*.txt"))

    def check(self, name: str) -> None:
        """That the kept turns of this name are what they were."""
        difference = self._first_difference(*written(self._folder / f"{name}.txt"))
        assert not difference, f"{name}: {difference}"

    def runs(self, name: str) -> Iterator[DriveResult]:
        """Play kept turns again and yield their stops."""
        recipe = written(self._folder / f"{name}.txt")[0]
        return stops(
            self._begun(recipe), recorded_answers(self._folder, recipe)[: self._positions[recipe.scenario][-1] - 1]
        )

    def check_positions(self) -> None:
        """That turns of every position are kept."""
        kept_of = {written(path)[0].scenario for path in self._folder.glob("*.txt")}
        assert kept_of == set(self._positions)

    def write(self) -> None:
        """Play all turns and keep them."""
        for recipe in self._recipes():
            keep(self._folder, recipe, self._played(recipe))

    def _recipes(self) -> Iterator[Recipe]:
        for name, (_, _, count) in self._positions.items():
            for bot, seed in (("random", 1), (self._bot, 2)) if count > BRIEF else (("random", 1),):
                yield Recipe(scenario=name, seed=seed, bot=bot)

    def _begun(self, recipe: Recipe) -> "_Turns":
        make, step, _ = self._positions[recipe.scenario]
        return _Turns(self._title, recipe, make().state, step, self._apart)

    def _played(self, recipe: Recipe) -> list[str]:
        """The lines of a recipe, played now."""
        turns, answers, lines = self._begun(recipe), list[SeatAnswer](), list[str]()
        recorded = recorded_answers(self._folder, recipe)
        for _ in range(self._positions[recipe.scenario][-1]):
            run, looks = turns.goes_on(answers)
            lines += [*event_lines(run), " ".join(looks)]
            if run.is_over:
                break
            answers = turns.answers(run, recorded)
            lines += [f"> {json.encode([answer.seat, answer.answer]).decode()}" for answer in answers]
        return lines

    def _first_difference(self, recipe: Recipe, lines: list[str]) -> str:
        """Where kept turns are others now: the stop, what differs there and what is told; nothing if all is alike."""
        return difference(self._begun(recipe), lines, (*PARTS, "answers"))


class _Turns(Replay):
    """A few turns from a position on."""

    def __init__(self, title: Title[Any], recipe: Recipe, state: Any, step: str, apart: int) -> None:
        self._title, self._recipe, self._apart = title, recipe, apart
        self._progress = GameProgress(title, structs.replace(initial_checkpoint(title, state), step=step))
        self._chance = Noted(recipe.name.encode())
        self._seats = (*title.seats(state.scenario), PUBLIC, UMPIRE)
        self._stop = -1

    def _looks(self, run: DriveResult) -> Iterator[str]:
        yield from super()._looks(run)
        yield digest([_form_of(one, self._apart) for one in run.open_questions])


def _form_of(question: Ask[Any], apart: int) -> list[Any]:
    """What a question proposes, and what comes of answers to it."""
    form = question.form
    given = [form.proposals(), form.write(form.example())]
    return [*given, *(_judged(form, draft) for draft in _drafts(form, apart))]


def _drafts(form: Form[Any], apart: int) -> list[Any]:
    """Answers right and wrong: as drawn, two in one, with words left out, and with words of others in their place."""
    drawn = [form.write(form.sample(random_source("draft", number))) for number in range(DRAWN)]
    if not all(isinstance(one, list) and all(isinstance(order, dict) for order in one) for one in drawn):
        return drawn
    orders = [order for one in drawn for order in one][:apart]
    found: list[Any] = [*drawn, *(one + other for one, other in pairwise(drawn)), orders]
    for place, order in enumerate(orders):
        others = orders[place + 1 :] + orders[:place]
        for key in sorted(order.keys() - {"order"}):
            found.append([{name: value for name, value in order.items() if name != key}])
            value = next((one[key] for one in others if key in one and one[key] != order[key]), None)
            if value is not None:
                found.append([order | {key: value}])
    return found


def _judged(form: Form[Any], draft: Any) -> Any:
    """What is wrong with an answer, and what is foretold of it."""
    try:
        wrong = list(form.problems(form.read(draft)))
    except GameError as error:
        return error.problems
    return wrong, form.preview(draft), form.annotations(draft)
