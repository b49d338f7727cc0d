"""The captain: a bot that keeps his broadside to the enemy, fires where it tells most, and minds what he is there for.

He sees his own view and the question, like any player.
"""

from typing import Any

from games.kernel.forms import Pick
from games.kernel.requests import Ask
from games.kernel.title import Bot
from games.titles.battleships.bot.courses import courses
from games.titles.battleships.bot.fire import launches, targets
from games.titles.battleships.bot.judgement import Judgement
from games.titles.battleships.bot.odds import Odds
from games.titles.battleships.bot.setup import set_up
from games.titles.battleships.box.components import Box
from games.titles.battleships.orders.courses import CourseForm
from games.titles.battleships.orders.setup import SetUpForm
from games.titles.battleships.orders.targets import TargetForm
from games.titles.battleships.orders.torpedoes import TorpedoForm
from games.titles.battleships.seen.view import View


def captain(box: Box) -> Bot:
    """The bot, for this box."""
    odds = Odds(box.tables)

    def choose(view: View, question: Ask[Any], pick: Pick) -> Any:
        form, judge = question.form, Judgement(box, odds, view)
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
        return answer if legal else form.default()

    return choose
