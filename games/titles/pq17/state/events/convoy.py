"""5.5, 7.7, 9.2.5a to 9.3.3: events of convoys that scatter, disperse in a gale and rejoin."""

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Side


class Scattered(Event, frozen=True, tag="scattered"):
    """5.5, 6.8.1 A convoy scatters; both sides see it, at ID 3.

    Its owner also reads the force, and the new force of its warships.
    """

    side: Side
    at: str
    force: str = ""
    escorts: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class Dispersed(Event, frozen=True, tag="dispersed"):
    """9.3.2 Merchants have left a convoy for its dispersed part; its owner also reads the dice and the number."""

    side: Side
    force: str
    dice: tuple[int, ...]
    ships: int
    part: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class Rejoined(Event, frozen=True, tag="rejoined"):
    """9.3.3 The die of a convoy with a dispersed part, and the number that rejoined; only its owner reads it."""

    side: Side
    force: str
    die: int
    ships: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class PutAshore(Event, frozen=True, tag="put_ashore"):
    """15.2.1a A convoy that goes on to another port has left merchants in the first; only its owner reads it.

    The merchants are listed by name, once for each.
    """

    side: Side
    force: str
    port: str
    merchants: tuple[str, ...]
    then: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class StragglersAttacked(Event, frozen=True, tag="stragglers_attacked"):
    """7.7 Scattered or dispersed ships of a side were attacked, by "task_force", "wolfpack" or "air".

    The ships sunk, the other ships hit, and the dice of torpedoes if there were any.
    """

    side: Side
    at: str
    by: str
    sunk: tuple[str, ...] = ()
    hit: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


Events = Scattered | Dispersed | Rejoined | PutAshore | StragglersAttacked
