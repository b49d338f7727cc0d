"""7.4.2 Aircraft against submarines."""

from collections.abc import Sequence

from games.titles.pq17.box.pieces import SIDES, Side
from games.titles.pq17.rules.forces.asw import Escort, hunt, hunting_modifier
from games.titles.pq17.rules.search.aftermath import boats_in, lose_boats
from games.titles.pq17.rules.search.finding import known_by_combat
from games.titles.pq17.rules.search.patrols import radii
from games.titles.pq17.table.events.air import Hunted
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Force


async def hunt_from_the_air(sea: Sea, side: Side, pack: Force, units: Sequence[AirUnit], *, key: str) -> None:
    """7.4.2 A die for each strength of the aircraft, as in offensive ASW; the pack does not shoot back, and nobody
    scrambles. It is known by it as by an air attack (6.7).
    """
    box, boats = sea.box, boats_in(pack)
    flying = sum(unit.flying for unit in units)
    soviet = sum(unit.flying for unit in units if box.aircraft[unit.aircraft].nation == "soviet")
    bonus = hunting_modifier(
        box, sea.state.sky.kind, offensive=True, air_radius=bool(radii(sea, side, pack.at))
    )  # fmt: skip
    hunted = await hunt(box, Escort(flying, soviet), boats, bonus, key=f"{key}.asw")
    sea.emit(
        Hunted(
            side, pack.at, pack.block, hunted.dice, hunted.modifiers, hunted.fates,
            hunted.sunk, hunted.damaged, hunted.held_down,
        ),
        to=SIDES,
    )  # fmt: skip
    await lose_boats(sea, pack, hunted.sunk, hunted.damaged, key=key)
    if pack in sea.state.forces:
        await known_by_combat(sea, pack, "air", key=f"{key}.known")
