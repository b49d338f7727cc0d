"""15.0 What is kept of every operation of a campaign: the ways of its forces and its losses, for all later pages."""

from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Chapter, closed


def record(sea: Sea) -> None:
    """3.3 An operation that is over becomes a chapter of the campaign; one that was not played leaves none."""
    state = sea.state
    if state.tracks or state.losses:
        key = sea.box.campaign.fortnights[sea.roster.fortnight].key
        state.history.append(closed(Chapter(key, state.tracks, state.losses)))
