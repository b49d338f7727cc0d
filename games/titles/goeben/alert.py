"""5.0 The Allied Alert Level."""

from games.titles.goeben.events import day as told
from games.titles.goeben.sea import Sea


def change(sea: Sea, by: int, why: str) -> None:
    """5.1, 5.2, 5.4 Move the marker at once, within the ends of its track; simultaneous changes come as their sum."""
    chart, before = sea.box.charts.alert, sea.state.alert
    sea.state.alert = min(max(before + by, chart.least), chart.most)
    if by:
        sea.tell(told.AlertChanged(before, sea.state.alert, why))
