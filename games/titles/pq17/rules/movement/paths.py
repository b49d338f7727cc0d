"""5.0, 5.1.4 to 5.1.7, 5.2.1 The legality of routes: each step, and the route as a whole.

A forbidden step is reported by its hex and rule. This module never reads the contents of the enemy's blocks.
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
"""5.7 The boxes beside the map, the side that may enter them without a situation (12.2, 12.12), and the rule."""
CHANNEL = "english_channel"
"""5.7.3 The box from which no force returns in the operation."""
LATE_HEX = "0715"
"""15.8.2 The hex that is closed to Soviet submarines until June."""
KARA = "kara_sea"
KARA_ZONE: Zone = "e3"
OPEN_FOR_KARA: Ice = "light_drift"
"""5.7.2 The zone before the Kara Sea, and the worst ice in it that allows entry or exit."""


class Sailing(Struct, frozen=True, kw_only=True):
    """The circumstances that decide whether a route is legal, besides the force.

    `opened`: areas that a situation opens, such as ports (SIZILIEN, 12.11). `friends`: the hexes of Allied convoys and
    Soviet wolfpacks (5.2.1).
    """

    operation: Operation
    turn: Turn
    weather: WeatherKind
    opened: frozenset[str] = frozenset()
    friends: frozenset[str] = frozenset()


def step_barred_by(box: Box, force: Force, here: str, hex_: str, sailing: Sailing) -> str:
    """Return the rule that forbids one step, or "".

    Ships may not enter land or cross a closed hex side (5.0), and may not enter an enemy port (5.1.4). Certain pack ice
    stops them, and certain heavy drift the Axis (10.2.5, 5.1.7). Submarines must stay in their waters (5.2.1). Boxes
    beside the map are entered only from certain hexes (5.7).
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
    """5.7.1 to 5.7.3 Return the rule that forbids the way into a box beside the map, or out of it, or ""."""
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
    """10.1, 10.2.5, 5.1.7, 10.3 Return the rule by which certain ice closes a hex to a force, or "".

    For a dummy the same holds as for other forces of its side.
    """
    expected = box.ice(sailing.operation, box.hexes[hex_].zone, sailing.turn)
    if not expected.certain:
        return ""
    ice = effective_ice(force.side, expected.ice, in_lane=hex_ in box.areas.icebreaker_lane.hexes)
    if ice == ICE[-1]:
        return "10.2.5"
    return "5.1.7" if is_impassable(force.side, ice) else ""


def _submarines_barred(box: Box, force: Force, hex_: str, sailing: Sailing) -> str:
    """5.2.1, 15.8.2 Return the rule that keeps submarines out of a hex, or "".

    Soviet wolfpacks stay in their area, which includes 0715 only after May; British ones avoid Allied convoys and
    Soviet wolfpacks.
    """
    if force.kind != "wolfpack" or force.side == "axis":
        return ""
    nations = {box.ships[one.ship].nation for one in force.counters}
    if "soviet" in nations and hex_ not in box.areas.soviet_submarines.hexes:
        return "5.2.1"
    if "soviet" in nations and hex_ == LATE_HEX and sailing.operation.month[5:] < "06":
        return "15.8.2"
    return "5.2.1" if "britain" in nations and hex_ in sailing.friends else ""


def convoy_barred_by(box: Box, force: Force, here: str, hex_: str, gone: Collection[str], sailing: Sailing) -> str:
    """5.1.5a Return the rule that forbids a convoy the step from `here` to `hex_`, or "".

    A convoy may not enter a hex twice. It may not enter a hex that is more than one hex farther from its destination
    than its nearest hex so far. Both are allowed if no other hex is open. `gone`: the hexes that it has left.
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
    """5.1.5a Record the distance `left` to a convoy's destination, if it is the smallest so far."""
    convoy.nearest = min((one for one in (convoy.nearest, left) if one is not None), default=None)


def distance_left(box: Box, force: Force, hex_: str, sailing: Sailing) -> int | None:
    """5.1.5a Return the distance by sea from a hex to a convoy's destination, avoiding enemy ports.

    Returns None if there is no route.
    """
    if force.convoy is None or not force.convoy.destination:
        return None
    goal = box.ports[force.convoy.destination].hex
    return box.waters.distance(hex_, goal, box.enemy_ports(sailing.operation, force.side))
