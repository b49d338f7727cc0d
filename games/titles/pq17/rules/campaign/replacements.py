"""15.6 Replacements, in the order-of-battle phase."""

from collections.abc import Sequence

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Ship
from games.titles.pq17.rules.campaign.repairs import is_single
from games.titles.pq17.table.roster import Away, Roster, Unit, Upgraded
from games.titles.pq17.table.steps import add_step

BOATS_BACK = {"ss_british": "lerwick", "ss_soviet": "murmansk"}
"""15.6.2 Where submarines are replaced at once; sunk German ones come only as the schedule has them."""
AUXILIARIES_BACK = "reykjavik"
"""15.6.1 One of the ports in which CAM ships and oilers come back."""


def replace_boats(box: Box, roster: Roster, lost: dict[str, int]) -> None:
    """15.6.2 British and Soviet submarines that were sunk or damaged. `lost`: strength by class, in this fortnight."""
    for kind, port in BOATS_BACK.items():
        if lost.get(kind):
            roster.add(Unit(kind, lost[kind], port), single=False)


def is_replaced(ship: Ship) -> bool:
    """15.6.1, 1.4.2 CAM ships, and oilers: AO and MO."""
    return ship.role == "mc" or ship.is_oiler


def replace_auxiliaries(box: Box, roster: Roster, lost: Sequence[str], port: str = AUXILIARIES_BACK) -> None:
    """15.6.1 CAM ships and oilers that were sunk in a month come back in its second fortnight; anti-aircraft ships
    never. `lost`: those of the month, a CAM ship or tanker for each strength; `port`: where, as their owner likes.
    """
    if box.campaign.fortnights[roster.fortnight].begins_a_month:
        return
    for kind in lost:
        ship = box.ships[kind]
        if is_replaced(ship):
            strength = ship.strength if ship.is_single else 1
            laden = ship.type == "mx"
            roster.add(Unit(kind, strength, port, laden=laden), single=is_single(box, kind))


def soviet_steps(box: Box, arrived: int) -> int:
    """15.6.4 Steps for laden merchants that came to the Soviet Union: one for every three, rounded up."""
    return -(-arrived // box.campaign.rules.soviet_air_merchants)


def reinforce(box: Box, roster: Roster, kind: str, base: str, steps: int) -> int:
    """15.6.3 Steps for a type at a base: counters that lack one are turned up, then units that were destroyed come back
    with one each. Returns the steps that were of no use.
    """
    came = 0
    while came < steps and add_step(box, roster, kind, base):
        came += 1
    if came:
        roster.replaced.append(Unit(kind, came, base))
    return steps - came


def upgrade_at(box: Box, roster: Roster, old: str, base: str, new: str) -> None:
    """15.6.5 A counter of the old type at a base is gone for good, and one of the new stands there, whole."""
    full = box.aircraft[old].strength
    unit = next((one for one in roster.units if (one.kind, one.place) == (old, base)), None)
    if unit is None:
        return
    gone = roster.take(unit, unit.strength % full or full)
    roster.upgraded.append(Upgraded(old, gone.strength, new, base))
    roster.units.append(Unit(new, box.aircraft[new].strength, base))


def destroy(roster: Roster, unit: Unit, strength: int) -> None:
    """12.6.1, 15.6.3 Steps of aircraft are lost, to come back as replacements alone."""
    unit.strength -= strength
    if not unit.strength:
        roster.units.remove(unit)
        roster.away.append(Away(Unit(unit.kind, 1, unit.place), "lost"))
