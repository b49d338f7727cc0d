"""5.1, 1.2.3, 4.3, 11.3.2 What the counters of a force say by themselves of how it sails: worked out once for each lot
of them, since most forces hold the same ships from turn to turn.
"""

from collections.abc import Sequence

from msgspec import Struct

from games.kernel.codec import encode
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import LIGHT_SHIPS, SPEEDS, Speed, WeatherKind
from games.titles.pq17.rules.forces.command import price, soviet_price
from games.titles.pq17.rules.fuel.refuelling import may_refuel_at_sea
from games.titles.pq17.rules.movement.ports import counted
from games.titles.pq17.rules.search.parting import Parting, parting
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.speeds import ship_speed, slower

LIMITING: tuple[WeatherKind, ...] = ("storm", "gale")
"""9.2.4, 9.2.5 The weather that slows ships."""
SLOWEST = SPEEDS[-1]
MOST = 2000
"""Lots of counters that are kept: many times what is in one operation."""


class Muster(Struct, frozen=True, gc=False):
    """What a lot of counters says; nobody's to change. `leaving`: who may part (1.2.3). `plain`: the speed that they
    make in weather that slows nobody, `slowed` that in other weather (5.1a). `stays`: one is Dead in the Water and not
    in tow, `creeps`: one is in tow (5.1.1). `inoperative`: one stays in port (13.0b); `tows`: one tows another;
    `refuels`: they can do so at sea. `berths`: what they count for in the Russian ports (5.1.2a). `price` is what heavy
    ships that sail cost in half Command Points, `soviet_price` what Soviet ones do (4.3.2).
    """

    leaving: Parting
    plain: Speed
    slowed: dict[WeatherKind, Speed]
    stays: bool
    creeps: bool
    inoperative: bool
    tows: bool
    refuels: bool
    berths: dict[str, int]
    price: int
    soviet_price: int


def mustered(box: Box, counters: Sequence[Counter]) -> Muster:
    """What these counters say. They are looked up by all that stands on them, as it is written in a state: one that has
    changed is another, and what was found of it before cannot be given.
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
        parting(box, counters),
        _slowest(box, counters, None),
        {weather: _slowest(box, counters, weather) for weather in LIMITING},
        stays=any(one.dead and not one.towed for one in counters),
        creeps=any(one.towed for one in counters),
        inoperative=any(one.inoperative for one in counters),
        tows=any(one.tows for one in counters),
        refuels=may_refuel_at_sea(box, counters),
        berths=counted(box, counters),
        price=price(box, counters),
        soviet_price=soviet_price(box, counters),
    )


def _slowest(box: Box, counters: Sequence[Counter], weather: WeatherKind | None) -> Speed:
    """5.1, 5.1a What the slowest of these makes, in weather that slows ships, or in any other."""
    found: Speed = "high"
    for one in counters:
        found = slower(found, ship_speed(box, one))
        if weather is not None:
            found = slower(found, limits(box, one, weather))
        if found == SLOWEST:
            break
    return found


def limits(box: Box, counter: Counter, weather: WeatherKind) -> Speed:
    """5.1a, 9.2.4, 9.2.5 What the weather leaves a ship: in a storm light ships no high speed, in a gale nobody, and
    submarines only slow speed.
    """
    type_ = box.ships[counter.ship].type
    if weather == "gale":
        return "slow" if type_ == "ss" else "cruise"
    return "cruise" if weather == "storm" and type_ in LIGHT_SHIPS else "high"
