"""The Incident Phase with markers that a test chooses."""

from games.titles.goeben.incidents import incidents
from games.titles.goeben.sea import Sea
from tests.titles.goeben.laid_out import Dice, Played, Says, play


def meet(sea: Sea, markers: str, *, dice: Dice = (), says: Says | None = None, draws: Dice = ()) -> Played:
    """The next space of the phase, with these markers drawn in this order; `draws` come after them."""
    if not sea.day.queue:
        sea.day.queue = sea.occupied()
    pool = sea.state.pool
    wanted = [next(n for n, name in enumerate(pool) if name == marker) for marker in markers.split()]
    drawn = (tuple(wanted),) if wanted else ()
    return play(sea, incidents(sea), dice=dice, draws=[*drawn, *draws], says=says)
