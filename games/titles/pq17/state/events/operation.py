"""3, 4, 8: events of the set-up, the turns, and the end of an operation."""

from typing import Literal

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Side, WeatherKind


class Opened(Event, frozen=True, tag="opened"):
    """T.scenarios An operation begins. `start`: the first turn that is played."""

    scenario: str
    start: int


class BlocksSet(Event, frozen=True, tag="blocks_set"):
    """4.1.3 A side has finished its secret set-up: the places of its blocks, and the number of blocks in each."""

    side: Side
    places: tuple[str, ...]
    blocks: tuple[int, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else ("places", "blocks")


class Planned(Event, frozen=True, tag="planned"):
    """4.2 The secret plans of both sides are complete."""


class StartVaried(Event, frozen=True, tag="start_varied"):
    """8.3.1 With the option for a variable start, a die chose the turn on which play starts (`turn`)."""

    turn: int
    die: int


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """8.1, 9.1 A turn began: whether it is a day turn, and the weather with its dice."""

    turn: int
    day: bool
    weather: WeatherKind
    dice: tuple[int, ...] = ()


class PlayStarted(Event, frozen=True, tag="play_started"):
    """8.3 Player phases begin. The Allied blocks are now where their plans have brought them.

    `gale`: True if a gale made play start earlier than the scenario says.
    """

    turn: int
    gale: bool = False


class BlocksStand(Event, frozen=True, tag="blocks_stand"):
    """8.3 The plans of a side have brought blocks to a place. `blocks`: the number of its blocks that are there now."""

    at: str
    port: str
    blocks: int
    side: Side = "allied"

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class PhaseBegan(Event, frozen=True, tag="phase_began"):
    """3.2 A player phase begins."""

    side: Side


class SegmentOver(Event, frozen=True, tag="segment_over"):
    """3.2a A side's naval movement segment or combine segment is over.

    The event discloses hidden facts to the enemy, because hidden facts may decide when the segment ends.
    """

    side: Side
    segment: Literal["movement", "combine"]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """3.4, 8.1 A turn has ended. `over`: True if the operation has ended, too. The event does not say why."""

    turn: int
    over: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("over",)


Events = (
    Opened
    | BlocksSet
    | Planned
    | StartVaried
    | TurnBegan
    | PlayStarted
    | BlocksStand
    | PhaseBegan
    | SegmentOver
    | TurnEnded
)
