"""5.0 The Allied Alert Level. What it does (5.3) stands with the incidents, contact and break-off."""

from games.kernel.events import NOBODY, Audience
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.sea import Sea


def change(sea: Sea, by: int, why: str, *, to: Audience = NOBODY) -> None:
    """5.1, 5.2, 5.4, 5.1.1, 11.2.3 Move the marker at once, within the ends of its track; simultaneous changes come as
    their sum. 25.2 All hear the level; of captains only those in `to` hear why.
    """
    chart, before = sea.box.charts.alert, sea.state.alert
    sea.state.alert = min(max(before + by, chart.least), chart.most)
    if by:
        after = sea.state.alert
        sea.signal(told.AlertChanged(before, after, why), told.AlertChanged(before, after), to=to)
    if sea.state.alert != before and sea.state.options.return_on_alert:
        _slip_away(sea)


def _slip_away(sea: Sea) -> None:
    """11.2.1 Counters that intelligence found go back into the pool, but not out of a battle in progress."""
    engaged = sea.state.battle.space if sea.state.battle is not None else ""
    for space in list(sea.state.lying):
        found = tuple(marker.id for marker in sea.markers_at(space) if marker.found)
        if found and space != engaged:
            for counter in found:
                sea.lift(space, counter)
                sea.state.pool.append(counter)
            sea.tell_at(space, told.SlippedAway(space, found))
