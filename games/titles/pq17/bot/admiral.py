"""The admiral: convoys go by their plans and keep company, what is found is followed and attacked with all that reaches
it, and boats lie where convoys must pass. In a campaign convoys sail together by summer, and seldom; heavy ships of the
Home Fleet cover those that are laden.

He sees his own view and the question, like any player.
"""

from typing import Any

from games.kernel.forms import Pick
from games.kernel.requests import Ask
from games.kernel.title import Bot
from games.titles.pq17.bot import fortnights
from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.bot.phase import phase_orders
from games.titles.pq17.box.contents import Box
from games.titles.pq17.orders.convoys import ConvoysForm
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.seen.view import View


def admiral(box: Box) -> Bot:
    """The bot, for this box."""

    def choose(view: View, question: Ask[Any], pick: Pick) -> Any:
        form = question.form
        answer: Any = form.default()
        if isinstance(form, PhaseForm) and question.kind == "orders":
            answer = phase_orders(Judgement(box, view), form, answer)
        elif isinstance(form, ConvoysForm):
            answer = fortnights.convoys(box, view, form)
        elif question.kind == "bid":
            answer = fortnights.usual_bid(box, view)
        legal = next(form.problems(answer), None) is None
        return answer if legal else form.default()

    return choose
