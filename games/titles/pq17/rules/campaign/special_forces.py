"""15.4 Emergency reinforcements and green crews; 15.8.3 operation EV; 15.9 the verdict."""

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.roster import NATIONS, Roster, Unit

HALVES = 2
PLACES: dict[Side, str] = {"allied": "scapa_flow", "axis": "kiel"}
"""15.4 By side, the port where emergency reinforcements arrive."""


def emergency_kind(side: Side, ship: str) -> str:
    """15.4.1, 15.4.2 Return the nation whose limit of emergency reinforcements applies to a class (`ship`).

    Returns "" if the side cannot call ships of the class.
    """
    kinds = ("british", "us") if side == "allied" else ("german",)
    return next((kind for kind in kinds if ship in NATIONS[kind]), "")


def call_barred_by(box: Box, side: Side, wanted: dict[str, int]) -> str:
    """15.4.1, 15.4.2 Return the number of the rule that forbids a side to call these forces in a fortnight, or "".

    `wanted`: the strength by class.
    """
    rule = "15.4.1" if side == "allied" else "15.4.2"
    limits = box.campaign.rules.emergency.allied if side == "allied" else box.campaign.rules.emergency.axis
    called: dict[str, int] = {}
    for ship, strength in wanted.items():
        kind = emergency_kind(side, ship)
        if not kind or strength < 1:
            return rule
        called[kind] = called.get(kind, 0) + strength
    return rule if any(strength > limits[kind] for kind, strength in called.items()) else ""


def call_forces(box: Box, roster: Roster, side: Side, wanted: dict[str, int], *, green: bool = False) -> int:
    """15.4, 15.4.3 Place emergency reinforcements, and return their cost as a change of the score in half points.

    `wanted`: the strength called, by class. `green`: True if the crews are green. Raises ValueError, with the number of
    the rule as its message, if a rule forbids the call.
    """
    rule = call_barred_by(box, side, wanted)
    if rule:
        raise ValueError(rule)
    for ship, strength in wanted.items():
        roster.units.append(Unit(ship, strength, PLACES[side], green=green, emergency=True))
    cost = box.campaign.rules.emergency_cost * sum(wanted.values())
    return -cost if side == "allied" else cost


def release_forces(box: Box, roster: Roster, side: Side, kept: int = 0) -> int:
    """15.4a, 15.4.3c Remove a side's emergency forces in the next order-of-battle phase, wherever they are.

    `kept`: the strength that stays because its cost is paid again; forces with green crews must leave. Returns the cost
    paid again, in half points, negative for the Allies.
    """
    paid = 0
    for unit in [one for one in roster.units if one.emergency and box.ships[one.kind].side == side]:
        stays = 0 if unit.green else min(unit.strength, kept - paid)
        paid += stays
        if stays:
            unit.strength = stays
        else:
            roster.units.remove(unit)
    cost = box.campaign.rules.emergency_cost * paid
    return -cost if side == "allied" else cost


def may_come_green(box: Box, fortnight: int, due: int) -> bool:
    """15.4.3 Return True if a new ship may arrive in `fortnight`, which is at most four before her `due` fortnight."""
    return 0 < due - fortnight <= box.campaign.rules.green_ahead


def required_points(box: Box, months: int) -> int:
    """15.9 Return the score in half points that the Allies need to win a campaign of so many months."""
    return box.campaign.rules.required_each_month * months * HALVES


def verdict(box: Box, months: int, score: int) -> Side:
    """15.9 Return the winner: the Allies if the score reaches the required points, otherwise the Axis."""
    return "allied" if score >= required_points(box, months) else "axis"


def may_declare_ev(roster: Roster, bid: int) -> bool:
    """15.8.3 Return True if the Allies may declare EV. They may do so once, in a planning phase in which they bid 0."""
    return not roster.ev and bid == 0
