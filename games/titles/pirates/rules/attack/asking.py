"""The short questions within a turn, for example for a reaction to an attack.

A seat answers them when they occur, or in advance by its reaction plan.
"""

from typing import TypeVar

from games.kernel.requests import Ask, ask
from games.kernel.standing_orders import apply_rules
from games.titles.pirates.state.board import Board
from games.titles.pirates.visibility.foreseen import FACTS, facts, kind_of_answer
from games.titles.pirates.visibility.view import view

T = TypeVar("T")


async def answered(board: Board, question: Ask[T]) -> T:
    """Return a seat's answer to a short question, such as whether to react to an attack.

    In the sealed tempo, the seat's reaction plan answers: by the first rule that fits, or with the form's default. A
    seat without a plan is asked.
    """
    plan = board.fleet(question.seat).reaction_plan
    if plan is None or question.kind not in FACTS:
        return await ask(question)
    known = facts(board.box, view(board, question.seat), question)
    found = apply_rules(plan, question, known, kind_of_answer)
    answer: T = question.form.default() if found is None else found.answer
    return answer
