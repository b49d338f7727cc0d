"""9.1, 9.1d, 9.2 Victory points, in sixths, so that nothing is rounded."""

from games.titles.battleships.table.sea import Sea
from games.titles.battleships.table.state import Ship

SIXTHS = 6


def steps_of(sea: Sea, ship: Ship) -> int:
    """9.1, 11.6 Her steps of damage, without those that she had from the start."""
    return ship.weapons + ship.hull - sea.battle.lasting_hull.get(ship.id, 0)


def sixths_for(sea: Sea, ship: Ship) -> int:
    """9.1, 9.1a, 9.1b, 9.1c What a ship brings her enemy as things stand: all of her value sunk; else a point a step
    mended, now or at the end as far as her allowance goes, and a sixth of the value for each step beyond that.
    """
    counter = sea.counter(ship)
    value = counter.value
    if ship.fate == "sunk":
        return value * SIXTHS
    steps = steps_of(sea, ship)
    mendable = min(steps, counter.defence - ship.mended)
    return (ship.mended + mendable) * SIXTHS + value * (steps - mendable)


def sixths_of(sea: Sea, side: str) -> int:
    """9.1, 9.2 A side's points as they stand: what its enemies bring it, and its own ships that left for full value."""
    taken = sum(sixths_for(sea, ship) for ship in sea.state.ships if ship.side != side)
    left = [ship for ship in sea.state.ships if ship.side == side and ship.full]
    return taken + SIXTHS * sum(sea.counter(ship).value for ship in left)
