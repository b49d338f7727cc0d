"""3.2a The question for all orders of a phase. One form contains them."""

from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pq17.orders.doctrine import apply_instructions
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.air.missions import missions_part
from games.titles.pq17.rules.forces.battle_display import formations_part, set_formations
from games.titles.pq17.rules.movement.orders import moves_part, release_capital_ships
from games.titles.pq17.rules.special.parts import specials_part
from games.titles.pq17.state.board import Board


async def orders(board: Board) -> str:
    """3.2a Ask the phasing side for all orders of the phase at once. Each segment later carries out its own orders.

    Returns the name of the next step.
    """
    side = board.phase.side
    release_capital_ships(board, side)
    form = PhaseForm(
        forces=tuple(force.id for force in board.as_seen(board.forces_of(side))),
        moves=moves_part(board, side),
        missions=missions_part(board, side),
        specials=specials_part(board, side),
        formations=formations_part(board, side),
        is_first=board.state.turn == board.state.start,
    )
    question = Ask(
        key="orders",
        kind="orders",
        seat=side,
        rule="3.2",
        prompt=Text("Your orders for this phase. Without any, all carry on.", "このフェーズの命令。なければ計画続行。"),
        form=form,
    )
    board.phase.orders = await ask(question)
    set_formations(board)
    board.state.instructions[side] = apply_instructions(board.state.instructed(side), board.phase.orders)
    return "photo"
