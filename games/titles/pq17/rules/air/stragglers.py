"""7.7.3 Air attacks on scattered and dispersed ships."""

from collections.abc import Mapping

from msgspec import Struct

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CONVOY_SHIPS
from games.titles.pq17.rules.air.combat import Units
from games.titles.pq17.rules.air.row import Sortie
from games.titles.pq17.rules.air.strike import Place, Wave, strike
from games.titles.pq17.rules.forces.stacks import drawn, singles, together
from games.titles.pq17.table.counters import Counter


class Chase(Struct, frozen=True, gc=False):
    """7.7.3 A unit and the transport that it found: the fire of that ship alone, and what the attack did."""

    unit: str
    ship: str
    wave: Wave


async def stragglers_attacked(
    box: Box, target: list[Counter], units: Units, torpedoes: Mapping[str, bool], place: Place, *, key: str
) -> list[Chase]:
    """7.7.3 Each unit attacks one transport, drawn among those that are left; only that ship fires back. `torpedoes`:
    units that are to drop them instead of bombs. The lot is secret, for its pool would tell what else the convoy holds.
    Ships that are gone leave `target`.
    """
    others = [one for one in target if box.ships[one.ship].type not in CONVOY_SHIPS]
    transports = [one for one in target if box.ships[one.ship].type in CONVOY_SHIPS]
    ships = [ship for one in transports for ship in singles(box, one)]
    found = []
    for name in units:
        if not ships or not units[name].flying:
            continue
        chosen = await drawn(box, ships, key=f"{key}.{name}.at", rule="7.7.3", secret=True)
        row, sortie = [[chosen]], Sortie(name, 0, torpedoes=torpedoes.get(name, False), instead="home")
        (wave,) = await strike(box, row, units, [sortie], place, key=f"{key}.{name}")
        ships = [one for one in ships if one is not chosen] + row[0]
        found.append(Chase(name, chosen.ship, wave))
    target[:] = [*others, *together(box, ships)]
    return found
