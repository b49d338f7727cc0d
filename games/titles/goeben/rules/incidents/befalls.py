"""13.1 What every incident needs: its fate, what it tells, whom it meets and what they suffer."""

from collections.abc import Awaitable, Callable
from typing import Literal

from games.titles.goeben.box.pieces import Zone
from games.titles.goeben.rules.ships import austria, ports
from games.titles.goeben.rules.ships.damage import hurt
from games.titles.goeben.table.events import incidents as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Weather

Fate = Literal["pool", "used", "laid"]
Incident = Callable[[Sea, str, str], Awaitable[Fate]]


def weather(sea: Sea, space: str) -> Weather:
    """What markers do in a space for the rest of the day."""
    return sea.day.weather.setdefault(space, Weather())


def befell(sea: Sea, space: str, kind: str, *, idle: bool = False) -> None:
    """13.1 The turn of a marker; `idle` where nothing comes of it."""
    sea.tell_at(space, told.Befell(space, kind, idle))


def at_allied_port(sea: Sea, space: str) -> bool:
    """An Allied port or naval base, captured or not."""
    port = ports.port_at(sea, space)
    return port is not None and port.side in ("allied", "captured")


def ships_in(sea: Sea, space: str) -> tuple[str, ...]:
    """All ships of the players in a space."""
    return (*(ship.id for ship in sea.ships_at(space)), *(one.id for one in sea.consorts_at(space)))


def suffers(sea: Sea, name: str, *, hull: int = 0, engines: int = 0) -> None:
    """Damage that no gun does. A consort has no tracks: each box is a hit (20.0)."""
    if name in sea.box.austrian:
        austria.struck(sea, austria.consort(sea, name), hull + engines)
        return
    ship = sea.ship(name)
    hurt(sea, ship, "engines", engines)
    hurt(sea, ship, "hull", hull)


def turn_back(sea: Sea, zone: Zone, why: str) -> None:
    """The Allied ships that this phase drew in a sea go back into the pool, and are not replaced."""
    for space in sea.box.waters.within(zone):
        drawn = tuple(name for name in sea.enemies_at(space) if name in sea.day.arrived)
        for name in drawn:
            sea.lift(space, name)
            sea.state.pool.append(name)
        if drawn:
            sea.tell_at(space, told.AlliesTurnedBack(space, drawn, why))
