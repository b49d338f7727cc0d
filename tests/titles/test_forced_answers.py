"""Questions with a single answer, in the first turns of every scenario: what the server answers is that answer.

Nothing else can be chosen, so an answer by the server leaves the dice and the course of a game as they are.
"""

from random import Random
from typing import Any

import pytest

from games.kernel.chance import HmacChance
from games.kernel.driver import ViewFactory, drive, initial_checkpoint
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from tests.titles.loading import keys, load

SCENARIOS = [(key, scenario) for key in keys() for scenario in load(key).scenarios]
QUESTIONS = 25
"""How many questions of each scenario are looked at."""


@pytest.mark.thorough
@pytest.mark.parametrize(("key", "scenario"), SCENARIOS)
def test_a_forced_answer_is_the_only_one(key: str, scenario: str) -> None:
    title, pick, met = load(key), Random(3).randrange, 0
    bot = title.bot(title.usual_bot)

    def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer | None:
        nonlocal met
        met += 1
        form = question.form
        if form.is_forced():
            only = form.write(form.default())
            assert not list(form.problems(form.default()))
            assert all(form.write(form.sample(pick)) == only for _ in range(3))
            return SeatAnswer(question.seat, only)
        return SeatAnswer(question.seat, form.write(bot(look(), question, pick))) if met < QUESTIONS else None

    first = initial_checkpoint(title, title.rules.new_game(scenario, title.options.type()))
    drive(title, first, (), supply, chance=HmacChance(bytes(32)), budget=10_000)
    assert met
