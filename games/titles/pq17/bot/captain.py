"""The captain, a bot that decides from its own view and the question, as human players do.

Convoys follow their plans. Identified blocks are shadowed, and attacked with everything in range. Submarines wait where
convoys must pass. In a campaign, convoys sail in every winter fortnight; in summer they wait until many merchants have
gathered. Heavy ships of the Home Fleet cover the laden convoy.
"""

from typing import Any

from games.kernel.advice import Advice
from games.kernel.forms import RandomSource
from games.kernel.lapses import NO_LAPSES, Lapses
from games.kernel.requests import Ask
from games.kernel.title import Bot
from games.titles.pq17.bot import fortnights, words
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

USUAL = {
    "administration": words.UPKEEP,
    "air_defence": words.STANDING,
    "air_strike": words.STANDING,
    "appear": words.MIDDLE,
    "battle": words.STANDING,
    "dummies": words.USUAL_PLACES,
    "ev": words.NO_EV,
    "event": words.USUAL_EVENT,
    "options": words.NO_PURCHASE,
    "preparations": words.NO_CALL,
    "recall": words.COME_BACK,
    "refuse": words.ACCEPT_SEARCH,
    "revise": words.ON_COURSE,
    "set_up": words.USUAL_PLACES,
}
"""The captain's reason for giving the default answer, by kind of question."""


def captain(box: Box, *, cadet: bool = False) -> Bot:
    """Return the bot that plays with the components in `box`.

    `cadet`: True for a bot that makes the mistakes of a beginner.
    """

    def choose(view: View, question: Ask[Any], pick: RandomSource) -> Advice:
        form, judge = question.form, Judgement(box, view, Lapses(pick) if cadet else NO_LAPSES)
        answer: Any = form.default()
        if isinstance(form, PhaseForm) and question.kind == "orders":
            answer = phase_orders(judge, form, answer)
        elif isinstance(form, ConvoysForm):
            answer = fortnights.convoys(judge, form)
        elif isinstance(form, StrikesForm):
            answer = choose_strikes(judge, form)
        elif isinstance(form, PlansForm):
            answer = plan_convoys(judge, form)
        elif question.kind == "bid":
            answer = fortnights.usual_bid(judge)
        elif question.kind in USUAL:
            judge.reasons.say(USUAL[question.kind])
        legal = next(form.problems(answer), None) is None
        return judge.reasons.advice(answer) if legal else Advice(form.default())

    return Bot(choose)
