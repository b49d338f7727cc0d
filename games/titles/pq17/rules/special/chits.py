"""12.0 The chits: drawn in secret before the operation, kept hidden, and shown in the confirmation phase."""

from games.kernel.requests import draw as drawn
from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.rules.forces.situations import chit_for, show_chit
from games.titles.pq17.rules.special.fortnights import recruit_cobweb, stays_hidden
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.special import ChitDrawn, ChitShown
from games.titles.pq17.state.state import Chit, Convoy, Force

OFFENSIVE = "ground_offensive"


async def draw(board: Board) -> str:
    """3.1 B, 12.0 Draw a chit for the Allied player, then one of the other chits for the Axis player.

    Returns the name of the next step.
    """
    board.state.cup = board.state.cup or list(board.box.situations)
    for side in SIDES:
        await _draw(board, side)
    return "set_up_axis" if board.state.roster is None else "bid"


async def _draw(board: Board, side: Side) -> None:
    """12.0, 12.6 Draw one chit for a side, which only that side reads.

    Ground Offensive is shown at once, and another chit is drawn.
    """
    aside: list[str] = []
    while True:
        (letter,) = await drawn(board.state.cup, 1, key=f"chit.{side}.{len(aside)}", rule="12.0")
        board.state.cup.remove(letter)
        situation = recruit_cobweb(board, letter, board.box.situation(board.operation, side, letter))
        if situation != OFFENSIVE:
            break
        aside.append(letter)
        if len(aside) == 1:
            board.state.offensive[side] = letter
            board.emit(ChitShown(side, letter, situation), to=("*",))
    board.state.cup += aside[1:]
    board.state.chits[side] = Chit(letter, situation)
    board.tell_of(side, ChitDrawn(side, letter, situation), ChitDrawn(side))


def tromso_block(board: Board, name: str) -> Force:
    """12.0b, 4.1.3a Return the Axis force that begins at Tromso: a convoy if the chit provides one, else a dummy.

    `name`: the id of the force.
    """
    special, chit = board.box.special.axis_convoy, chit_for(board, "axis", "axis_convoy")
    at, port = board.box.ports[special.port].hex, special.port
    if chit is None:
        return Force(id=name, side="axis", kind="dummy", block=0, at=at, port=port)
    holds = special.holds(chit.letter)
    voyage = Convoy(destinations=(special.goal,), destination=special.goal)
    counters = [Counter("es_german", holds.escorts), Counter("mv_german", holds.merchants)]
    return Force(id=name, side="axis", kind="convoy", block=0, at=at, port=port, counters=counters, convoy=voyage)


def show_all(board: Board) -> None:
    """12.0a, 3.3 A Show the chits of both sides in the confirmation phase, except Cobweb in a campaign (12.1a)."""
    for side in SIDES:
        if not stays_hidden(board, side):
            show_chit(board, side)
