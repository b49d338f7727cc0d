"""9.0 Ports and naval bases: whose they are now, who may enter, and what a space does to ships (T.terrain)."""

from collections.abc import Collection, Mapping
from typing import Literal

from msgspec import Struct

from games.kernel.events import Audience
from games.titles.goeben.box.charts import Terrain
from games.titles.goeben.rules.ships.cargo import stow_back
from games.titles.goeben.seen.knowledge import note_given_up
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.sea import Sea

Side = Literal["friendly", "neutral", "allied", "captured"]

SORTIE_ZONES = ("toulon_pz", "north_african_pz")
"""13.chart/French Navy Sortie The zones that it closes."""


class Port(Struct, frozen=True):
    """9.0 Whose a port or naval base is."""

    side: Side
    base: bool


def port_at(sea: Sea, space: str) -> Port | None:
    """9.0, 9.2.4 The six kinds of port, and ports held by a landing party (9.2); nothing for the open sea."""
    place = sea.box.spaces[space]
    if not place.harbour:
        return None
    return Port(_side(sea, space), place.kind == "naval_base")


def _side(sea: Sea, space: str) -> Side:
    place, campaign = sea.box.spaces[space], sea.state.campaign
    if place.side == "central" or (campaign is not None and place.owner in campaign.friendly):
        return "friendly"
    if space in sea.state.ashore:
        return "captured"
    return "allied" if place.side == "allied" else "neutral"


def is_patrol(sea: Sea, space: str) -> bool:
    """12.5 An Allied patrol zone, unless a campaign has made it open sea (24.orders)."""
    campaign = sea.state.campaign
    zone = sea.box.spaces[space].kind == "patrol_zone"
    return zone and (campaign is None or space not in campaign.high_sea)


def terrain_key(sea: Sea, space: str) -> str:
    """T.terrain The row of the terrain effects chart that a space has now."""
    port = port_at(sea, space)
    if port is not None:
        return f"{port.side}_{'base' if port.base else 'port'}"
    return "patrol_zone" if is_patrol(sea, space) else "high_sea"


def terrain(sea: Sea, space: str) -> Terrain:
    """T.terrain What a space does to the ships in it."""
    return sea.box.charts.terrain[terrain_key(sea, space)]


def is_open(sea: Sea, space: str, *, austrian: bool = False) -> bool:
    """12.5, 12.5.2 Whether ships may enter."""
    return not why_closed(sea, space, austrian=austrian)


def why_closed(sea: Sea, space: str, *, austrian: bool = False) -> str:
    """12.5, 12.5.2 Why ships may not enter: the Black Sea; the seas that Austro-Hungarian ships keep out of (20.0); the
    Atlantic, but to break out; zones that the French fleet sweeps; a neutral port that was visited (9.1). Empty: they
    may.
    """
    place, zone = sea.box.spaces[space], sea.box.charts.zones[sea.box.waters.zone(space)]
    if not zone.open:
        return "black_sea"
    if austrian and place.zone not in sea.box.numbers.consorts.zones:
        return "foreign"
    if place.kind == "atlantic_exit":
        return "" if sea.box.missions[sea.state.mission].space == space else "exit"
    if sea.state.french_sortie and space in SORTIE_ZONES:
        return "sortie"
    return "visited" if was_visited(sea, space) else ""


def was_visited(sea: Sea, space: str) -> bool:
    """9.1, 9.0.2 A neutral port in which German ships have been; now closed to them."""
    return space in sea.state.visited and _side(sea, space) == "neutral"


def note_visits(sea: Sea, stayed: Collection[str]) -> None:
    """9.1, 9.1.1 Neutral ports in which ships of either navy (20.0.6) were through a whole movement phase have been
    visited; where a campaign let them begin (24.orders) the first turn does not count (9.1.2).
    """
    begun = sea.state.campaign.starts if sea.state.campaign is not None and sea.state.turn == 1 else []
    for space in (space for space in sea.box.spaces if space in stayed and space not in begun):
        port = port_at(sea, space)
        if port is not None and port.side == "neutral" and space not in sea.state.visited:
            sea.state.visited.append(space)
            sea.tell(told.PortVisited(space))


def abandon(sea: Sea, left: Mapping[str, Audience]) -> None:
    """9.2, 9.2.1 A port is held only while a warship stays; without one its landing party is lost.

    `left` says of spaces who saw the last ship go: captains know what they leave behind (25.2).
    """
    for space, name in list(sea.state.ashore.items()):
        if sea.ships_at(space) or sea.consorts_at(space):
            continue
        del sea.state.ashore[space]
        stow_back(sea, "seebataillon")
        seats = left.get(space, sea.witnesses(space))
        note_given_up(sea, space, seats)
        sea.emit(told.PortAbandoned(space, name), to=seats)
