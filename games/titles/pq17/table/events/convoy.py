"""5.5, 7.7, 9.2.5a to 9.3.3: convoys that scatter, come apart in a gale and come together again."""

from games.kernel.events import WHOLE, Event
from games.titles.pq17.box.pieces import Side


class Scattered(Event, frozen=True, tag="scattered"):
    """5.5, 6.8.1 A convoy scatters; both see it, at ID 3. Its owner reads which force, and the one that its warships
    make by themselves.
    """

    side: Side
    at: str
    force: str = ""
    escorts: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class Dispersed(Event, frozen=True, tag="dispersed"):
    """9.3.2 Merchants have left a convoy for its dispersed part; its owner reads the dice and how many."""

    side: Side
    force: str
    dice: tuple[int, ...]
    ships: int
    part: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class Rejoined(Event, frozen=True, tag="rejoined"):
    """9.3.3 The die of a convoy with a dispersed part, and how many came back; its owner alone hears it."""

    side: Side
    force: str
    die: int
    ships: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class PutAshore(Event, frozen=True, tag="put_ashore"):
    """15.2.1a A convoy that goes on to another port has left merchants in the first, each by name as often as there
    are; its owner alone hears it.
    """

    side: Side
    force: str
    port: str
    merchants: tuple[str, ...]
    then: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class StragglersAttacked(Event, frozen=True, tag="stragglers_attacked"):
    """7.7 Scattered or dispersed ships of a side were attacked, by "task_force", "wolfpack" or "air": what was sunk,
    and what else was hit; the dice of torpedoes if there were any.
    """

    side: Side
    at: str
    by: str
    sunk: tuple[str, ...] = ()
    hit: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


Events = Scattered | Dispersed | Rejoined | PutAshore | StragglersAttacked
