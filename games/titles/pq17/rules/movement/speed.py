"""5.1 The speed of forces, and the hexes that they may move in a turn."""

from collections.abc import Iterable

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Speed, WeatherKind
from games.titles.pq17.components.turns import Turn
from games.titles.pq17.rules.fuel.marks import allows_high_speed
from games.titles.pq17.rules.movement.muster import Muster, muster_of
from games.titles.pq17.state.speeds import slower
from games.titles.pq17.state.state import Force

CRUISED = {"german": "5.7.1", "kara_sea": "5.7.2"}
"""5.7.1, 5.7.2 The boxes beside the map that are entered and left at cruise speed, each with the rule number."""


def speed_of_force(box: Box, force: Force, weather: WeatherKind) -> Speed:
    """5.0, 5.1 Return the speed of a force: the speed of its slowest ship in this weather, with its fuel (11.2).

    A convoy is slow, and so is a force that refuels at sea (11.3.2). A dummy moves as fast as any force in this
    weather.
    """
    return speed_of(force, muster_of(box, force.counters), weather)


def speed_of(force: Force, ships: Muster, weather: WeatherKind) -> Speed:
    """Return the highest speed of a force now. It depends on its ships, the weather, its fuel, and its actions.

    `ships`: the properties of the force's counters.
    """
    if force.kind == "convoy" or force.refuelling or (force.fuel is not None and force.fuel.state == "critical"):
        return "slow"
    fastest = ships.slowed.get(weather, ships.plain)
    return slower(fastest, "cruise") if weather == "gale" or not allows_high_speed(force.fuel) else fastest


def allowance(box: Box, force: Force, weather: WeatherKind, turn: Turn) -> int:
    """5.1 Return the number of hexes that a force may move in a turn."""
    ships = muster_of(box, force.counters)
    return hexes_at(box, ships, speed_of(force, ships, weather), turn)


def hexes_at(box: Box, ships: Muster, fastest: Speed, turn: Turn) -> int:
    """5.1 Return the number of hexes that a force of these ships may move in a turn at the speed `fastest`.

    A ship Dead in the Water that is not in tow stops her force. A ship in tow slows her force to slow speed, and stops
    it in AM turns (5.1.1).
    """
    if ships.stays:
        return 0
    if ships.creeps:
        return 0 if turn.is_morning else box.numbers.speed.slow
    return int(getattr(box.numbers.speed, fastest))


def high_speed_barred_by(box: Box, force: Force, way: Iterable[str], *, enters_port: bool) -> str:
    """5.1.2, 5.1.3, 5.1.6, 5.7.1, 5.7.2 Return the number of the rule that forbids high speed on a route, or "".

    High speed is forbidden when a force leaves or enters a port, and to or from Germany and the Kara Sea. In the Inner
    Leads, only wolfpacks may use high speed. The Channel (5.7.3) and the Atlantic (12.2) count as any hex.
    `enters_port`: True if the route ends in a port.
    """
    if force.port or enters_port:
        return "5.1.3" if force.port else "5.1.2"
    for hex_ in (force.at, *way):
        if hex_ in CRUISED:
            return CRUISED[hex_]
    leads = any(box.hexes[hex_].leads for hex_ in way if hex_ in box.hexes)
    return "5.1.6" if leads and force.kind != "wolfpack" else ""
