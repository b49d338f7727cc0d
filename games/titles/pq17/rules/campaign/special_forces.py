"""15.4 Emergency reinforcements and green crews; 15.8.3 operation EV; 15.9 the verdict."""

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.table.roster import NATIONS, Roster, Unit

HALVES = 2
PLACES: dict[Side, str] = {"allied": "scapa_flow", "axis": "kiel"}
"""15.4 Where emergency reinforcements are placed."""


def kind_called(side: Side, ship: str) -> str:
    """15.4.1, 15.4.2 The kind whose limit a class counts against, "" for one that cannot be called."""
    kinds = ("british", "us") if side == "allied" else ("german",)
    return next((kind for kind in kinds if ship in NATIONS[kind]), "")


def may_call(box: Box, side: Side, wanted: dict[str, int]) -> str:
    """15.4.1, 15.4.2 The rule that forbids calling so much strength of these classes in a fortnight, or ""."""
    rule = "15.4.1" if side == "allied" else "15.4.2"
    limits = box.campaign.rules.emergency.allied if side == "allied" else box.campaign.rules.emergency.axis
    called: dict[str, int] = {}
    for ship, strength in wanted.items():
        kind = kind_called(side, ship)
        if not kind or strength < 1:
            return rule
        called[kind] = called.get(kind, 0) + strength
    return rule if any(strength > limits[kind] for kind, strength in called.items()) else ""


def call(box: Box, roster: Roster, side: Side, wanted: dict[str, int], *, green: bool = False) -> int:
    """15.4, 15.4.3 Place emergency reinforcements. Returns half points, positive for the Allies; raises ValueError with
    the rule that forbids it.
    """
    rule = may_call(box, side, wanted)
    if rule:
        raise ValueError(rule)
    for ship, strength in wanted.items():
        roster.units.append(Unit(ship, strength, PLACES[side], green=green, emergency=True))
    cost = box.campaign.rules.emergency_cost * sum(wanted.values())
    return -cost if side == "allied" else cost


def release(box: Box, roster: Roster, side: Side, kept: int = 0) -> int:
    """15.4a, 15.4.3c In the next order-of-battle phase emergency forces go, wherever they are, but for so much strength
    whose cost is paid again; green ones must go. Returns half points.
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
    """15.4.3 Whether a ship that is new may be taken before her time, up to four fortnights."""
    return 0 < due - fortnight <= box.campaign.rules.green_ahead


def required(box: Box, months: int) -> int:
    """15.9 The half points that the Allies need for so many months."""
    return box.campaign.rules.required_each_month * months * HALVES


def verdict(box: Box, months: int, score: int) -> Side:
    """15.9 At least that is an Allied victory, less an Axis one."""
    return "allied" if score >= required(box, months) else "axis"


def may_declare_ev(roster: Roster, bid: int) -> bool:
    """15.8.3 Once, in a planning phase in which the Allies showed a nought."""
    return not roster.ev and bid == 0
