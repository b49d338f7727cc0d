"""9.3.1, 10.2.6 Damage by weather and ice: a damaged ship takes a hit and leaves the game, without points."""

from collections.abc import Collection, Sequence

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CONVOY_SHIPS, HEAVY_SHIPS, Damage, ShipClass
from games.titles.pq17.rules.forces.battle_display import draw_ship
from games.titles.pq17.state.counters import Counter

SHIPS_PER_CARD = 20
"""9.3.1a One damage card is drawn for each group of this many ships at risk. The last group may be incomplete."""
LIGHT: frozenset[ShipClass] = frozenset(("dd", "tb"))
"""The types that count as light ships on the damage cards; escorts (ES) do not."""


def ships_at_risk(box: Box, counters: Sequence[Counter]) -> int:
    """9.3.1a Return the number of ships at risk in a gale.

    These are heavy ships, and the strength of merchants, destroyers and torpedo boats. Auxiliaries and escorts do not
    count.
    """
    risk = 0
    for one in counters:
        ship = box.ships[one.ship]
        if ship.is_heavy:
            risk += 1
        elif ship.type in LIGHT or ship.type == "mx":
            risk += one.strength
    return risk


def gale_cards(box: Box, counters: Sequence[Counter]) -> int:
    """9.3.1a Return the number of damage cards that a force with these counters draws in a gale."""
    return -(-ships_at_risk(box, counters) // SHIPS_PER_CARD)


def storm_risks(box: Box, counters: Sequence[Counter]) -> list[Counter]:
    """9.3.1b Return the ships at risk in a storm, outside coast hexes. A card is drawn for each ship.

    These are German light cruisers and torpedo boats, and Soviet destroyers and torpedo boats. Light ships appear once
    for each strength.
    """
    found = []
    for one in counters:
        ship = box.ships[one.ship]
        if ship.nation == "germany" and ship.type == "cl":
            found.append(one)
        elif (ship.nation == "germany" and ship.type == "tb") or (ship.nation == "soviet" and ship.type in LIGHT):
            found += [one] * one.strength
    return found


def is_storm_damage(box: Box, counter: Counter, damage: Damage) -> bool:
    """9.3.1b Return True if the card drawn for a ship in a storm damages her: the card shows a number for her kind.

    Kinds are heavy ships and light ships.
    """
    return damage.heavy > 0 if box.ships[counter.ship].is_heavy else damage.light > 0


async def remove_damaged(box: Box, counters: list[Counter], damage: Damage, *, whole: bool, key: str) -> list[str]:
    """9.3.1a, 9.3.1c, 10.2.6 Choose by lot the ships that a card damages, and remove them from a list of counters.

    For each group of classes, the card shows the number of ships that are chosen. Returns the ids of the ships in the
    order of the lots. `whole`: True if numbers after a plus sign count, too (10.2.6a). `key`: the prefix of the journal
    keys of the lots, which only the owner sees.
    """
    light = damage.light + (damage.light_more if whole else 0)
    convoy = damage.convoy + (damage.convoy_more if whole else 0)
    lost: list[str] = []
    for kinds, count in ((HEAVY_SHIPS, damage.heavy), (LIGHT, light), (CONVOY_SHIPS, convoy)):
        for _ in range(count):
            lost += await _one_of(box, counters, kinds, key=f"{key}.{len(lost)}")
    return lost


async def _one_of(box: Box, counters: list[Counter], kinds: Collection[ShipClass], *, key: str) -> list[str]:
    """Choose a ship of these types by lot, and remove a step or the ship; return a list of her id, empty for none.

    A wrecked destroyer (7.9a) has no step left to lose. `key`: the key of the lot in the journal.
    """
    able = (one for one in counters if one.strength or box.ships[one.ship].is_single)
    among = [one for one in able if box.ships[one.ship].type in kinds]
    if not among:
        return []
    hurt = await draw_ship(box, among, key=key, rule="10.2.6", secret=True)
    hurt.strength -= hurt.strength if box.ships[hurt.ship].is_single else 1
    counters[:] = [one for one in counters if one is not hurt or one.strength]
    return [hurt.ship]
