"""9.3d, 10.6 Mines and nets, which strike friend and foe."""

from games.titles.battleships.table.damage import Struck, strike, tell_special
from games.titles.battleships.table.events.movement import MineStruck
from games.titles.battleships.table.sea import Sea
from games.titles.battleships.table.state import Ship, Strike


async def mined(sea: Sea, ship: Ship, path: tuple[str, ...]) -> list[Struck]:
    """10.6a Roll for every mined hex that a course enters, and every net that it crosses, until the ship is sunk."""
    if not sea.options.mines:
        return []
    mines = {at for laid in sea.state.mines.values() for at in laid}
    nets = sea.battle.net_sides
    found: list[Struck] = []
    before = ship.at
    for at in path:
        if at not in mines:
            sea.state.swept += [at] if at not in sea.state.swept else []
        elif at not in sea.state.struck:
            sea.state.struck.append(at)
        if at in mines or (before, at) in nets or (at, before) in nets:
            struck = await strike(sea, ship, sea.tables.mines.odds, f"mine.{ship.id}", "10.6")
            found.append(struck)
            result = str(struck.harm)
            sea.record.mines.append(Strike(ship.id, at, result))
            sea.tell(MineStruck(ship.id, at, struck.dice, result, struck.saved))
            tell_special(sea, struck)
            if struck.harm.sinks:
                break
        before = at
    return found
