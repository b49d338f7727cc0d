"""13.1 The incident chart: quiet seas, changes of the alert level, and intelligence from Berlin."""

from games.titles.goeben.rules.incidents.marker_effects import Fate, announce_effect, at_allied_port
from games.titles.goeben.rules.search.intelligence import chooses_to_look
from games.titles.goeben.rules.search.revealing import look
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.state import alert
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import incidents as told


async def quiet_seas(board: Board, space: str, marker: str) -> Fate:
    """13.chart/Quiet Seas (13.chart/Quiet Seas.1) Do nothing; the marker goes back into the incident pool."""
    announce_effect(board, space, "quiet_seas", idle=True)
    return "pool"


async def allied_patrol(board: Board, space: str, marker: str) -> Fate:
    """13.chart/Allied Patrol Raise the alert level if the space is a patrol zone, Allied port or Allied base."""
    watched = ports.is_patrol(board, space) or at_allied_port(board, space)
    announce_effect(board, space, "allied_patrol", idle=not watched)
    if watched:
        alert.change(board, 1, "allied_patrol", to=board.witnesses(space))
    return "pool"


async def conflicting_orders(board: Board, space: str, marker: str) -> Fate:
    """13.chart/Conflicting Orders Lower the alert level."""
    announce_effect(board, space, "conflicting_orders")
    alert.change(board, -1, "conflicting_orders", to=board.witnesses(space))
    return "pool"


async def pursuit_ordered(board: Board, space: str, marker: str) -> Fate:
    """13.chart/Pursue Raise the alert level."""
    announce_effect(board, space, "pursue")
    alert.change(board, 1, "pursue", to=board.witnesses(space))
    return "pool"


async def from_berlin(board: Board, space: str, marker: str) -> Fate:
    """13.chart/Intelligence from Berlin Apply the result IB (reveal counters) or JE (lower the alert level).

    The captain of the first German ship in the space chooses the result (13.chart/Intelligence from Berlin.1). Nothing
    happens if only Austro-Hungarian ships are there, because they take no part in intelligence (20.0.1).
    """
    announce_effect(board, space, "berlin")
    ships = board.ships_at(space) or board.afloat
    finding = "ib" if ships and await chooses_to_look(board, ships[0].seat) else "je"
    board.tell_at(space, told.BerlinReported(space, finding))
    if finding == "ib":
        await look(board, ships[0])
    else:
        alert.change(board, board.box.charts.intelligence.alert["je"], "berlin", to=board.witnesses(space))
    return "pool"
