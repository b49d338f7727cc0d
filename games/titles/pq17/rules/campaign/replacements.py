"""15.6 The replacement of lost submarines, auxiliaries and aircraft in the order-of-battle phase."""

from collections.abc import Sequence

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Ship
from games.titles.pq17.rules.campaign.repairs import is_single
from games.titles.pq17.state.roster import Away, Roster, Unit, Upgraded
from games.titles.pq17.state.steps import add_step

BOATS_BACK = {"ss_british": "lerwick", "ss_soviet": "murmansk"}
"""15.6.2 By class, the port where lost submarines are replaced at once. German submarines come only by the schedule."""
AUXILIARIES_BACK = "reykjavik"
"""15.6.1 The default port where new CAM ships and oilers arrive."""


def replace_boats(box: Box, roster: Roster, lost: dict[str, int]) -> None:
    """15.6.2 Replace British and Soviet submarines that were sunk or damaged.

    `lost`: by class, the strength lost in this fortnight.
    """
    for kind, port in BOATS_BACK.items():
        if lost.get(kind):
            roster.add(Unit(kind, lost[kind], port), single=False)


def is_replaced(ship: Ship) -> bool:
    """15.6.1, 1.4.2 Return True for CAM ships and for oilers (AO and MO), which are replaced after they were sunk."""
    return ship.role == "mc" or ship.is_oiler


def replace_auxiliaries(box: Box, roster: Roster, lost: Sequence[str], port: str = AUXILIARIES_BACK) -> None:
    """15.6.1 Replace the CAM ships and oilers sunk in a month, in the month's second fortnight.

    `lost`: the ids of the ships sunk in the month; an id is repeated for each strength. `port`: where the new ships
    arrive.
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
    """15.6.4 Return the steps of Soviet aircraft that are replaced: a third of the arrived merchants, rounded up."""
    return -(-arrived // box.campaign.rules.soviet_air_merchants)


def add_replacement_steps(box: Box, roster: Roster, kind: str, base: str, steps: int) -> int:
    """15.6.3 Add steps to an aircraft type at a base; return the number of unused steps.

    Units that lack steps are restored first. Then destroyed units return with one step each.
    """
    came = 0
    while came < steps and add_step(box, roster, kind, base):
        came += 1
    if came:
        roster.replaced.append(Unit(kind, came, base))
    return steps - came


def upgrade_at(box: Box, roster: Roster, old: str, base: str, new: str) -> None:
    """15.6.5 Replace an air unit of the type `old` at a base for good by a full-strength unit of the type `new`."""
    full = box.aircraft[old].strength
    unit = next((one for one in roster.units if (one.kind, one.place) == (old, base)), None)
    if unit is None:
        return
    gone = roster.take(unit, unit.strength % full or full)
    roster.upgraded.append(Upgraded(old, gone.strength, new, base))
    roster.units.append(Unit(new, box.aircraft[new].strength, base))


def destroy_steps(roster: Roster, unit: Unit, strength: int) -> None:
    """12.6.1, 15.6.3 Remove steps of an air unit from the roster; only replacements bring them back."""
    unit.strength -= strength
    if not unit.strength:
        roster.units.remove(unit)
        roster.away.append(Away(Unit(unit.kind, 1, unit.place), "lost"))
