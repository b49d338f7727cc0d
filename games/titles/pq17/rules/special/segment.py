"""12.2, 12.12 Forces that leave the map in the movement segment, for the Atlantic or the Kara Sea."""

from games.titles.pq17.components.pieces import SIDES
from games.titles.pq17.rules.forces.hits import note_crippled
from games.titles.pq17.rules.forces.situations import breaks_out, chit_for, heavy_points, show_chit
from games.titles.pq17.rules.forces.victory_points import book_points
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.special import KaraEntered, MapLeft, Settled
from games.titles.pq17.state.state import Convoy, Force, Loss

ATLANTIC, KARA = "atlantic", "kara_sea"
KARA_CONVOY = "kara_convoy"
"""12.12a The id of the Soviet convoy in the Kara Sea."""


def after_movement(board: Board) -> None:
    """12.2, 12.12a Remove forces that are in the Atlantic, and record German forces that are in the Kara Sea.

    The first German force there finds a convoy.
    """
    for force in board.as_seen([one for side in SIDES for one in board.forces_of(side) if one.at == ATLANTIC]):
        leave_map(board, force)
    for force in board.as_seen([one for one in board.forces_of("axis") if one.at == KARA]):
        _enter_kara(board, force)
    board.tell(Settled("movement"))


def leave_map(board: Board, force: Force) -> None:
    """12.2, 12.2b Remove a force that breaks out into the Atlantic, and show the chit.

    Heavy ships score if they leave at least seven turns before their Fuel Warning. The removed ships do not count as
    losses.
    """
    special = board.box.special.break_out
    in_time = force.fuel is None or (force.fuel.state == "full" and _turns_left(board, force) >= special.turns)
    scores = in_time and breaks_out(board.box, force.counters) and chit_for(board, force.side, "break_out") is not None
    show_chit(board, force.side)
    ships = tuple(one.ship for one in force.counters)
    board.tell(MapLeft(force.side, next(iter(force.trail[-2:-1]), force.at), ships, scores))
    if scores:
        points = heavy_points(board.box, force.counters, capital_ship=special.capital_ship, cruiser=special.cruiser)
        book_points(board, -points, "break_out")
    for one in force.counters:
        board.state.losses.append(Loss(force.side, one.ship, one.strength, board.state.turn, "left"))
    note_crippled(board, [one.ship for one in force.counters if one.crippled])
    board.state.shadows = [one for one in board.state.shadows if force.id not in (one.target, one.who)]
    board.remove(force)


def _turns_left(board: Board, force: Force) -> int:
    """11.1.3, 12.2 Return the turns until a force's Fuel Warning, minus the extra fuel that it burned this turn."""
    return force.fuel.turn - force.spent - board.state.turn if force.fuel is not None else 0


def _enter_kara(board: Board, force: Force) -> None:
    """12.12, 12.12a Record that a force has entered the Kara Sea.

    When the first one enters, the chit is shown, and a small, laden Soviet convoy is put there.
    """
    chit = chit_for(board, "axis", "wunderland")
    if chit is None or force.id in chit.forces:
        return
    first = not chit.forces
    chit.forces.append(force.id)
    if first:
        show_chit(board, "axis")
        board.tell(KaraEntered())
        counters = [Counter(one.kind, one.strength) for one in board.box.special.wunderland.entries]
        voyage = Convoy(laden=True)
        convoy = Force(id=KARA_CONVOY, side="allied", kind="convoy", block=0, at=KARA, counters=counters, convoy=voyage)
        board.bring(convoy)
        convoy.told = sum(one.strength for one in counters if board.box.ships[one.ship].is_warship)
        board.identify(convoy, 1)
        board.report(convoy, 1, "situation")


def clear_kara(board: Board) -> None:
    """12.12b Remove the convoy in the Kara Sea when the operation ends, without points."""
    for force in [one for one in board.state.forces if one.id == KARA_CONVOY]:
        for one in force.counters:
            board.state.losses.append(Loss("allied", one.ship, one.strength, board.state.turn, "left"))
        board.remove(force)
