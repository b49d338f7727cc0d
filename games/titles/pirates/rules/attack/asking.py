"""A small question of a turn: put to its seat now, or answered from the plan that the seat gave ahead."""

from typing import TypeVar

from games.kernel.foreseen import follow
from games.kernel.requests import Ask, ask
from games.titles.pirates.seen.foreseen import FACTS, facts, kin
from games.titles.pirates.seen.view import view
from games.titles.pirates.table.sea import Sea

T = TypeVar("T")


async def answered(sea: Sea, question: Ask[T]) -> T:
    """A seat's answer to a small question: asked for now or, in the sealed tempo, taken from the plan it has given.

    Where no rule of the plan fits, the form's default is the answer. One who was never asked for a plan is asked now.
    """
    plan = sea.fleet(question.seat).reaction_plan
    if plan is None or question.kind not in FACTS:
        return await ask(question)
    known = facts(sea.box, view(sea, question.seat), question)
    found = follow(plan, question, known, kin)
    answer: T = question.form.default() if found is None else found.answer
    return answer
