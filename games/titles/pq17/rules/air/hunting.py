"""7.4.2 Attacks by aircraft on submarines."""

from collections.abc import Sequence

from msgspec import structs

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.forces.submarine_combat import Escort, hunting_modifier, roll_hunt
from games.titles.pq17.rules.search.air_patrols import radii
from games.titles.pq17.rules.search.casualties import boat_count, lose_boats
from games.titles.pq17.rules.search.identification import identify_by_combat
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.air import Hunted
from games.titles.pq17.state.state import AirUnit, Force


async def hunt_from_the_air(board: Board, side: Side, pack: Force, units: Sequence[AirUnit], *, key: str) -> None:
    """7.4.2 Roll an ASW die for each strength of the aircraft that attack a wolfpack, and remove the lost submarines.

    The wolfpack does not shoot back, and no fighters take off. The attack identifies the wolfpack as any air attack
    does (6.7). `side`: the side of the aircraft. `key`: the prefix of the journal keys of its rolls.
    """
    box, boats = board.box, boat_count(pack)
    flying = sum(unit.flying for unit in units)
    soviet = sum(unit.flying for unit in units if box.aircraft[unit.aircraft].nation == "soviet")
    bonus = hunting_modifier(
        box, board.state.sky.kind, offensive=True, air_radius=bool(radii(board, side, pack.at))
    )  # fmt: skip
    hunted = await roll_hunt(box, Escort(flying, soviet), boats, bonus, key=f"{key}.asw")
    told = Hunted(
        side, pack.at, pack.block, hunted.dice, hunted.modifiers, hunted.fates,
        hunted.sunk, hunted.damaged, hunted.held_down,
    )  # fmt: skip
    board.tell_each(pack.side, structs.replace(told, force=pack.id), told)
    await lose_boats(board, pack, hunted.sunk, hunted.damaged, key=key)
    if pack in board.state.forces:
        await identify_by_combat(board, pack, "air", key=f"{key}.known")
