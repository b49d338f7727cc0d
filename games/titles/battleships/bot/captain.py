"""The captain, a bot that decides from its own view and the question, like any player.

It keeps its broadside to the enemy, fires where the expected damage is greatest, and pursues the goal of the scenario.
"""

from typing import Any

from games.kernel.advice import Advice
from games.kernel.forms import RandomSource
from games.kernel.lapses import NO_LAPSES, Lapses
from games.kernel.requests import Ask
from games.kernel.title import Bot
from games.titles.battleships.bot.courses import courses
from games.titles.battleships.bot.fire import launches, targets
from games.titles.battleships.bot.judgement import Judgement
from games.titles.battleships.bot.odds import Odds
from games.titles.battleships.bot.setup import set_up
from games.titles.battleships.components.box import Box
from games.titles.battleships.orders.courses import CourseForm
from games.titles.battleships.orders.setup import SetUpForm
from games.titles.battleships.orders.targets import TargetForm
from games.titles.battleships.orders.torpedoes import TorpedoForm
from games.titles.battleships.visibility.view import View


def captain(box: Box, *, cadet: bool = False) -> Bot:
    """Return the bot that plays with the components in `box`.

    With `cadet`, the bot makes the mistakes of a beginner.
    """
    odds = Odds(box.tables)

    def choose(view: View, question: Ask[Any], pick: RandomSource) -> Advice:
        form = question.form
        judge = Judgement(box, odds, view, Lapses(pick) if cadet else NO_LAPSES)
        answer: Any = form.default()
        if isinstance(form, TargetForm):
            answer = targets(judge, form)
        elif isinstance(form, TorpedoForm):
            answer = launches(judge, form)
        elif isinstance(form, CourseForm):
            answer = courses(judge, form)
        elif isinstance(form, SetUpForm):
            answer = set_up(judge, form, pick)
        legal = next(form.problems(answer), None) is None
        return judge.reasons.advice(answer) if legal else Advice(form.default())

    return Bot(choose)
