"""5.0, 5.1.4 to 5.1.7, 5.2.1 The rules that make a route illegal: for each step, and for the route as a whole.

Functions return the number of the rule that forbids a step. This module never reads the contents of the enemy's blocks.
"""

from collections.abc import Collection
from typing import Literal

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import ICE, Ice, Side, WeatherKind, Zone
from games.titles.pq17.components.scenarios import Operation
from games.titles.pq17.components.turns import Turn
from games.titles.pq17.rules.weather.ice import effective_ice, is_impassable
from games.titles.pq17.state.state import Convoy, Force

DOORS: dict[str, tuple[Side | Literal[""], str]] = {
    "german": ("axis", "5.7.1"), "kara_sea": ("allied", "5.7.2"), "english_channel": ("allied", "5.7.3"),
    "atlantic": ("", "12.2"),
}  # fmt: skip
"""5.7 By box beside the map, the side that may always enter it, and the number of the rule.

The side is "" if only a situation opens the box.
"""
CHANNEL = "english_channel"
"""5.7.3 The box from which no force returns in the operation."""
LATE_HEX = "0715"
"""15.8.2 The hex that is closed to Soviet submarines in the first months of a year."""
KARA = "kara_sea"
KARA_ZONE: Zone = "e3"
OPEN_FOR_KARA: Ice = "light_drift"
"""5.7.2 The zone before the Kara Sea, and the worst ice in it that allows entry or exit."""


class Sailing(Struct, frozen=True, kw_only=True):
    """The circumstances that, together with the force, decide whether a route is legal.

    `opened`: hexes and boxes that a situation opens to the force. `friends`: the hexes of Allied convoys and Soviet
    wolfpacks (5.2.1).
    """

    operation: Operation
    turn: Turn
    weather: WeatherKind
    opened: frozenset[str] = frozenset()
    friends: frozenset[str] = frozenset()


def step_barred_by(box: Box, force: Force, here: str, hex_: str, sailing: Sailing) -> str:
    """Return the number of the rule that forbids a step from `here` to `hex_`, or "".

    Ships may not enter land or cross a closed hex side (5.0), and may not enter an enemy port (5.1.4). Certain pack ice
    stops all ships; certain heavy drift stops Axis ships (10.2.5, 5.1.7). Submarines must stay in their waters (5.2.1).
    Boxes beside the map are entered only from certain hexes (5.7).
    """
    if here in DOORS or hex_ in DOORS:
        return _door_barred(box, force, here, hex_, sailing)
    if not box.waters.are_joined(here, hex_):
        return "5.0"
    if hex_ in box.enemy_ports(sailing.operation, force.side) and hex_ not in sailing.opened:
        into_kola = force.side == "axis" and force.kind == "wolfpack" and box.port_hexes[hex_] == "murmansk"
        if not into_kola:
            return "5.1.4"
    return ice_barred_by(box, force, hex_, sailing) or _submarines_barred(box, force, hex_, sailing)


def _door_barred(box: Box, force: Force, here: str, hex_: str, sailing: Sailing) -> str:
    """5.7.1 to 5.7.3 Return the number of the rule that forbids a step into or out of a box beside the map, or ""."""
    beside, hex_ = (hex_, here) if hex_ in DOORS else (here, hex_)
    side, rule = DOORS[beside]
    if hex_ not in box.hexes or box.hexes[hex_].door != beside:
        return rule
    if force.side != side and beside not in sailing.opened:
        return rule
    if beside != KARA:
        return ""
    ice = box.ice(sailing.operation, KARA_ZONE, sailing.turn)
    return rule if ice.certain and ICE.index(ice.ice) > ICE.index(OPEN_FOR_KARA) else ""


def ice_barred_by(box: Box, force: Force, hex_: str, sailing: Sailing) -> str:
    """10.1, 10.2.5, 5.1.7, 10.3 Return the number of the rule by which certain ice closes a hex to a force, or "".

    A dummy is treated like the other forces of its side.
    """
    expected = box.ice(sailing.operation, box.hexes[hex_].zone, sailing.turn)
    if not expected.certain:
        return ""
    ice = effective_ice(force.side, expected.ice, in_lane=hex_ in box.areas.icebreaker_lane.hexes)
    if ice == ICE[-1]:
        return "10.2.5"
    return "5.1.7" if is_impassable(force.side, ice) else ""


def _submarines_barred(box: Box, force: Force, hex_: str, sailing: Sailing) -> str:
    """5.2.1, 15.8.2 Return the number of the rule that keeps submarines out of a hex, or "".

    Soviet wolfpacks stay in their area (`is_closed_to_soviet_boats`); British ones avoid Allied convoys and Soviet
    wolfpacks.
    """
    if force.kind != "wolfpack" or force.side == "axis":
        return ""
    nations = {box.ships[one.ship].nation for one in force.counters}
    if "soviet" in nations and hex_ not in box.areas.soviet_submarines.hexes:
        return "5.2.1"
    if "soviet" in nations and is_closed_to_soviet_boats(box, sailing.operation, hex_):
        return "15.8.2"
    return "5.2.1" if "britain" in nations and hex_ in sailing.friends else ""


def is_closed_to_soviet_boats(box: Box, operation: Operation, hex_: str) -> bool:
    """15.8.2 Return True for hex 0715 if the operation is before the month that opens it to Soviet submarines."""
    return hex_ == LATE_HEX and operation.month[5:] < box.campaign.soviet_boats_month


def convoy_barred_by(box: Box, force: Force, here: str, hex_: str, gone: Collection[str], sailing: Sailing) -> str:
    """5.1.5a Return the number of the rule that forbids a convoy the step from `here` to `hex_`, or "".

    A convoy may not enter a hex twice. Nor may it enter a hex that is more than one hex farther from its destination
    than the nearest hex that it has reached. Both are allowed if no other hex is open. `gone`: the hexes that the
    convoy has left.
    """
    if force.convoy is None or not force.convoy.destination:
        return ""
    if _steps_back(box, force, hex_, gone, sailing):
        others = (one for one in box.waters.ways[here] if not step_barred_by(box, force, here, one, sailing))
        return "5.1.5a" if any(not _steps_back(box, force, one, gone, sailing) for one in others) else ""
    return ""


def _steps_back(box: Box, force: Force, hex_: str, gone: Collection[str], sailing: Sailing) -> bool:
    if force.convoy is None:
        return False
    if hex_ in gone:
        return True
    left = distance_left(box, force, hex_, sailing)
    nearest = force.convoy.nearest
    if nearest is None:
        nearest = distance_left(box, force, force.at, sailing)
    return left is None or (nearest is not None and left > nearest + 1)


def note_distance(convoy: Convoy, left: int | None) -> None:
    """5.1.5a Record a convoy's distance `left` to its destination, if it is the smallest so far."""
    convoy.nearest = min((one for one in (convoy.nearest, left) if one is not None), default=None)


def distance_left(box: Box, force: Force, hex_: str, sailing: Sailing) -> int | None:
    """5.1.5a Return the distance by sea from a hex to a convoy's destination, avoiding enemy ports.

    Return None if there is no route or no destination.
    """
    if force.convoy is None or not force.convoy.destination:
        return None
    goal = box.ports[force.convoy.destination].hex
    return box.waters.distance(hex_, goal, box.enemy_ports(sailing.operation, force.side))
