"""5.0 The Allied alert level. The modules of incidents, contact and break-off apply its effects (5.3)."""

from games.kernel.events import NOBODY, Audience
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told


def change(board: Board, by: int, why: str, *, to: Audience = NOBODY) -> bool:
    """5.1, 5.2, 5.4, 5.1.1, 11.2.3 Change the alert level by `by`, within its limits; return True if it changed.

    Callers add up simultaneous changes first. `why`: the key of the reason, for the event. 25.2 All seats learn a new
    level. Only captains in `to` learn the reason, and that the level stayed at a limit.
    """
    chart, before = board.box.charts.alert, board.state.alert
    board.state.alert = min(max(before + by, chart.least), chart.most)
    if by:
        after = board.state.alert
        afar = told.AlertChanged(before, after) if after != before else None
        board.signal(told.AlertChanged(before, after, why), afar, to=to)
    if board.state.alert != before and board.state.options.return_on_alert:
        _slip_away(board)
    return board.state.alert != before


def _slip_away(board: Board) -> None:
    """11.2.1 Put counters that intelligence found back into the incident pool, except in the space of a battle."""
    engaged = board.state.battle.space if board.state.battle is not None else ""
    for space in list(board.state.lying):
        found = tuple(marker.id for marker in board.markers_at(space) if marker.found)
        if found and space != engaged:
            for counter in found:
                board.lift(space, counter)
                board.state.pool.append(counter)
            board.tell_at(space, told.SlippedAway(space, found))
