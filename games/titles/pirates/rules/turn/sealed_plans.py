"""The sealed tempo: all questions are asked at the beginning of a turn, which then runs to its end.

The active player's plan and the other players' reaction plans are given at the same time. A reaction plan remains in
force until its player changes it. The state contains all reaction plans; each player sees only the player's own plan.
"""

from typing import Any

from games.kernel.requests import Ask, ask_all
from games.kernel.text import Text
from games.orders.rule_plan import RulePlan
from games.titles.pirates.components.box import Box
from games.titles.pirates.components.options import Options
from games.titles.pirates.orders.orders import PlanOrder
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.state import Fleet
from games.titles.pirates.visibility.foreseen import foreseen_kinds, idle_kinds

KIND = "reactions"
RULE = "3.2.2"
PROMPT = Text(
    "How do you react when you are attacked? Your rules hold until you change them; the first that fits is followed.",
    "攻撃されたときのリアクションを決めておいてください。変更するまで有効で、最初に当てはまるルールに従います。",
)


async def ask_plans(
    board: Board, question: Ask[tuple[PlanOrder, ...]] | None, *, attacks: bool = True
) -> tuple[PlanOrder, ...]:
    """Ask for the plans of a turn, and return the active player's plan.

    The active player gets the `question`, if it is not None. In the sealed tempo, if attacks are possible (`attacks`),
    the opponents are asked for their reaction plans at the same time. In an extra turn (3.3.37) the reaction plans of
    the turn before remain in force.
    """
    asked: dict[str, Ask[Any]] = {} if question is None else {question.seat: question}
    if attacks and board.sealed:
        asked |= {
            fleet.seat: _question(board, fleet) for fleet in board.opponents(board.turn.seat) if _is_asked(board, fleet)
        }
    answers = await ask_all(asked)
    for seat, answer in answers.items():
        if seat != board.turn.seat:
            board.fleet(seat).reaction_plan = list(answer)
    orders: tuple[PlanOrder, ...] = answers.get(board.turn.seat, ())
    return orders


def _is_asked(board: Board, fleet: Fleet) -> bool:
    """Return True if, by public information, a seat may have a decision in this turn of another player."""
    if board.is_phantom(fleet.seat):
        return False
    return bool(fleet.hand or fleet.prizes) and not (board.turn.is_extra and fleet.reaction_plan is not None)


def _question(board: Board, fleet: Fleet) -> Ask[Any]:
    form = reaction_plan(board.box, tuple(fleet.reaction_plan or ()), board.state.options)
    return Ask(key=KIND, kind=KIND, seat=fleet.seat, rule=RULE, prompt=PROMPT, form=form, is_standing=True)


def reaction_plan(box: Box, present: tuple[Any, ...] = (), options: Options | None = None) -> RulePlan:
    """Return the form of a reaction plan. Without an answer, the plan `present` remains in force.

    With `options`, the form offers only rules for questions that a game with these options may ask.
    """
    idle = idle_kinds(options) if options is not None else frozenset()
    return RulePlan(kinds=foreseen_kinds(box), fallback=present, rule=RULE, idle=tuple(sorted(idle)))
