"""10.0 Repairs."""

from games.kernel.requests import roll
from games.titles.goeben.components.pieces import Track
from games.titles.goeben.orders.orders import Repair
from games.titles.goeben.orders.prospects import REPAIRED
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.rules.ships.cargo import carries
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Warship


def damage(board: Board, ship: Warship) -> dict[str, int]:
    """10.0, 10.0.1 Return the number of boxes to repair by track; undamaged tracks are left out."""
    display = board.display(ship)
    found = {track: getattr(display, track) - getattr(ship, track) for track in REPAIRED}
    return {track: boxes for track, boxes in found.items() if boxes > 0}


def crews(board: Board) -> dict[str, int]:
    """10.1 Return the number of repair dice that a crew of each kind adds."""
    numbers = board.box.numbers.repair
    return {"reserve_crew": numbers.reserve_crew, "damage_control": numbers.damage_control}


def dice(board: Board, ship: Warship) -> int:
    """10.1, errata: Return the number of repair dice of a ship, at least 0 (10.1.2).

    The number depends on leadership, the crews aboard, the place (10.1.1) and a friendly ship there.
    """
    friendly = ship.at in board.state.friendly_ships
    aboard = sum(carries(ship, kind) * by for kind, by in crews(board).items())
    help_ = board.box.numbers.outfitting.friendly_ship_repair_dice if friendly else 0
    return max(ship.leadership + aboard + _place(board, ship.at) + help_, 0)


def _place(board: Board, space: str) -> int:
    """10.1.1, 10.0.2 Return the dice that the place of a ship adds or (negative) removes.

    An Allied port that is not captured changes nothing.
    """
    chart, port = board.box.charts.repair, ports.port_at(board, space)
    if port is None:
        return chart.sea
    if port.side == "allied":
        return 0
    if port.side == "captured":
        return chart.captured
    if port.side == "neutral":
        return chart.neutral_base if port.base else chart.neutral_port
    return chart.friendly_base if port.base else chart.friendly_port


def allotted(board: Board, ship: Warship, order: Repair | None) -> dict[str, int]:
    """10.1 Return the number of dice for each damaged track: as ordered, but together no more than the ship has.

    Without an order, the dice are divided equally.
    """
    hurt, left = damage(board, ship), dice(board, ship)
    if order is None:
        tracks = list(hurt)
        return {track: (left + len(tracks) - 1 - place) // len(tracks) for place, track in enumerate(tracks)}
    found: dict[str, int] = {}
    for track in hurt:
        found[track] = min(int(getattr(order, track) or 0), left - sum(found.values()))
    return found


async def mend_ship(board: Board, ship: Warship, order: Repair | None) -> bool:
    """10.1 Roll the repair dice of each track. Each success restores a box, up to the track's start value.

    Return True if dice failed, so that fewer boxes were restored than was possible.
    """
    failed = False
    for track, count in allotted(board, ship, order).items():
        if count:
            failed |= await _restore(board, ship, track, count)  # type: ignore[arg-type]
    return failed


async def _restore(board: Board, ship: Warship, track: Track, count: int) -> bool:
    values = await roll(*[6] * count, key=board.occasion(f"repair.{ship.id}.{track}"), rule="10.1")
    hits = sum(value >= board.box.charts.repair.success for value in values)
    repaired = min(hits, damage(board, ship)[track])
    setattr(ship, track, getattr(ship, track) + repaired)
    board.tell_at(ship.at, told.RepairRolled(ship.id, track, values, repaired, getattr(ship, track)))
    return repaired < min(count, damage(board, ship).get(track, 0) + repaired)
