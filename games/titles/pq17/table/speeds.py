"""5.1, 1.4a What speed a step of a counter leaves it."""

from collections.abc import Iterable

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import SPEEDS, Speed
from games.titles.pq17.table.counters import Counter

_RANK: dict[Speed, int] = {speed: place for place, speed in enumerate(SPEEDS)}


def ship_speed(box: Box, counter: Counter) -> Speed:
    """5.1, 1.4a, 13.0b What a counter makes by its step: slow if Crippled or Inop, or marked red, cruise if white."""
    ship = box.ships[counter.ship]
    if counter.crippled or counter.inoperative or counter.strength <= ship.slow_from:
        return "slow"
    return slower(ship.speed, "cruise") if counter.strength <= ship.cruise_from else ship.speed


def slower(one: Speed, other: Speed) -> Speed:
    """The slower of two speeds."""
    return one if _RANK[one] >= _RANK[other] else other


def slowest(box: Box, counters: Iterable[Counter]) -> Speed:
    """What all of these counters make; high speed where there are none."""
    found: Speed = "high"
    for one in counters:
        found = slower(found, ship_speed(box, one))
    return found
