"""5.1, 1.2.3, 4.3, 11.3.2 Properties of a force for movement that depend only on its counters.

They are cached for each set of counters, because most forces keep the same ships from turn to turn.
"""

from collections.abc import Sequence

from msgspec import Struct

from games.kernel.codec import encode
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import LIGHT_SHIPS, SPEEDS, Speed, WeatherKind
from games.titles.pq17.rules.forces.command import price, soviet_price
from games.titles.pq17.rules.fuel.refuelling import may_refuel_at_sea
from games.titles.pq17.rules.movement.ports import count_berths
from games.titles.pq17.rules.search.detachment import Parting, parting_ships
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.speeds import ship_speed, slower

LIMITING: tuple[WeatherKind, ...] = ("storm", "gale")
"""9.2.4, 9.2.5 The kinds of weather that slow ships."""
SLOWEST = SPEEDS[-1]
MOST = 2000
"""The most sets of counters that are cached, many times the number in one operation."""


class Muster(Struct, frozen=True, gc=False):
    """The properties of a set of counters for movement. The object is cached: do not modify it."""

    leaving: Parting
    """The ships that may leave the force (1.2.3)."""
    plain: Speed
    """The speed in weather that slows no ships."""
    slowed: dict[WeatherKind, Speed]
    """The speed in other weather, by weather (5.1a)."""
    stays: bool
    """True if a ship is Dead in the Water and not in tow, so that the force cannot move."""
    creeps: bool
    """True if a ship is in tow (5.1.1)."""
    inoperative: bool
    """True if a ship must stay in port (13.0b)."""
    tows: bool
    """True if a ship tows another ship."""
    refuels: bool
    """True if the ships can refuel at sea (11.3.2)."""
    berths: dict[str, int]
    """By category, the number of ships that count against the limits of the Russian ports (5.1.2a)."""
    price: int
    """The half Command Points for heavy ships when they leave port (4.3.2)."""
    soviet_price: int
    """The half Command Points for Soviet ships when they leave port (4.3.2)."""


def muster_of(box: Box, counters: Sequence[Counter]) -> Muster:
    """Return the properties of these counters for movement; cached.

    The cache key contains every field of the counters, so a changed counter never gets an outdated result.
    """
    written, kept = encode(counters), box.musters
    found = kept.get(written)
    if not isinstance(found, Muster):
        if len(kept) >= MOST:
            kept.clear()
        found = kept[written] = _muster(box, counters)
    return found


def _muster(box: Box, counters: Sequence[Counter]) -> Muster:
    return Muster(
        parting_ships(box, counters),
        _slowest(box, counters, None),
        {weather: _slowest(box, counters, weather) for weather in LIMITING},
        stays=any(one.dead and not one.towed for one in counters),
        creeps=any(one.towed for one in counters),
        inoperative=any(one.inoperative for one in counters),
        tows=any(one.tows for one in counters),
        refuels=may_refuel_at_sea(box, counters),
        berths=count_berths(box, counters),
        price=price(box, counters),
        soviet_price=soviet_price(box, counters),
    )


def _slowest(box: Box, counters: Sequence[Counter], weather: WeatherKind | None) -> Speed:
    """5.1, 5.1a Return the speed of the slowest of these ships.

    `weather`: weather that slows ships; None for other weather.
    """
    found: Speed = "high"
    for one in counters:
        found = slower(found, ship_speed(box, one))
        if weather is not None:
            found = slower(found, speed_limit(box, one, weather))
        if found == SLOWEST:
            break
    return found


def speed_limit(box: Box, counter: Counter, weather: WeatherKind) -> Speed:
    """5.1a, 9.2.4, 9.2.5 Return the speed limit of a ship in this weather.

    In a storm, light ships cannot use high speed. In a gale, no ship can use high speed, and submarines only slow
    speed.
    """
    type_ = box.ships[counter.ship].type
    if weather == "gale":
        return "slow" if type_ == "ss" else "cruise"
    return "cruise" if weather == "storm" and type_ in LIGHT_SHIPS else "high"
