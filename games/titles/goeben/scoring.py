"""17.1 Victory points."""

from games.titles.goeben.events import day as told
from games.titles.goeben.sea import Sea


def score(sea: Sea, points: int, why: str, what: str = "") -> None:
    """17.1 Points won, or lost where they are negative; the sum may fall below 0."""
    if points:
        sea.state.vp += points
        sea.tell(told.Scored(points, sea.state.vp, why, what))
