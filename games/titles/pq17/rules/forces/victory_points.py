"""2.0, 2.1, T.vp Losses, and their half victory points, which are positive for the Allies.

Points for public losses are public. Points that only one side knows go on its own secret sheet (2.0b).
"""

from collections.abc import Sequence
from typing import Literal

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.victory import Scored
from games.titles.pq17.state.state import Booking, Fate, Force, Loss, Tally

HALVES = 2
"""Half points in a victory point."""
SCORING: frozenset[Fate] = frozenset(("sunk", "scuttled", "event", "shot_down"))
"""2.0, 9.3.1c, 10.2.6, 12.2b The causes of losses that score; damage, weather, ice and leaving the map do not."""
EXCEPTED: frozenset[Fate] = frozenset(("weather", "ice"))
"""2.1.2a The causes of losses after which merchants are left out of the count of arrivals (2.1.2)."""


WRECKED: frozenset[Fate] = frozenset(("collided", "aground"))
"""15.1b, 15.5.3a The causes of merchants' losses in a campaign for which the Axis is not responsible."""


def loss_value(box: Box, ship: str, strength: int) -> int:
    """2.0, T.vp Return the half victory points for a loss. They are positive, whichever side lost.

    A named ship counts as a whole, a class by `strength`.
    """
    lost = box.ships[ship]
    return lost.value * HALVES * (1 if lost.is_single else strength)


def points_against(side: Side, points: int) -> int:
    """2.0 Return points that a side loses as a change of the score: negative for the Allies, positive for the Axis."""
    return -points if side == "allied" else points


def book_points(
    board: Board, points: int, why: str, *, on: Side | Literal["both"] = "both", unit: str = "", strength: int = 0
) -> None:
    """2.0b Record half points publicly, or on the secret sheet of one side; 0 points are not recorded.

    `why`: see `Booking.why`. `on`: the side on whose sheet the points go; "both" makes them public. `unit`, `strength`:
    the unit that caused the points, for the event.
    """
    if not points:
        return
    board.state.bookings.append(Booking(board.state.turn, points, why, on))
    if on == "both":
        board.emit(Scored(points, why, unit, strength), to=("*",))
    else:
        board.emit(Scored(points, why, unit, strength, on), to=(on,))


def record_ship_lost(
    board: Board, force: Force, ship: str, strength: int, how: Fate = "sunk", *, known: bool = True, at: str = ""
) -> None:
    """2.0, 2.1.1, 2.1.1a Record the permanent loss of a force's strength, and book its points if it scores.

    `ship`: the named ship or class. `strength`: for a named ship her remaining strength, 0 for a wreck. `how`: the
    cause, which decides whether the loss scores. `known`: True if both sides see the loss. `at`: the hex, if it differs
    from the force's. A laden merchant costs a second point, which goes on the Allied sheet, because the Axis cannot
    tell a laden convoy from one in ballast.
    """
    lost, tally, convoy = board.box.ships[ship], tally_of(board, force), ""
    if how in EXCEPTED | WRECKED and lost.type == "mx" and tally is not None:
        tally.excepted += strength if how in EXCEPTED else 0
        convoy = "" if known else tally.convoy
    board.state.losses.append(Loss(force.side, ship, strength, board.state.turn, how, known, at or force.at, convoy))
    if how not in SCORING:
        return
    value = points_against(force.side, loss_value(board.box, ship, strength))
    book_points(board, value, how, on="both" if known else force.side, unit=ship, strength=strength)
    if lost.type == "mx" and force.convoy is not None and force.convoy.laden:
        more = (board.box.numbers.points.laden_sunk * strength) if force.side == "allied" else 0
        book_points(board, -more, "laden", on=force.side, unit=ship, strength=strength)


def record_steps_lost(
    board: Board, force: Force, ship: str, strength: int, how: Literal["damaged", "raided"] = "damaged"
) -> None:
    """2.0, 2.4, 2.4b Record the lost steps of a ship that stays afloat. Only her owner knows their number.

    `strength`: the number of steps. `how`: the cause. A capital ship's steps score at the end of the operation, unless
    the cause is ``raided``, which never scores.
    """
    board.state.losses.append(Loss(force.side, ship, strength, board.state.turn, how, open=False, at=force.at))


def record_aircraft_lost(
    board: Board, side: Side, aircraft: str, strength: int, *, known: bool = True, scores: bool = True
) -> None:
    """2.0, 7.2.3d, T.vp Record steps of aircraft that were shot down for good, and book their points.

    `known`: False for printed fighters, whose losses only the owner knows. `scores`: True if points are booked.
    """
    board.state.losses.append(Loss(side, aircraft, strength, board.state.turn, "shot_down", open=known))
    if scores:
        points = points_against(side, board.box.numbers.points.air_step * strength)
        book_points(board, points, "shot_down", on="both" if known else side, unit=aircraft, strength=strength)


def merchant_strength(box: Box, force: Force) -> int:
    """1.4 Return the strength of merchants in a force."""
    return sum(one.strength for one in force.counters if box.ships[one.ship].type == "mx")


def tally_of(board: Board, force: Force) -> Tally | None:
    """2.1.2 Return the tally of an Allied convoy; None for any other force.

    A dispersed part has the tally of its convoy.
    """
    if force.convoy is None:
        return None
    name = force.convoy.part_of or force.id
    return next((one for one in board.state.tallies if one.convoy == name), None)


def score_convoy_arrival(board: Board, force: Force) -> None:
    """2.1.1, 2.1.1b Score a convoy that has entered a port.

    If the port is one of its destinations, all its merchants have arrived, including Crippled and towed ones. A laden
    convoy scores on the Allied sheet.
    """
    voyage = force.convoy
    if voyage is None or voyage.arrived or force.port not in voyage.destinations:
        return
    voyage.arrived = True
    count, tally = merchant_strength(board.box, force), tally_of(board, force)
    if tally is not None:
        tally.arrived += count
    if voyage.laden:
        book_points(board, count * board.box.numbers.points.laden_arrives, "arrived", on="allied", strength=count)


def charge_abandoned_patrol(board: Board, ships: Sequence[str]) -> None:
    """2.2, 5.1.9a Book points on the Allied sheet for each of `ships`, which have left Patrol White without excuse."""
    for ship in ships:
        book_points(board, -board.box.numbers.points.patrol_white, "patrol_white", on="allied", unit=ship)
