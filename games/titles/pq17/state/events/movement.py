"""4.3, 5, 6.6, 10: events of movement. Only the owner reads which force it was, and why it stopped."""

from typing import Literal

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Ice, Side, Speed

HIDDEN = ("force", "spent", "enters", "rule")
"""The fields of an event about a block that only its owner reads."""


class BlockMoved(Event, frozen=True, tag="block_moved"):
    """5.0, 1.2b A block moved along the hexes of `way`; everybody sees it.

    `before`, `block`: its number before and after the move. `origin`: the hex where it began. `left`: the port that it
    left first, or "". `port`: the port that it entered at the end, or "". Its owner also reads the force and its speed.
    """

    side: Side
    before: int
    block: int
    origin: str
    way: tuple[str, ...]
    left: str = ""
    port: str = ""
    force: str = ""
    speed: Speed | Literal[""] = ""


class BlockStood(Event, frozen=True, tag="block_stood"):
    """6.6a A block is stood up: it is unidentified again."""

    side: Side
    block: int
    at: str
    force: str = ""


class LevelFell(Event, frozen=True, tag="level_fell"):
    """6.6 The ID level of a block fell by one, to `level`."""

    side: Side
    block: int
    at: str
    level: int
    force: str = ""


class IceMet(Event, frozen=True, tag="ice_met"):
    """10.1, 10.2 A block met ice on the way `into` a hex: the ice, the dice, and whether the block passes."""

    side: Side
    block: int
    at: str
    into: str
    ice: Ice
    dice: tuple[int, ...] = ()
    passes: bool = True
    force: str = ""


class ShipsHurt(Event, frozen=True, tag="ships_hurt"):
    """9.3.1, 10.2.6 Damage cards removed ships from a force (perhaps none); only their owner reads it."""

    side: Side
    force: str
    ships: tuple[str, ...]
    how: Literal["weather", "ice"]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("ships",)


class GaleRead(Event, frozen=True, tag="gale_read"):
    """9.2.5a The convoys that stop because of a gale, and those that disperse; only their owner reads it."""

    side: Side
    stopped: tuple[str, ...] = ()
    dispersing: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("stopped", "dispersing")


class Held(Event, frozen=True, tag="held"):
    """5, 4.3 A force could not follow its orders because of `rule`; only its owner reads it.

    `at`: the hex where it stopped. `into`: the next hex, if it could not enter that hex.
    """

    side: Side
    force: str
    at: str
    rule: str
    into: str = ""


class Towed(Event, frozen=True, tag="towed"):
    """5.1.1 A ship that is Dead in the Water is towed by another; only their owner reads it."""

    side: Side
    force: str
    ship: str
    by: str


class Scuttled(Event, frozen=True, tag="scuttled"):
    """5.1.1a A ship that was Dead in the Water, and was not taken in tow, has sunk."""

    side: Side
    block: int
    at: str
    ship: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class PointsSpent(Event, frozen=True, tag="points_spent"):
    """4.3.2 A command spent Command Points; only its owner reads it.

    `bought`: the half points spent. `left`: the half points that remain.
    """

    side: Side
    command: str
    bought: int
    left: int


class TrainingBegan(Event, frozen=True, tag="training_began"):
    """4.3.4 A force has left a port for training; only its owner reads it."""

    side: Side
    force: str
    port: str


Events = (
    BlockMoved
    | BlockStood
    | LevelFell
    | IceMet
    | ShipsHurt
    | GaleRead
    | Held
    | Towed
    | Scuttled
    | PointsSpent
    | TrainingBegan
)
