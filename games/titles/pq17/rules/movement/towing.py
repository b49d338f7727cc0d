"""5.1.1 Towing: ships Dead in the Water are taken in tow, or sink at the end of a combine segment."""

from msgspec import structs

from games.titles.pq17.components.pieces import CAPITAL_SHIPS, CARRIERS, Ship
from games.titles.pq17.rules.forces.hits import is_changed, update_after_losses
from games.titles.pq17.rules.forces.victory_points import record_ship_lost
from games.titles.pq17.rules.search.casualties import remove_carrier_aircraft
from games.titles.pq17.rules.search.shadowing import release_convoyless_packs
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.movement import Scuttled, Towed
from games.titles.pq17.state.state import Force


def tow_or_sink(board: Board) -> None:
    """7.0e, 5.1.1a, 3.2d, 15.4.3a Tow or sink the ships of both sides that are Dead in the Water at sea.

    The owner's standing instruction decides whether a ship is taken in tow; otherwise she sinks now. A ship with a
    green crew always sinks.
    """
    afloat = [one for one in board.state.forces if not one.port and one.kind != "dummy"]
    for force in board.as_seen([one for one in afloat if _wrecks(one) or is_changed(board, one)]):
        for wreck in _wrecks(force):
            _see_to(board, force, wreck)
        update_after_losses(board, force)
    release_convoyless_packs(board)


def _wrecks(force: Force) -> list[Counter]:
    """5.1.1a Return the ships Dead in the Water that are not in tow yet."""
    return [one for one in force.counters if one.dead and not one.towed]


def _see_to(board: Board, force: Force, wreck: Counter) -> None:
    may = board.state.instructed(force.side).tows == "yes" and not wreck.green
    tug = _tug(board, force, wreck) if may else None
    if tug is None:
        force.counters.remove(wreck)
        record_ship_lost(board, force, wreck.ship, wreck.at_stake(board.box.ships[wreck.ship]), "scuttled")
        if board.box.ships[wreck.ship].type in CARRIERS:
            remove_carrier_aircraft(board, force, wreck.ship)
        board.tell(Scuttled(force.side, force.block, force.at, wreck.ship))
        return
    wreck.towed = True
    board.tell_side(force.side, Towed(force.side, force.id, wreck.ship, tug.ship))


def _tug(board: Board, force: Force, wreck: Counter) -> Counter | None:
    """5.1.1 Let a ship of the force take a wreck in tow, and return her counter; None if no ship can tow.

    A capital ship needs a cruiser or larger; other ships need at least a step of destroyers. The ship that tows must be
    undamaged and not tow already. From a counter of several destroyers one ship is split off.
    """
    for one in force.counters:
        ship = board.box.ships[one.ship]
        if one is wreck or not one.is_able() or one.tows or not may_tow(ship, board.box.ships[wreck.ship]):
            continue
        if ship.is_single or one.strength == 1:
            one.tows = True
            return one
        one.strength -= 1
        tug = structs.replace(one, strength=1, tows=True)
        force.counters.append(tug)
        return tug
    return None


def may_tow(ship: Ship, wreck: Ship) -> bool:
    """5.1.1 Return True if a ship is large enough to tow a wreck."""
    return ship.is_heavy or (ship.type == "dd" and wreck.type not in CAPITAL_SHIPS)


def cast_off(board: Board, force: Force) -> None:
    """5.1.1b Cast off all tows of a force in its own naval movement segment; towed ships become Dead in the Water."""
    for one in force.counters:
        one.towed = one.tows = False
