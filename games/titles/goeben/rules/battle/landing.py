"""9.2 Landings of marines, and the capture of ports."""

from functools import partial

from games.kernel.forms import MayChoose
from games.kernel.text import Text
from games.kernel.unavailable import Unavailable
from games.titles.goeben.orders.orders import Landing
from games.titles.goeben.rules.battle import visibility
from games.titles.goeben.rules.battle.bombardment import is_defended
from games.titles.goeben.rules.captains import groups, roles
from games.titles.goeben.rules.captains.doctrine import doctrine_of
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Warship
from games.titles.goeben.visibility.notes import Notes

PROMPT = Text(
    "Which ship puts her Seebataillon ashore to take the port?", "港を占領するため、どの艦の海兵隊を上陸させますか。"
)
NO_MARINES = Text("There is no Seebataillon aboard.", "海兵隊が乗っていません。")
MARINES = "seebataillon"


async def landing(board: Board) -> str | None:
    """9.2, 9.2.2 After the bombardments, let marines capture an undefended Allied port. Bases cannot be captured.

    Return the key of the next step.
    """
    space = groups.current(board)
    if space is None:
        return "objective"
    carriers = _carriers(board, space)
    if carriers and may_be_taken(board, space):
        await _land(board, space, carriers)
    return groups.done(board, space, "landing", "objective")


def _carriers(board: Board, space: str) -> list[Warship]:
    """9.2 Return the ships in a space that have marines aboard."""
    return [ship for ship in board.ships_at(space) if MARINES in ship.cargo]


def _parties(notes: Notes, *, space: str) -> MayChoose:
    options = tuple(ship.id for ship in _carriers(notes, space))
    without = tuple(
        Unavailable(ship.id, "9.2.2", NO_MARINES) for ship in notes.ships_at(space) if ship.id not in options
    )
    return MayChoose(options=options, fallback=options[0], rule="9.2", unavailable=without)


def may_be_taken(board: Board, space: str) -> bool:
    """9.2, 9.2.5 Return True if marines can take the port in a space.

    It must be an Allied port, not a base. It must have no coastal defences, no Allied ships and no storm (13.chart).
    """
    port = ports.port_at(board, space)
    if port is None or port.side != "allied" or port.base:
        return False
    defended = is_defended(board, space) or board.enemies_at(space)
    return not defended and visibility.why_no_fighting(board, space) != "storm"


async def _land(board: Board, space: str, carriers: list[Warship]) -> None:
    """9.2 Land marines if the doctrine or the senior officer decides so.

    The first ship with marines (`carriers`) lands them, unless the officer names another.
    """
    seat = roles.senior(board, space)
    doctrine, options = doctrine_of(board, seat), tuple(ship.id for ship in carriers)
    chosen: str | None = options[0] if doctrine.has(Landing) else None
    if chosen is None and doctrine.asks("battle"):
        chosen = await roles.consult(board, seat, "land", "9.2", PROMPT, partial(_parties, space=space))
    if chosen is not None:
        board.ship(chosen).cargo.remove(MARINES)
        board.state.ashore[space] = chosen
        board.tell_at(space, told.PortTaken(space, chosen))
