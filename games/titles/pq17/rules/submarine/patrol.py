"""7.4.5 Air patrols against wolfpacks that cross a hex side."""

from games.titles.pq17.rules.search.air_patrols import radii
from games.titles.pq17.rules.search.identification import identify_by_combat
from games.titles.pq17.rules.submarine.boats import is_patrolled, roll_patrol
from games.titles.pq17.rules.weather.weather import submarines_fight
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.submarine import PackPatrolled
from games.titles.pq17.state.state import Force


async def is_kept_out(board: Board, pack: Force, here: str, there: str, hexes: int, *, attempt: int = 0) -> bool:
    """7.4.5, 7.4.5a, 7.4.5b, 6.4.1c Return True if air patrols keep a wolfpack from moving from `here` to `there`.

    One die is rolled if an enemy air radius covers either hex. A wolfpack that is kept out is identified. `hexes`: the
    number of hexes that the wolfpack is to move in this turn. `attempt`: the number of hexes of movement used up so
    far.
    """
    if pack.kind != "wolfpack" or not submarines_fight(board.state.sky.kind):
        return False
    if not is_patrolled(level=pack.level, day=board.is_day, hexes=hexes):
        return False
    side = board.enemy(pack.side)
    nations = {*radii(board, side, here), *radii(board, side, there)}
    if not nations:
        return False
    key = f"patrol.{board.called(pack)}.{there}.{attempt}"
    result = await roll_patrol(board.box, board.state.sky.kind, soviet=nations == {"soviet"}, key=key)
    board.tell(PackPatrolled(side, here, result.die, result.modifier, result.crosses))
    if not result.crosses:
        await identify_by_combat(board, pack, "submarine", key=f"{key}.known")
    return not result.crosses
