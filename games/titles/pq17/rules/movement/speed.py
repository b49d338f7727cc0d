"""5.1 How many hexes a force may go in a turn."""

from collections.abc import Iterable

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Speed, WeatherKind
from games.titles.pq17.box.turns import Turn
from games.titles.pq17.rules.fuel.marks import allows_high_speed
from games.titles.pq17.rules.movement.muster import Muster, mustered
from games.titles.pq17.table.speeds import slower
from games.titles.pq17.table.state import Force

CRUISED = {"german": "5.7.1", "kara_sea": "5.7.2"}
"""5.7.1, 5.7.2 The boxes beside the map that are entered and left at cruise speed, with the rule."""


def speed(box: Box, force: Force, weather: WeatherKind) -> Speed:
    """5.0, 5.1 The speed of a force: that of its slowest ship in this weather and with this fuel (11.2). Convoys are
    slow, and so is a force that refuels at sea (11.3.2); dummies go as fast as any force in this weather.
    """
    return speed_of(force, mustered(box, force.counters), weather)


def speed_of(force: Force, ships: Muster, weather: WeatherKind) -> Speed:
    """The same of a force whose ships are mustered."""
    if force.kind == "convoy" or force.refuelling or (force.fuel is not None and force.fuel.state == "critical"):
        return "slow"
    fastest = ships.slowed.get(weather, ships.plain)
    return slower(fastest, "cruise") if weather == "gale" or not allows_high_speed(force.fuel) else fastest


def allowance(box: Box, force: Force, weather: WeatherKind, turn: Turn) -> int:
    """5.1 The hexes that a force may go in a turn."""
    ships = mustered(box, force.counters)
    return hexes_at(box, ships, speed_of(force, ships, weather), turn)


def hexes_at(box: Box, ships: Muster, fastest: Speed, turn: Turn) -> int:
    """5.1 The hexes that ships of this speed may go in a turn. A ship Dead in the Water that is not in tow keeps her
    force where it is; one in tow lets it creep, a hex in PM turns (5.1.1).
    """
    if ships.stays:
        return 0
    if ships.creeps:
        return 0 if turn.is_morning else box.numbers.speed.slow
    return int(getattr(box.numbers.speed, fastest))


def keeps_to_cruise(box: Box, force: Force, way: Iterable[str], *, enters_port: bool) -> str:
    """5.1.2, 5.1.3, 5.1.6, 5.7.1, 5.7.2 The rule by which a way is not gone at high speed; "" if it may be: out of
    port or into it, through the Inner Leads, to Germany or the Kara Sea or from there. The Channel (5.7.3) and the
    Atlantic (12.2) are a hex like any other.
    """
    if force.port or enters_port:
        return "5.1.3" if force.port else "5.1.2"
    for hex_ in (force.at, *way):
        if hex_ in CRUISED:
            return CRUISED[hex_]
    leads = any(box.hexes[hex_].leads for hex_ in way if hex_ in box.hexes)
    return "5.1.6" if leads and force.kind != "wolfpack" else ""
