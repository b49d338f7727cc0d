"""17.1 Victory points."""

from games.kernel.events import NOBODY, Audience
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.sea import Sea


def score(sea: Sea, points: int, why: str, what: str = "", *, to: Audience = NOBODY) -> None:
    """17.1 Points won, or lost where they are negative; the sum may fall below 0.

    25.2 All hear the points; of captains only those in `to` hear what for.
    """
    if points:
        sea.state.vp += points
        sea.signal(told.Scored(points, sea.state.vp, why, what), told.Scored(points, sea.state.vp), to=to)
