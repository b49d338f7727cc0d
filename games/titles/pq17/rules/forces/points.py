"""2.0, 2.1, T.vp Losses, and the half victory points that they are worth: positive for the Allies.

What both sides see is booked openly, what one side alone knows on its own sheet (2.0b).
"""

from collections.abc import Sequence
from typing import Literal

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.table.events.victory import Scored
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Booking, Fate, Force, Loss, Tally

HALVES = 2
"""Half points in a victory point."""
SCORING: frozenset[Fate] = frozenset(("sunk", "scuttled", "event", "shot_down"))
"""2.0, 9.3.1c, 10.2.6, 12.2b Fates for which a unit scores: not damage, weather, ice, nor leaving the map."""
EXCEPTED: frozenset[Fate] = frozenset(("weather", "ice"))
"""2.1.2a Fates that take merchants out of the count of 2.1.2."""


WRECKED: frozenset[Fate] = frozenset(("collided", "aground"))
"""15.1b, 15.5.3a Fates of merchants in a campaign that are no doing of the Axis."""


def loss_value(box: Box, ship: str, strength: int) -> int:
    """2.0, T.vp Half points for the loss of a single ship, or of so much strength of a class."""
    lost = box.ships[ship]
    return lost.value * HALVES * (1 if lost.is_single else strength)


def against(side: Side, points: int) -> int:
    """2.0 Points to the disadvantage of a side, as the score counts them."""
    return -points if side == "allied" else points


def book(
    sea: Sea, points: int, why: str, *, on: Side | Literal["both"] = "both", unit: str = "", strength: int = 0
) -> None:
    """2.0b Book half points openly, or on a side's own sheet, of which that side alone hears. None are not booked."""
    if not points:
        return
    sea.state.bookings.append(Booking(sea.state.turn, points, why, on))
    if on == "both":
        sea.emit(Scored(points, why, unit, strength), to=("*",))
    else:
        sea.emit(Scored(points, why, unit, strength, on), to=(on,))


def ship_lost(
    sea: Sea, force: Force, ship: str, strength: int, how: Fate = "sunk", *, known: bool = True, at: str = ""
) -> None:
    """2.0, 2.1.1, 2.1.1a Strength of a force is gone for good; of a single ship what was left of her, 0 for a wreck.
    `at`: in which hex, if not in that of the force.

    `known`: both sides see it. The second point for a laden merchant stands on the Allied sheet, since no ID level
    tells a laden convoy from one in ballast.
    """
    lost, tally, convoy = sea.box.ships[ship], tally_of(sea, force), ""
    if how in EXCEPTED | WRECKED and lost.type == "mx" and tally is not None:
        tally.excepted += strength if how in EXCEPTED else 0
        convoy = "" if known else tally.convoy
    sea.state.losses.append(Loss(force.side, ship, strength, sea.state.turn, how, known, at or force.at, convoy))
    if how not in SCORING:
        return
    value = against(force.side, loss_value(sea.box, ship, strength))
    book(sea, value, how, on="both" if known else force.side, unit=ship, strength=strength)
    if lost.type == "mx" and force.convoy is not None and force.convoy.laden:
        more = (sea.box.numbers.points.laden_sunk * strength) if force.side == "allied" else 0
        book(sea, -more, "laden", on=force.side, unit=ship, strength=strength)


def step_lost(sea: Sea, force: Force, ship: str, strength: int, how: Literal["damaged", "raided"] = "damaged") -> None:
    """2.0, 2.4, 2.4b A ship that floats on has lost steps: no points now; for a capital ship they come at the end,
    unless the damage was of a kind that never scores (`raided`). Her owner alone knows how much it was.
    """
    sea.state.losses.append(Loss(force.side, ship, strength, sea.state.turn, how, open=False, at=force.at))


def aircraft_lost(
    sea: Sea, side: Side, aircraft: str, strength: int, *, known: bool = True, scores: bool = True
) -> None:
    """2.0, 7.2.3d, T.vp Strength of aircraft is shot down for good; losses of interceptors their owner alone knows."""
    sea.state.losses.append(Loss(side, aircraft, strength, sea.state.turn, "shot_down", open=known))
    if scores:
        points = against(side, sea.box.numbers.points.air_step * strength)
        book(sea, points, "shot_down", on="both" if known else side, unit=aircraft, strength=strength)


def merchants(box: Box, force: Force) -> int:
    """1.4 The strength of merchants in a force."""
    return sum(one.strength for one in force.counters if box.ships[one.ship].type == "mx")


def tally_of(sea: Sea, force: Force) -> Tally | None:
    """2.1.2 The tally of the Allied convoy that a force is, or was dispersed from; None for any other force."""
    if force.convoy is None:
        return None
    name = force.convoy.part_of or force.id
    return next((one for one in sea.state.tallies if one.convoy == name), None)


def convoy_arrives(sea: Sea, force: Force) -> None:
    """2.1.1, 2.1.1b A convoy has entered a port: if it is a destination of its, all merchants in it have arrived, those
    Crippled or in tow too, and a laden one scores on its owner's sheet.
    """
    voyage = force.convoy
    if voyage is None or voyage.arrived or force.port not in voyage.destinations:
        return
    voyage.arrived = True
    count, tally = merchants(sea.box, force), tally_of(sea, force)
    if tally is not None:
        tally.arrived += count
    if voyage.laden:
        book(sea, count * sea.box.numbers.points.laden_arrives, "arrived", on="allied", strength=count)


def patrol_abandoned(sea: Sea, ships: Sequence[str]) -> None:
    """2.2, 5.1.9a Heavy cruisers have left Patrol White without excuse: each costs, on the Allied sheet."""
    for ship in ships:
        book(sea, -sea.box.numbers.points.patrol_white, "patrol_white", on="allied", unit=ship)
