"""3.1(1), 4.1, 10.2, 10.10 The start of a turn: the sighting distance, command chits and aircraft."""

from games.kernel.events import EVERYBODY
from games.kernel.requests import draw_lots, roll
from games.titles.battleships.components import hexes
from games.titles.battleships.rules.sighting.sight import SPOTTERS
from games.titles.battleships.state.board import Board, nation_of
from games.titles.battleships.state.events.sighting import Astray, ChitsDrawn, Sighted, Spotting, TurnBegan
from games.titles.battleships.state.state import Ship

CHITS = tuple("0123456789")


async def sighting(board: Board) -> str:
    """3.1(1) Set the sighting distance of the turn and find the ships that lose command.

    Return the key of the next step.
    """
    state = board.state
    state.turn += 1
    state.lights, state.markers, state.bombarding = [], [], ""
    state.chits, state.called, state.astray, state.spotting = {}, [], [], []
    board.tell(TurnBegan(state.turn, board.inferior))
    await _look(board)
    if board.options.command:
        for side in (board.inferior, board.superior):
            await _draw(board, side)
    await spot(board, board.inferior)
    return "first_targets"


async def _look(board: Board) -> None:
    """4.1 Set the sighting distance: the scenario's base plus a die.

    11.8 In squalls, a six means another die, which is subtracted from the base; the result is at least 1.
    """
    base = board.battle.sight
    (die,) = await roll(6, key="sight", rule="4.1")
    if board.battle.squalls and die == 6:
        (again,) = await roll(6, key="squall", rule="11.8")
        board.state.sight = max(1, base - again)
        board.tell(Sighted(base, (die, again), board.state.sight, squall=True))
        return
    board.state.sight = base + die
    board.tell(Sighted(base, (die,), board.state.sight))


async def _draw(board: Board, side: str) -> None:
    """10.10 Draw command chits for a side, as many as its nation's level.

    10.10a Each chit has a figure. The side's ships in hexes whose numbers end in a drawn figure lose command.
    """
    level = board.tables.command.levels[nation_of(side)]
    chits = await draw_lots(CHITS, level, key=f"chits.{side}", rule="10.10")
    board.state.chits[side] = chits
    board.tell(ChitsDrawn(side, tuple(chits)))
    hit = [ship for ship in board.fleet(side) if ship.at[-1] in chits and not board.counter(ship).battery]
    board.state.called += [ship.id for ship in hit]
    flag = board.state.flags.get(side, "")
    lost = _lost(board, hit, flag)
    board.state.astray += lost
    if flag:
        board.state.suspects[side] = [name for name in board.suspects(side) if _lost(board, hit, name) == lost]
    if lost:
        board.emit(Astray(side, tuple(lost)), to=(side,))


def _lost(board: Board, hit: list[Ship], flag: str) -> list[str]:
    """10.10d Return the ships in `hit`, those in hexes of drawn chits, that the flagship does not keep under command.

    It keeps itself and the ships within sighting distance under command. `flag` is "" without the option.
    """
    at = board.ship(flag).at if flag else ""
    if not at:
        return [ship.id for ship in hit]
    return [ship.id for ship in hit if hexes.distance(at, ship.at) > board.state.sight]


async def spot(board: Board, side: str) -> None:
    """10.2 Roll a die for a side's aircraft, which fly only by day. They fly on an even die."""
    carried = any(board.counter(ship).kind in SPOTTERS for ship in board.fleet(side))
    if not board.options.aircraft or board.battle.night or not carried:
        return
    (die,) = await roll(6, key=f"aircraft.{side}", rule="10.2")
    if die % 2 == 0:
        board.state.spotting.append(side)
    board.emit(Spotting(side, die, up=die % 2 == 0), to=EVERYBODY)
