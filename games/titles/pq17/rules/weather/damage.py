"""9.3.1, 10.2.6 Damage by weather and ice: who is hurt takes a hit and is out of the game, without victory points."""

from collections.abc import Collection, Sequence

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CONVOY_SHIPS, HEAVY_SHIPS, Damage, ShipClass
from games.titles.pq17.rules.forces.stacks import drawn
from games.titles.pq17.table.counters import Counter

SHIPS_PER_CARD = 20
"""9.3.1a A card for so many ships, or part of so many."""
LIGHT: frozenset[ShipClass] = frozenset(("dd", "tb"))
"""The light ships that cards speak of: escorts are not among them."""


def ships_at_risk(box: Box, counters: Sequence[Counter]) -> int:
    """9.3.1a Heavy ships, merchants, and destroyers and torpedo boats by strength; auxiliaries and escorts not."""
    risk = 0
    for one in counters:
        ship = box.ships[one.ship]
        if ship.is_heavy:
            risk += 1
        elif ship.type in LIGHT or ship.type == "mx":
            risk += one.strength
    return risk


def gale_cards(box: Box, counters: Sequence[Counter]) -> int:
    """9.3.1a The cards of a force in a gale, its dispersed part counted with it."""
    return -(-ships_at_risk(box, counters) // SHIPS_PER_CARD)


def storm_risks(box: Box, counters: Sequence[Counter]) -> list[Counter]:
    """9.3.1b A card is drawn in Storm, outside coast hexes, for each of these, each once for each step of strength of
    light ships: German light cruisers and torpedo boats, Soviet destroyers and torpedo boats.
    """
    found = []
    for one in counters:
        ship = box.ships[one.ship]
        if ship.nation == "germany" and ship.type == "cl":
            found.append(one)
        elif (ship.nation == "germany" and ship.type == "tb") or (ship.nation == "soviet" and ship.type in LIGHT):
            found += [one] * one.strength
    return found


def storm_hurts(box: Box, counter: Counter, damage: Damage) -> bool:
    """9.3.1b Whether a card drawn in Storm hurts the ship that it was drawn for: figures of her own class alone."""
    return damage.heavy > 0 if box.ships[counter.ship].is_heavy else damage.light > 0


async def taken_out(box: Box, counters: list[Counter], damage: Damage, *, whole: bool, key: str) -> list[str]:
    """9.3.1a, 9.3.1c, 10.2.6 Draw the ships that a card hurts, by class, and take them out of a force; their ids in the
    order drawn. `whole`: figures after a plus sign count too (10.2.6a). The owner alone sees who is drawn.
    """
    light = damage.light + (damage.light_more if whole else 0)
    convoy = damage.convoy + (damage.convoy_more if whole else 0)
    lost: list[str] = []
    for kinds, count in ((HEAVY_SHIPS, damage.heavy), (LIGHT, light), (CONVOY_SHIPS, convoy)):
        for _ in range(count):
            lost += await _one_of(box, counters, kinds, key=f"{key}.{len(lost)}")
    return lost


async def _one_of(box: Box, counters: list[Counter], kinds: Collection[ShipClass], *, key: str) -> list[str]:
    """A ship of these classes; a destroyer that is a wreck (7.9a) has no step left that a hit could take."""
    able = (one for one in counters if one.strength or box.ships[one.ship].is_single)
    among = [one for one in able if box.ships[one.ship].type in kinds]
    if not among:
        return []
    hurt = await drawn(box, among, key=key, rule="10.2.6", secret=True)
    hurt.strength -= hurt.strength if box.ships[hurt.ship].is_single else 1
    counters[:] = [one for one in counters if one is not hurt or one.strength]
    return [hurt.ship]
