"""The small questions of a turn, which a seat answers when they occur or in advance by its reaction plan."""

from typing import TypeVar

from games.kernel.requests import Ask, ask
from games.kernel.standing_orders import apply_rules
from games.titles.pirates.state.board import Board
from games.titles.pirates.visibility.foreseen import FACTS, facts, kind_of_answer
from games.titles.pirates.visibility.view import view

T = TypeVar("T")


async def answered(board: Board, question: Ask[T]) -> T:
    """Return a seat's answer to a small question.

    In the sealed tempo it comes from the reaction plan, otherwise the seat is asked now.

    If no rule of the plan fits, the answer is the form's default. A seat that never gave a plan is asked now.
    """
    plan = board.fleet(question.seat).reaction_plan
    if plan is None or question.kind not in FACTS:
        return await ask(question)
    known = facts(board.box, view(board, question.seat), question)
    found = apply_rules(plan, question, known, kind_of_answer)
    answer: T = question.form.default() if found is None else found.answer
    return answer
