"""15.5 The repair of ships and aircraft in the order-of-battle phase."""

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.roster import Away, Roster, Unit

TIRPITZ = "tirpitz"
REPAIRED = ("britain", "germany")
"""15.5 The navies whose ships are repaired."""
NOT_REPAIRED = ("prinz_eugen",)
"""15.5 Ships that are never repaired, because the schedule withdraws them."""
BRITISH_DOCKS = ("scapa_flow", "english_channel")
"""15.5.1, 15.7.2 The home ports of British ships, where they may go into dock."""
GERMANY = ("kiel", "german")
"""15.5.1, 5.7.1 The port in Germany, and the box beside the map that holds the other German ports."""
NO_DOCK = ("kirkenes", *GERMANY)
"""15.5.1a The places where Tirpitz is not repaired: one port in Norway, and all places outside Norway."""
BACK: dict[Side, str] = {"allied": "clyde", "axis": "kiel"}
"""15.5.1 By side, the port where repaired ships return by default."""
BOATS_BACK = "bergen"
"""15.5.2 The port where repaired German submarines return."""


def missing_strength(box: Box, unit: Unit) -> int:
    """Return the strength that a named ship has lost."""
    return box.ships[unit.kind].strength - unit.strength


def may_repair(box: Box, unit: Unit) -> str:
    """15.5, 15.5.1 Return the number of the rule that forbids the repair of a ship; "" if she may be repaired.

    Only damaged British and German ships are repaired, and only if they are neither Crippled nor Dead in the Water. A
    British ship must be in a home port, a German ship in Norway or Germany.
    """
    ship = box.ships.get(unit.kind)
    if ship is None or not ship.is_single or ship.nation not in REPAIRED or unit.kind in NOT_REPAIRED:
        return "15.5"
    if unit.crippled or unit.dead or not missing_strength(box, unit):
        return "15.5"
    if ship.nation == "britain":
        return "" if unit.place in BRITISH_DOCKS else "15.5.1"
    if unit.kind == TIRPITZ:
        return "15.5.1a" if unit.place in NO_DOCK or unit.place not in box.ports else ""
    port = box.ports.get(unit.place)
    return "" if unit.place in GERMANY or (port is not None and port.side == "axis") else "15.5.1"


def repair(box: Box, roster: Roster, unit: Unit, steps: int, at: str = "") -> int:
    """15.5.1, 15.5.1a Put a ship into dock to repair `steps` steps. She returns to the place `at`, or the default port.

    Returns the cost of the repair of Tirpitz in half points; 0 for other ships. Raises ValueError, with the number of
    the rule, if a rule forbids the repair.
    """
    barred = may_repair(box, unit)
    if barred or not 0 < steps <= missing_strength(box, unit):
        raise ValueError(barred or "15.5.1")
    rules = box.campaign.rules
    if unit.kind == TIRPITZ:
        unit.inoperative = roster.fortnight + rules.repair_tirpitz * steps
        roster.away.append(Away(Unit(unit.kind, steps, unit.place), "repair", unit.inoperative))
        return rules.repair_tirpitz_cost * steps
    gone = roster.take(unit, unit.strength)
    gone.strength += steps
    gone.place = at or BACK[box.ships[unit.kind].side]
    roster.away.append(Away(gone, "repair", roster.fortnight + rules.repair * steps))
    return 0


def return_units(box: Box, roster: Roster) -> None:
    """15.5.1, 15.5.3b Put the units that return in this fortnight back into the roster. Tirpitz regains her strength.

    A ship that came early by the reinforcements situation does not return a second time (15.3.2).
    """
    for one in [away for away in roster.away if away.back == roster.fortnight]:
        roster.away.remove(one)
        if one.unit.kind in roster.early and is_single(box, one.unit.kind):
            continue
        there = roster.find(one.unit.kind) if one.unit.kind == TIRPITZ else None
        if there is not None:
            there.strength, there.inoperative = there.strength + one.unit.strength, 0
        elif one.unit.kind != TIRPITZ:  # a ship sunk under repair is not repaired
            roster.add(one.unit, single=is_single(box, one.unit.kind))


def return_boats(box: Box, roster: Roster) -> int:
    """15.5.2 Bring back a third of the damaged German submarines, rounded up. Return their strength.

    This happens in the first fortnight of a month. In the second, the result is 0.
    """
    if not box.campaign.fortnights[roster.fortnight].begins_a_month or not roster.damaged_boats:
        return 0
    back = -(-roster.damaged_boats // box.campaign.rules.boats_third)
    roster.damaged_boats -= back
    roster.add(Unit("ss_german", back, BOATS_BACK), single=False)
    return back


def mend_breakdowns_and_aircraft(box: Box, roster: Roster) -> None:
    """15.5.3, 15.5.4 Let inoperative ships sail again when their time is over, and repair damaged aircraft."""
    for unit in roster.units:
        unit.damaged = 0
        if unit.kind != TIRPITZ and unit.inoperative <= roster.fortnight:
            unit.inoperative = 0


def is_single(box: Box, kind: str) -> bool:
    """Return True for a named ship or an air unit, whose strength never joins another unit's."""
    return kind in box.aircraft or box.ships[kind].is_single
