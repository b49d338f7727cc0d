"""4.3, 5, 6.6, 10: what is told of movement. Who it was, and why it stopped, its owner alone reads."""

from typing import Literal

from games.kernel.events import WHOLE, Event
from games.titles.pq17.box.pieces import Ice, Side, Speed

HIDDEN = ("force", "spent", "enters", "rule")
"""What of an event about a block only its owner reads."""


class BlockMoved(Event, frozen=True, tag="block_moved"):
    """5.0, 1.2b A block went this way, all hexes that it entered, seen by all: the number it had, and has. From a port
    it left first (`left`), into one at the end (`port`). Its owner reads which force it is.
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
    """6.6a A block stands up, unidentified."""

    side: Side
    block: int
    at: str
    force: str = ""


class LevelFell(Event, frozen=True, tag="level_fell"):
    """6.6 A block's ID is lower by one."""

    side: Side
    block: int
    at: str
    level: int
    force: str = ""


class IceMet(Event, frozen=True, tag="ice_met"):
    """10.1, 10.2 What the ice is on the way of a block, with the dice, and whether it passes."""

    side: Side
    block: int
    at: str
    into: str
    ice: Ice
    dice: tuple[int, ...] = ()
    passes: bool = True
    force: str = ""


class ShipsHurt(Event, frozen=True, tag="ships_hurt"):
    """9.3.1, 10.2.6 Ships that cards of damage took out of a force, perhaps none; their owner alone is told."""

    side: Side
    force: str
    ships: tuple[str, ...]
    how: Literal["weather", "ice"]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("ships",)


class GaleRead(Event, frozen=True, tag="gale_read"):
    """9.2.5a Convoys that a gale keeps where they are, and those that it disperses; their owner alone is told."""

    side: Side
    stopped: tuple[str, ...] = ()
    dispersing: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("stopped", "dispersing")


class Held(Event, frozen=True, tag="held"):
    """5, 4.3 A force could not do as was written, at this hex by this rule, nor go `into` the next; its owner alone is
    told.
    """

    side: Side
    force: str
    at: str
    rule: str
    into: str = ""


class Towed(Event, frozen=True, tag="towed"):
    """5.1.1 A ship that lies Dead in the Water is towed by another; their owner alone is told."""

    side: Side
    force: str
    ship: str
    by: str


class Scuttled(Event, frozen=True, tag="scuttled"):
    """5.1.1a A ship that lay Dead in the Water, and was not taken in tow, has gone down."""

    side: Side
    block: int
    at: str
    ship: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class PointsSpent(Event, frozen=True, tag="points_spent"):
    """4.3.2 Half Command Points were spent; their owner alone is told."""

    side: Side
    command: str
    bought: int
    left: int


class TrainingBegan(Event, frozen=True, tag="training_began"):
    """4.3.4 A force has put out of a port for training; its owner alone is told."""

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
