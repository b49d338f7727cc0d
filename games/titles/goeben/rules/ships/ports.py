"""9.0 Ports and naval bases: owners, ships that may enter, and the effects of terrain on ships (T.terrain)."""

from collections.abc import Collection, Mapping
from typing import Literal

from msgspec import Struct

from games.kernel.events import Audience
from games.titles.goeben.components.charts import Terrain
from games.titles.goeben.rules.ships.cargo import stow_back
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.visibility.knowledge import note_given_up

Side = Literal["friendly", "neutral", "allied", "captured"]

SORTIE_ZONES = ("toulon_pz", "north_african_pz")
"""13.chart/French Navy Sortie The zones that the sortie closes."""


class Port(Struct, frozen=True):
    """9.0 A port as it is now. `side`: the side that holds it, also "captured". `base`: True for a naval base."""

    side: Side
    base: bool


def port_at(board: Board, space: str) -> Port | None:
    """9.0, 9.2.4 Return the port in a space, as it is now; None for a space at sea.

    A port with marines ashore is captured (9.2).
    """
    place = board.box.spaces[space]
    if not place.harbour:
        return None
    return Port(_side(board, space), place.kind == "naval_base")


def _side(board: Board, space: str) -> Side:
    place, campaign = board.box.spaces[space], board.state.campaign
    if place.side == "central" or (campaign is not None and place.owner in campaign.friendly):
        return "friendly"
    if space in board.state.ashore:
        return "captured"
    return "allied" if place.side == "allied" else "neutral"


def is_patrol(board: Board, space: str) -> bool:
    """12.5 Return True if a space is a patrol zone that no mission has turned into open sea (24.orders)."""
    campaign = board.state.campaign
    zone = board.box.spaces[space].kind == "patrol_zone"
    return zone and (campaign is None or space not in campaign.high_sea)


def terrain_key(board: Board, space: str) -> str:
    """T.terrain Return the key of the row in the chart of terrain that now holds for a space."""
    port = port_at(board, space)
    if port is not None:
        return f"{port.side}_{'base' if port.base else 'port'}"
    return "patrol_zone" if is_patrol(board, space) else "high_sea"


def terrain(board: Board, space: str) -> Terrain:
    """T.terrain Return the effects of a space on the ships in it."""
    return board.box.charts.terrain[terrain_key(board, space)]


def is_open(board: Board, space: str, *, austrian: bool = False) -> bool:
    """12.5, 12.5.2 Return True if ships may enter a space. `austrian`: True for Austro-Hungarian ships."""
    return not why_closed(board, space, austrian=austrian)


def why_closed(board: Board, space: str, *, austrian: bool = False) -> str:
    """12.5, 12.5.2 Return why ships may not enter a space, as a key of REASONS in `orders.unavailable_orders`.

    Return "" if they may enter. Closed are the Black Sea, seas closed to Austro-Hungarian ships (20.0), the Atlantic
    except for its mission, zones of a French sortie, and neutral ports already visited (9.1).
    """
    place, zone = board.box.spaces[space], board.box.charts.zones[board.box.waters.zone(space)]
    if not zone.open:
        return "black_sea"
    if austrian and place.zone not in board.box.numbers.consorts.zones:
        return "foreign"
    if place.kind == "atlantic_exit":
        return "" if board.box.missions[board.state.mission].space == space else "exit"
    if board.state.french_sortie and space in SORTIE_ZONES:
        return "sortie"
    return "visited" if was_visited(board, space) else ""


def was_visited(board: Board, space: str) -> bool:
    """9.1, 9.0.2 Return True if German ships have visited a neutral port. The port is then closed to them."""
    return space in board.state.visited and _side(board, space) == "neutral"


def note_visits(board: Board, stayed: Collection[str]) -> None:
    """9.1, 9.1.1 Record the neutral ports in which ships of either nation (20.0.6) stayed for a whole movement phase.

    `stayed`: the spaces of the ships that did not move. If ships of a campaign begin in such a port (24.orders), the
    first day does not count (9.1.2).
    """
    begun = board.state.campaign.starts if board.state.campaign is not None and board.state.turn == 1 else []
    for space in (space for space in board.box.spaces if space in stayed and space not in begun):
        port = port_at(board, space)
        if port is not None and port.side == "neutral" and space not in board.state.visited:
            board.state.visited.append(space)
            board.tell(told.PortVisited(space))


def abandon(board: Board, left: Mapping[str, Audience]) -> None:
    """9.2, 9.2.1 Give up captured ports without a warship; the marines there are lost.

    `left`: for each space, the seats that saw the last ship leave it (25.2).
    """
    for space, name in list(board.state.ashore.items()):
        if board.ships_at(space) or board.consorts_at(space):
            continue
        del board.state.ashore[space]
        stow_back(board, "seebataillon")
        seats = left.get(space, board.witnesses(space))
        note_given_up(board, space, seats)
        board.emit(told.PortAbandoned(space, name), to=seats)
