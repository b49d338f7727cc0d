"""Chapter 2: events of points, and of the end of an operation."""

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.state import Track


class Scored(Event, frozen=True, tag="scored"):
    """2.0, 2.0b Half victory points were recorded. They are positive for the Allies, negative for the Axis.

    `why`: the reason; see `Booking`. `unit`, `strength`: the unit for which the points were scored. `on`: the side on
    whose secret sheet the points are, or "" if they are public.
    """

    points: int
    why: str
    unit: str = ""
    strength: int = 0
    on: Side | str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.on else (ALL_FIELDS,)


class SheetOpened(Event, frozen=True, tag="sheet_opened"):
    """2.0b Confirmation phase: a side's secret points for one reason (`why`) are added to the public score."""

    side: Side
    points: int
    why: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class OperationEnded(Event, frozen=True, tag="operation_ended"):
    """2.0a The operation is over: the score in half points, and the winner: "allied", "axis" or "draw" (`verdict`)."""

    points: int
    verdict: str


class Unveiled(Event, frozen=True, tag="unveiled"):
    """The tracks of forces become public when an operation or the game ends.

    `tracks`: the tracks by the ids of the forces.
    """

    tracks: dict[str, Track]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("tracks",)


Events = Scored | SheetOpened | OperationEnded | Unveiled
