"""3.2 A, 9.1 The weather phase: the dice, and in a gale a card for each convoy at sea (9.2.5a)."""

from msgspec import structs

from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.rules.forces.deck import draw_cards, shuffle_decks
from games.titles.pq17.rules.weather.gale import is_halted
from games.titles.pq17.rules.weather.weather import roll_weather
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.movement import GaleRead
from games.titles.pq17.state.events.operation import TurnBegan
from games.titles.pq17.state.state import Force, Sky


async def weather(board: Board) -> str:
    """9.1 Roll the weather of the turn for the whole map. A gale before the start makes play start now (8.3).

    Returns the name of the next step.
    """
    state = board.state
    shuffle_decks(board)
    forecast = await roll_weather(board.box, board.operation.calendar_month, state.sky.kind if state.turn > 1 else None)
    local = {coast: (kind, until) for coast, (kind, until) in state.sky.local.items() if until >= state.turn}
    state.sky = Sky(kind=forecast.weather, dispersal=forecast.disperses, local=local)
    board.tell(TurnBegan(state.turn, board.is_day, forecast.weather, forecast.dice))
    if state.turn < state.start and forecast.weather == "gale":
        state.start, state.due_start = state.turn, state.start
    if state.turn < state.start:
        return "fuel"
    return "start" if state.turn == state.start else "gale"


async def gale(board: Board) -> str:
    """9.2.5a Draw a card for each convoy at sea in a gale. Only the convoy's owner learns the effect.

    A convoy with a red octagon does not move. A convoy with a boxed D disperses in its movement segment (9.3.2).
    Returns the name of the next step.
    """
    sky = board.state.sky
    if sky.kind == "gale":
        for force in board.as_seen(board.state.forces):
            if force.kind == "convoy" and force.at_sea:
                await _gale_card(board, force)
        for side in SIDES:
            board.tell_side(side, GaleRead(side, *_halted(board, side)))
    return "allied_phase"


def _halted(board: Board, side: Side) -> tuple[tuple[str, ...], tuple[str, ...]]:
    own = [force.id for force in board.forces_of(side)]
    sky = board.state.sky
    return tuple(name for name in own if name in sky.stopped), tuple(name for name in own if name in sky.dispersing)


async def _gale_card(board: Board, force: Force) -> None:
    cards = await draw_cards(board, force.side, 1, key=f"gale.{board.called(force)}", rule="9.2.5a")
    sky = board.state.sky
    stopped = [*sky.stopped, force.id] if is_halted(cards) else sky.stopped
    dispersing = [*sky.dispersing, force.id] if cards[0].disperses and force.side == "allied" else sky.dispersing
    board.state.sky = structs.replace(sky, stopped=stopped, dispersing=dispersing)
