"""12.1, 12.2.1 Special situations that have effects in later fortnights of a campaign."""

from collections.abc import Sequence

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.components.turns import Turn, read_turn
from games.titles.pq17.rules.forces.situations import NONE
from games.titles.pq17.rules.search.identification import identify_block
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.special import ChitShown
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import Force

COBWEB = "cobweb"
BETRAYED = 2
"""12.1 The number of convoys that Cobweb betrays. It is also the ID level to which Cobweb raises them."""
COBWEB_PORT = "reykjavik"


class Return(Struct, frozen=True, gc=False):
    """12.2.1 The effect of a chit on ships that broke out into the Atlantic.

    `shown`: the turn on which the chit is shown; None means at once. `warning`: the turn of the ships' Fuel Warning;
    None if the ships never return.
    """

    shown: Turn | None = None
    warning: Turn | None = None


def return_of(box: Box, letter: str) -> Return:
    """12.2.1, 12.2.1b Return the effect of the chit with this letter on ships that broke out in the last fortnight.

    Raises LookupError for a letter without such an effect.
    """
    line = box.special.break_out.returning(letter)
    shown = read_turn(line.turn) if line.turn else None
    return Return(shown, read_turn(line.warning) if line.warning else None)


def western_edge(board: Board) -> tuple[str, ...]:
    """12.2.1a Return the hexes of the western edge on which returning ships may appear.

    Hexes with solid pack or doubtful ice are left out.
    """
    found = (one for one in board.box.hexes.values() if one.door == "atlantic" and one.is_sea)
    ice = ((one.id, board.box.ice(board.operation, one.zone)) for one in found)
    return tuple(sorted(name for name, expected in ice if expected.certain and expected.ice != "solid_pack"))


def place_returned(
    board: Board, counters: Sequence[Counter], at: str, dummy_at: str, warning: Turn, names: tuple[str, str]
) -> list[Force]:
    """12.2.1a Put the returning task force and a dummy on the western edge, unidentified; return the placed forces.

    This happens in the Axis event segment of the turn after the chit was shown. `counters`: the returning ships. `at`:
    the hex of the force. `dummy_at`: the hex of the dummy; "" if none is left. `warning`: the turn of the Fuel Warning.
    `names`: the ids of the force and of the dummy. Raises ValueError, with the number of the rule as its message, if a
    hex is not open.
    """
    if not {at, dummy_at or at} <= set(western_edge(board)):
        raise ValueError("12.2.1a")
    fuel = Fuel(warning.number)
    force = Force(id=names[0], side="axis", kind="task_force", block=0, at=at, counters=list(counters), fuel=fuel)
    new = [force]
    if dummy_at:
        new.append(Force(id=names[1], side="axis", kind="dummy", block=0, at=dummy_at))
    for one in sorted(new, key=lambda block: block.at):  # numbers in an order that reveals nothing (1.2b)
        board.bring(one)
    return new


def recruit_cobweb(board: Board, letter: str, situation: str) -> str:
    """12.1 Return the situation that a drawn chit gives. The Cobweb chit has an effect only once in a campaign.

    When the Cobweb chit is first drawn, the fortnight is recorded; the agent Cobweb reports from the next fortnight on.
    When the chit is drawn again, it gives no situation. `letter`: the letter of the chit. `situation`: the situation on
    the chit.
    """
    roster = board.state.roster
    if situation != COBWEB or roster is None:
        return situation
    if roster.cobweb >= 0:
        return NONE
    roster.cobweb, roster.agent = roster.fortnight, letter
    return situation


def stays_hidden(board: Board, side: Side) -> bool:
    """12.1a Return True if a side's chit is Cobweb, which stays hidden when an operation of a campaign ends.

    The chit is shown when Cobweb betrays the first convoy.
    """
    chit = board.state.chits.get(side)
    return board.state.roster is not None and chit is not None and chit.situation == COBWEB


def relaxes_patrol(roster: Roster) -> bool:
    """12.1, 15.8.1a Return True if Cobweb relaxes Patrol White, so that no ship must be in the strait.

    This lasts from the first convoy that Cobweb betrays until the second.
    """
    return 0 < len(roster.betrayed) < BETRAYED


async def betray_convoys(board: Board) -> None:
    """12.1, 12.1a Raise each of the next two convoys that sail from Reykjavik to ID 2 on the turn it sails.

    The enemy gets the usual report on the convoy. The chit is shown with the first convoy.
    """
    roster = board.state.roster
    if roster is None or not 0 <= roster.cobweb < roster.fortnight:
        return
    sailing = {one.id for one in board.operation.convoys if one.port == COBWEB_PORT}
    for force in board.as_seen([one for one in board.forces_of("allied") if one.at_sea and one.id in sailing]):
        if force.id not in roster.betrayed and len(roster.betrayed) < BETRAYED:
            roster.betrayed.append(force.id)
            if len(roster.betrayed) == 1:
                board.emit(ChitShown("axis", roster.agent, COBWEB), to=("*",))
            await identify_block(board, force, BETRAYED, "situation", key=f"cobweb.{len(roster.betrayed)}")
