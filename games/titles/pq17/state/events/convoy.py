"""5.5, 7.7, 9.2.5a to 9.3.3: events of convoys that scatter, disperse in a gale and rejoin."""

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Side


class Scattered(Event, frozen=True, tag="scattered"):
    """5.5, 6.8.1 A convoy scatters. Both sides see the convoy, which is at ID 3.

    Only the owner reads the ids of the convoy (`force`) and of the new force of its warships (`escorts`).
    """

    side: Side
    at: str
    force: str = ""
    escorts: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class Dispersed(Event, frozen=True, tag="dispersed"):
    """9.3.2 Merchants have left a convoy for its dispersed part. Only the owner reads this event.

    `dice`: the dispersal dice. `ships`: the number of merchants that left. `part`: the id of the dispersed part; "" if
    it has no block of its own.
    """

    side: Side
    force: str
    dice: tuple[int, ...]
    ships: int
    part: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class Rejoined(Event, frozen=True, tag="rejoined"):
    """9.3.3 A die was rolled for a convoy with a dispersed part: the die, and the number of merchants that rejoined.

    Only its owner reads this event.
    """

    side: Side
    force: str
    die: int
    ships: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class PutAshore(Event, frozen=True, tag="put_ashore"):
    """15.2.1a A convoy left merchants in a `port` and sails on to the port `then`. Only its owner reads this event.

    `merchants`: the kinds of the merchants, with one entry for each point of strength.
    """

    side: Side
    force: str
    port: str
    merchants: tuple[str, ...]
    then: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class StragglersAttacked(Event, frozen=True, tag="stragglers_attacked"):
    """7.7 Scattered or dispersed ships of the side `side` were attacked.

    `by`: the attacker, "task_force", "wolfpack" or "air" for aircraft. `sunk`: the ids of the ships sunk; `hit`: the
    ids of other ships hit; `dice`: the torpedo dice, if any were rolled.
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
