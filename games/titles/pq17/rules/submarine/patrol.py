"""7.4.5 Air patrols at wolfpacks that cross a hex side."""

from games.titles.pq17.rules.search.finding import known_by_combat
from games.titles.pq17.rules.search.patrols import radii
from games.titles.pq17.rules.submarine.boats import is_patrolled, patrol
from games.titles.pq17.rules.weather.weather import submarines_fight
from games.titles.pq17.table.events.submarine import PackPatrolled
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force


async def patrolled(sea: Sea, pack: Force, here: str, there: str, hexes: int, *, attempt: int = 0) -> bool:
    """7.4.5, 7.4.5a, 7.4.5b, 6.4.1c Whether a pack that tries to go from one hex into the next, `hexes` in this turn,
    is kept where it is: a die for a side of a hex in an enemy air radius. The hex of movement is then lost, and it is
    known.
    """
    if pack.kind != "wolfpack" or not submarines_fight(sea.state.sky.kind):
        return False
    if not is_patrolled(level=pack.level, day=sea.is_day, hexes=hexes):
        return False
    side = sea.enemy(pack.side)
    nations = {*radii(sea, side, here), *radii(sea, side, there)}
    if not nations:
        return False
    key = f"patrol.{sea.called(pack)}.{there}.{attempt}"
    result = await patrol(sea.box, sea.state.sky.kind, soviet=nations == {"soviet"}, key=key)
    sea.tell(PackPatrolled(side, here, result.die, result.modifier, result.crosses))
    if not result.crosses:
        await known_by_combat(sea, pack, "submarine", key=f"{key}.known")
    return not result.crosses
