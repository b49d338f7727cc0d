"""15.0 The archive of a campaign: the tracks of all forces and the losses of every past operation."""

from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Chapter, encode_chapter


def record(board: Board) -> None:
    """3.3 Store a finished operation as a chapter of the campaign. A fortnight without an operation adds no chapter."""
    state = board.state
    if state.tracks or state.losses:
        key = board.box.campaign.fortnights[board.roster.fortnight].key
        state.history.append(encode_chapter(Chapter(key, state.tracks, state.losses)))
