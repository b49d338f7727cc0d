"""17.0 The Objective Phase: whether the mission is fulfilled, and how it ends."""

from games.kernel.forms import Choose
from games.kernel.text import Text
from games.titles.goeben.components.pieces import Mission
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import campaign as told
from games.titles.goeben.visibility.notes import Notes

DECLARE = Text(
    "Your orders are fulfilled. Do you end the mission, or sail on for more points?",
    "任務の条件を満たしました。任務を終えますか、得点を求めて続けますか？",
)


async def objective(board: Board) -> str | None:
    """17.0 End the mission if it is fulfilled, after the last day, or when all ships are lost.

    Return the key of the next step; None if the game is over. The players of a campaign may play on after they have
    fulfilled the mission (17.0.1). The mission then counts as won in any case.
    """
    state, campaign, now = board.state, board.state.campaign, fulfilled(board)
    won = now or (campaign is not None and campaign.met)
    over = state.turn >= state.days or not board.afloat
    if now and not over and campaign is not None and await _sails_on(board):
        campaign.met = True
        board.tell(told.MissionGoesOn(state.mission))
        return "morning"
    if not now and not over:
        return "morning"
    why = "fulfilled" if won else "all_sunk" if not board.afloat else "too_late"
    board.tell(told.MissionEnded(state.mission, won, state.vp, state.turn, why))
    if campaign is not None:
        campaign.done.append((state.mission, won))
        campaign.met = False
        return "debrief"
    state.over, state.verdict = True, "won" if won else "lost"
    return None


def fulfilled(board: Board) -> bool:
    """17.0, 17.orders, 17.0.3 Return True if the mission is fulfilled: by its points, destroyed defences, and place."""
    mission = board.box.missions[board.state.mission]
    silenced = not any(board.state.forts.get(port) for port in mission.forts)
    return board.state.vp >= mission.points and silenced and arrived(board, mission)


def arrived(board: Board, mission: Mission) -> bool:
    """17.orders, 20.0.3, 17.0.2 Return True if a German ship is where the mission must end."""
    return any(_serves(board, mission, ship.at) for ship in board.afloat)


def _serves(board: Board, mission: Mission, space: str) -> bool:
    """17.orders.1 Return True if a mission may end in a space: its own space, or a base of its side.

    A captured port is neither friendly nor neutral.
    """
    port = ports.port_at(board, space)
    return space == mission.space or (port is not None and port.base and port.side in mission.bases)


async def _sails_on(board: Board) -> bool:
    """17.0.1 Ask whether the players play on although they have won; return True if they do."""
    return await roles.consult(board, roles.fleet(board), "declare", "17.0", DECLARE, _declaration) == "sail_on"


def _declaration(notes: Notes) -> Choose:
    return Choose(options=("end", "sail_on"), rule="17.0")
