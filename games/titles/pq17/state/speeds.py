"""5.1, 1.4a The speed of ships, which depends on their strength and state."""

from collections.abc import Iterable

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import SPEEDS, Speed
from games.titles.pq17.state.counters import Counter

_RANK: dict[Speed, int] = {speed: place for place, speed in enumerate(SPEEDS)}


def ship_speed(box: Box, counter: Counter) -> Speed:
    """5.1, 1.4a, 13.0b Return the speed of a ship at her current strength.

    The speed is slow if the ship is Crippled or inoperative, or if her strength is printed in red on the counter. It is
    at most cruise if her strength is printed in white.
    """
    ship = box.ships[counter.ship]
    if counter.crippled or counter.inoperative or counter.strength <= ship.slow_from:
        return "slow"
    return slower(ship.speed, "cruise") if counter.strength <= ship.cruise_from else ship.speed


def slower(one: Speed, other: Speed) -> Speed:
    """Return the slower of two speeds."""
    return one if _RANK[one] >= _RANK[other] else other


def slowest(box: Box, counters: Iterable[Counter]) -> Speed:
    """Return the speed of the slowest of the ships in `counters`. Without ships, return high speed."""
    found: Speed = "high"
    for one in counters:
        found = slower(found, ship_speed(box, one))
    return found
