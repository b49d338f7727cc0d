"""3.1(8), 3.1d, 8.0 Damage control, for both players."""

from games.kernel.requests import roll
from games.titles.battleships.table.events.repair import Mended
from games.titles.battleships.table.sea import Sea
from games.titles.battleships.table.state import Ship

GUNS, HULL = "guns", "hull"


async def repair(sea: Sea) -> str:
    """3.1(8) Every damaged ship tries what her owner wants her to."""
    for side in (sea.inferior, sea.superior):
        for ship in sea.fleet(side):
            for kind in tries_of(sea, ship):
                await _try(sea, ship, kind)
    return "verdict"


def tries_of(sea: Sea, ship: Ship) -> list[str]:
    """8.1, 8.1a, 8.2, 10.7a What a ship tries this turn, in order: each kind once, a battery's guns twice."""
    if sea.counter(ship).battery:
        return [GUNS] * sea.tables.repair.battery_tries if ship.tries not in (HULL, "none") else []
    wanted = {"both": [GUNS, HULL], "hull_first": [HULL, GUNS], "guns": [GUNS], "hull": [HULL], "none": []}
    return wanted[ship.tries]


def mendable(sea: Sea, ship: Ship, kind: str) -> bool:
    """8.2, 11.6 Whether there is a step to mend, and her defence allows one more."""
    left = ship.weapons if kind == GUNS else ship.hull - sea.battle.lasting_hull.get(ship.id, 0)
    return left > 0 and ship.mended < sea.counter(ship).defence


async def _try(sea: Sea, ship: Ship, kind: str) -> None:
    if not mendable(sea, ship, kind):
        return
    table = sea.tables.repair
    (die,) = await roll(6, key=f"repair.{ship.id}.{kind}", rule="8.1")
    success = die <= (table.guns if kind == GUNS else table.hull)
    if success:
        ship.mended += 1
        ship.weapons -= kind == GUNS
        ship.hull -= kind == HULL
        guns, hull = sea.record.mended.get(ship.id, (0, 0))
        sea.record.mended[ship.id] = (guns + (kind == GUNS), hull + (kind == HULL))
    sea.tell(Mended(ship.id, kind, die, success, ship.mended))
