"""The admiral, a bot that decides from its own view and the question, like any player.

Convoys follow their plans and keep together; identified blocks are shadowed and attacked with everything in range;
boats wait where convoys must pass. In a campaign convoys sail together in summer, and seldom; heavy ships of the Home
Fleet cover the laden ones.
"""

from typing import Any

from games.kernel.forms import RandomSource
from games.kernel.requests import Ask
from games.kernel.title import Bot
from games.titles.pq17.bot import fortnights
from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.bot.phase import phase_orders
from games.titles.pq17.bot.routes import plan_convoys
from games.titles.pq17.bot.striking import choose_strikes
from games.titles.pq17.components.contents import Box
from games.titles.pq17.orders.attacks import StrikesForm
from games.titles.pq17.orders.convoys import ConvoysForm
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.orders.planning import PlansForm
from games.titles.pq17.visibility.view import View


def admiral(box: Box) -> Bot:
    """Return the bot for this set of components."""

    def choose(view: View, question: Ask[Any], pick: RandomSource) -> Any:
        form = question.form
        answer: Any = form.default()
        if isinstance(form, PhaseForm) and question.kind == "orders":
            answer = phase_orders(Judgement(box, view), form, answer)
        elif isinstance(form, ConvoysForm):
            answer = fortnights.convoys(box, view, form)
        elif isinstance(form, StrikesForm):
            answer = choose_strikes(Judgement(box, view), form)
        elif isinstance(form, PlansForm):
            answer = plan_convoys(Judgement(box, view), form)
        elif question.kind == "bid":
            answer = fortnights.usual_bid(box, view)
        legal = next(form.problems(answer), None) is None
        return answer if legal else form.default()

    return choose
