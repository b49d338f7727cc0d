"""7.7.3 Air attacks on scattered and dispersed ships."""

from collections.abc import Mapping

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CONVOY_SHIPS
from games.titles.pq17.rules.air.combat import Units
from games.titles.pq17.rules.air.row import Sortie
from games.titles.pq17.rules.air.strike import Place, Wave, strike
from games.titles.pq17.rules.forces.battle_display import draw_ship, merge_ships, single_ships
from games.titles.pq17.state.counters import Counter


class Chase(Struct, frozen=True, gc=False):
    """7.7.3 The attack of an air unit on one transport of scattered or dispersed ships.

    `ship`: the id of the transport that the unit found. `wave`: the anti-aircraft fire and the attack.
    """

    unit: str
    ship: str
    wave: Wave


async def attack_stragglers(
    box: Box, target: list[Counter], units: Units, torpedoes: Mapping[str, bool], place: Place, *, key: str
) -> list[Chase]:
    """7.7.3 Let each air unit attack one transport, chosen by lot, and return the results.

    Only the attacked transport fires. `target`: the ships of the convoy; sunk transports are removed from it. `units`:
    the air units by id. `torpedoes`: by unit, True if it drops torpedoes instead of bombs. The lots are secret, because
    the ships among which they choose would reveal the rest of the convoy. `key`: the prefix of the journal keys of its
    lots and rolls.
    """
    others = [one for one in target if box.ships[one.ship].type not in CONVOY_SHIPS]
    transports = [one for one in target if box.ships[one.ship].type in CONVOY_SHIPS]
    ships = [ship for one in transports for ship in single_ships(box, one)]
    found = []
    for name in units:
        if not ships or not units[name].flying:
            continue
        chosen = await draw_ship(box, ships, key=f"{key}.{name}.at", rule="7.7.3", secret=True)
        row, sortie = [[chosen]], Sortie(name, 0, torpedoes=torpedoes.get(name, False), instead="home")
        (wave,) = await strike(box, row, units, [sortie], place, key=f"{key}.{name}")
        ships = [one for one in ships if one is not chosen] + row[0]
        found.append(Chase(name, chosen.ship, wave))
    target[:] = [*others, *merge_ships(box, ships)]
    return found
