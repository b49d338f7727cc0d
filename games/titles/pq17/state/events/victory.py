"""Chapter 2: events of points, and of the end of an operation."""

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.state import Track


class Scored(Event, frozen=True, tag="scored"):
    """2.0, 2.0b Half victory points were recorded; they are positive for the Allies.

    `why`: see `Booking.why`. `unit`, `strength`: the unit that caused the points. `on`: the side on whose sheet the
    points are, or "" if they are public.
    """

    points: int
    why: str
    unit: str = ""
    strength: int = 0
    on: Side | str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.on else (ALL_FIELDS,)


class SheetOpened(Event, frozen=True, tag="sheet_opened"):
    """2.0b Confirmation phase: the points on a side's sheet for one reason join the public score."""

    side: Side
    points: int
    why: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class OperationEnded(Event, frozen=True, tag="operation_ended"):
    """2.0a The operation is over: the score in half points, and the verdict, "allied", "axis" or "draw"."""

    points: int
    verdict: str


class Unveiled(Event, frozen=True, tag="unveiled"):
    """The tracks of all forces, by their owners' ids, become public at the end."""

    tracks: dict[str, Track]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("tracks",)


Events = Scored | SheetOpened | OperationEnded | Unveiled
