"""3.2 E, 11.0 The fuel phase: the turn marker moves; then fuel markers change and forces refuel."""

from games.titles.pq17.rules.forces.green_crews import note_training
from games.titles.pq17.rules.forces.torpedoes import reload_torpedoes
from games.titles.pq17.rules.fuel.marks import fuel_on_turn, needs_fuel, spend_fuel
from games.titles.pq17.rules.fuel.refuelling import may_refuel_at_sea, refill_oilers, refuel_at_sea
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.fuel import FuelFell
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Force

GERMAN_BOX = "german"
"""5.7.1 The box beside the map that holds the ports of Germany."""


def in_germany(board: Board, force: Force) -> bool:
    """11.4a, 5.7.1 Return True if an Axis force sails from Kiel or the German box."""
    return force.side == "axis" and force.at in (GERMAN_BOX, board.box.ports["kiel"].hex)


async def fuel(board: Board) -> str:
    """3.2e, 11.1–11.3 Move the turn marker, then update the fuel of all forces for the new turn.

    Also end the player phase, and reset what forces did in the turn. Returns the name of the next step.
    """
    ended = board.state.turn
    board.state.turn += 1
    for force in board.state.forces:
        if not force.is_dummy:
            if force.port:
                _in_port(board, force)
            elif force.at == GERMAN_BOX:
                _in_german_box(board, force)
            else:
                _at_sea(board, force, ended)
        force.moved, force.spent, force.from_port, force.refuelling = 0, 0, False, False
    board.state.phase, board.state.attacked = None, []
    return "turn_end"


def _at_sea(board: Board, force: Force, ended: int) -> None:
    """11.1, 11.3.2 Update the fuel marker of a force at sea, or refuel it; note that green crews were at sea (15.4.3b).

    `ended`: the turn that has ended.
    """
    force.resting = 0
    note_training(board, force)
    if force.refuelling and may_refuel_at_sea(board.box, force.counters):  # an oiler may have been lost since
        force.fuel = refuel_at_sea(board.box, force.counters, ended)
    elif force.fuel is not None and needs_fuel(board.box, force.counters):
        before, force.fuel = force.fuel, fuel_on_turn(board.box, spend_fuel(force.fuel, force.spent), board.state.turn)
        _tell(board, force, before, force.fuel)


def _tell(board: Board, force: Force, before: Fuel, now: Fuel) -> None:
    """11.2.2, 11.2.3 Tell the owner that a force is Critical, or that it is Low and on which turn it becomes Critical.

    `before`, `now`: its fuel before and after the phase.
    """
    if now.state != before.state:
        fell = FuelFell(force.side, force.id, "low", now.turn) if now.state == "low" else None
        board.tell_side(force.side, fell or FuelFell(force.side, force.id, "critical"))


def _in_german_box(board: Board, force: Force) -> None:
    """5.7.1, 11.3.1 Refuel a force that was in the German box for a whole turn, as in a port."""
    force.resting += 1
    if force.resting > 1:
        force.fuel = None
        refill_oilers(board.box, force.counters, permanent=True)


def _in_port(board: Board, force: Force) -> None:
    """11.3.1, 7.3.2b Refuel a force that was in port for a whole turn, and reload torpedoes; no fuel in Barentsburg."""
    port = board.box.ports[force.port]
    force.resting += 1
    if force.resting > 1:
        reload_torpedoes(board.box, force)
    if port.refuels and force.resting > 1:
        force.fuel = None
        refill_oilers(board.box, force.counters, permanent=port.use == "permanent")
