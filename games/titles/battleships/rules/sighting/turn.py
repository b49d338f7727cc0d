"""3.1(1), 4.1, 10.2, 10.10 The turn begins: sight, chits of command, aircraft."""

from games.kernel.events import EVERYBODY
from games.kernel.requests import lots, roll
from games.titles.battleships.box import hexes
from games.titles.battleships.rules.sighting.sight import SPOTTERS
from games.titles.battleships.table.events.sighting import Astray, ChitsDrawn, Sighted, Spotting, TurnBegan
from games.titles.battleships.table.sea import Sea, nation_of
from games.titles.battleships.table.state import Ship

CHITS = tuple("0123456789")


async def sighting(sea: Sea) -> str:
    """3.1(1) The sighting distance of the turn, and who has his orders."""
    state = sea.state
    state.turn += 1
    state.lights, state.markers, state.bombarding = [], [], ""
    state.chits, state.called, state.astray, state.spotting = {}, [], [], []
    sea.tell(TurnBegan(state.turn, sea.inferior))
    await _look(sea)
    if sea.options.command:
        for side in (sea.inferior, sea.superior):
            await _draw(sea, side)
    await spot(sea, sea.inferior)
    return "first_targets"


async def _look(sea: Sea) -> None:
    """4.1 The base and a die; 11.8 in squalls a six is rolled again, and counts against the base, at least 1."""
    base = sea.battle.sight
    (die,) = await roll(6, key="sight", rule="4.1")
    if sea.battle.squalls and die == 6:
        (again,) = await roll(6, key="squall", rule="11.8")
        sea.state.sight = max(1, base - again)
        sea.tell(Sighted(base, (die, again), sea.state.sight, squall=True))
        return
    sea.state.sight = base + die
    sea.tell(Sighted(base, (die,), sea.state.sight))


async def _draw(sea: Sea, side: str) -> None:
    """10.10 As many chits as the side's level; 10.10a its ships in hexes that end in these figures lose command."""
    level = sea.tables.command.levels[nation_of(side)]
    chits = await lots(CHITS, level, key=f"chits.{side}", rule="10.10")
    sea.state.chits[side] = chits
    sea.tell(ChitsDrawn(side, tuple(chits)))
    hit = [ship for ship in sea.fleet(side) if ship.at[-1] in chits and not sea.counter(ship).battery]
    sea.state.called += [ship.id for ship in hit]
    flag = sea.state.flags.get(side, "")
    lost = _lost(sea, hit, flag)
    sea.state.astray += lost
    if flag:
        sea.state.suspects[side] = [name for name in sea.suspects(side) if _lost(sea, hit, name) == lost]
    if lost:
        sea.emit(Astray(side, tuple(lost)), to=(side,))


def _lost(sea: Sea, hit: list[Ship], flag: str) -> list[str]:
    """10.10d Of the ships that were hit by a chit those that are neither the flagship nor within sight of it."""
    at = sea.ship(flag).at if flag else ""
    if not at:
        return [ship.id for ship in hit]
    return [ship.id for ship in hit if hexes.distance(at, ship.at) > sea.state.sight]


async def spot(sea: Sea, side: str) -> None:
    """10.2 By day a die for a side's aircraft, where it has any: even, and they are up."""
    carried = any(sea.counter(ship).kind in SPOTTERS for ship in sea.fleet(side))
    if not sea.options.aircraft or sea.battle.night or not carried:
        return
    (die,) = await roll(6, key=f"aircraft.{side}", rule="10.2")
    if die % 2 == 0:
        sea.state.spotting.append(side)
    sea.emit(Spotting(side, die, up=die % 2 == 0), to=EVERYBODY)
