"""4.3, 5, 6.6, 10: events of movement. Only the owner reads the id of the force, and the reason why it stopped."""

from typing import Literal

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Ice, Side, Speed

HIDDEN = ("force", "spent", "enters", "rule")
"""The names of event fields that only the owner of a block reads."""


class BlockMoved(Event, frozen=True, tag="block_moved"):
    """5.0, 1.2b A block moved along the hexes of `way`. Everybody sees it."""

    side: Side
    before: int
    """The number of the block before the move."""
    block: int
    """The number of the block after the move."""
    origin: str
    """The hex where the move began."""
    way: tuple[str, ...]
    left: str = ""
    """The port that the block left first, or ""."""
    port: str = ""
    """The port that the block entered at the end, or ""."""
    force: str = ""
    """The id of the force, which only its owner reads."""
    speed: Speed | Literal[""] = ""
    """The speed of the force, which only its owner reads."""


class BlockStood(Event, frozen=True, tag="block_stood"):
    """6.6a The piece of a block was stood up again, so that the block is unidentified now."""

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
    """10.1, 10.2 A block met ice when it tried to enter a hex (`into`): the ice, the dice, and whether it passes."""

    side: Side
    block: int
    at: str
    into: str
    ice: Ice
    dice: tuple[int, ...] = ()
    passes: bool = True
    force: str = ""


class ShipsHurt(Event, frozen=True, tag="ships_hurt"):
    """9.3.1, 10.2.6 Damage cards were drawn for a force. Only its owner reads the removed ships (perhaps none).

    `how`: the cause: gale weather, or ice.
    """

    side: Side
    force: str
    ships: tuple[str, ...]
    how: Literal["weather", "ice"]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("ships",)


class GaleRead(Event, frozen=True, tag="gale_read"):
    """9.2.5a The ids of a side's convoys that a gale stops, and of the convoys that it disperses.

    Only that side reads them.
    """

    side: Side
    stopped: tuple[str, ...] = ()
    dispersing: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("stopped", "dispersing")


class Held(Event, frozen=True, tag="held"):
    """5, 4.3 The rule with the number `rule` kept a force from following its orders. Only its owner reads this event.

    `at`: the hex where the force stopped. `into`: the next hex, if the force could not enter that hex.
    """

    side: Side
    force: str
    at: str
    rule: str
    into: str = ""


class Towed(Event, frozen=True, tag="towed"):
    """5.1.1 The ship `by` takes a ship in tow that is Dead in the Water. Only their owner reads this event."""

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
    """4.3.2 A command spent Command Points. Only its owner reads this event.

    `bought`: the half points spent now. `left`: the half points that the command has left.
    """

    side: Side
    command: str
    bought: int
    left: int


class TrainingBegan(Event, frozen=True, tag="training_began"):
    """4.3.4 A force has left a port for training. Only its owner reads this event."""

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
