"""The sealed tempo: what is asked at the beginning of a turn, so that the turn runs through.

The active player's plan and the reaction plans of the others are given at the same time. A reaction plan stays until
its player changes it; it lies in the state, and its owner alone sees it.
"""

from typing import Any

from games.kernel.plans import RulePlan
from games.kernel.requests import Ask, all_of
from games.kernel.text import Text
from games.titles.pirates.box.components import Box
from games.titles.pirates.orders.orders import PlanOrder
from games.titles.pirates.seen.foreseen import foreseen_kinds
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Fleet

KIND = "reactions"
RULE = "3.2.2"
PROMPT = Text(
    "How do you react when you are attacked? Your rules hold until you change them; the first that fits is followed.",
    "攻撃されたときのリアクションを決めておいてください。変更するまで有効で、最初に当てはまるルールに従います。",
)


async def plans(
    sea: Sea, question: Ask[tuple[PlanOrder, ...]] | None, *, attacks: bool = True
) -> tuple[PlanOrder, ...]:
    """The active player's plan, if there is a question for it, and with it the reaction plans of those it may touch.

    In an extra turn (3.3.37) the reaction plans stand that were given for the turn before.
    """
    asked: dict[str, Ask[Any]] = {} if question is None else {question.seat: question}
    if attacks and sea.sealed:
        asked |= {fleet.seat: _question(sea, fleet) for fleet in sea.opponents(sea.turn.seat) if _is_asked(sea, fleet)}
    answers = await all_of(asked)
    for seat, answer in answers.items():
        if seat != sea.turn.seat:
            sea.fleet(seat).reaction_plan = list(answer)
    orders: tuple[PlanOrder, ...] = answers.get(sea.turn.seat, ())
    return orders


def _is_asked(sea: Sea, fleet: Fleet) -> bool:
    """Whether, for all that everybody can see, the seat may have something to decide in another's turn."""
    if sea.is_phantom(fleet.seat):
        return False
    return bool(fleet.hand or fleet.prizes) and not (sea.turn.is_extra and fleet.reaction_plan is not None)


def _question(sea: Sea, fleet: Fleet) -> Ask[Any]:
    form = reaction_plan(sea.box, tuple(fleet.reaction_plan or ()))
    return Ask(key=KIND, kind=KIND, seat=fleet.seat, rule=RULE, prompt=PROMPT, form=form, stands=True)


def reaction_plan(box: Box, present: tuple[Any, ...] = ()) -> RulePlan:
    """The form of a reaction plan; without an answer, what stands at `present` stays."""
    return RulePlan(foreseen=foreseen_kinds(box), fallback=present, rule=RULE)
