"""5.0 The Allied Alert Level. What it does (5.3) stands with the incidents, contact and break-off."""

from games.titles.goeben.events import day as told
from games.titles.goeben.sea import Sea


def change(sea: Sea, by: int, why: str) -> None:
    """5.1, 5.2, 5.4 Move the marker at once, within the ends of its track; simultaneous changes come as their sum."""
    chart, before = sea.box.charts.alert, sea.state.alert
    sea.state.alert = min(max(before + by, chart.least), chart.most)
    if by:
        sea.tell(told.AlertChanged(before, sea.state.alert, why))
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
            sea.tell(told.SlippedAway(space, found))
