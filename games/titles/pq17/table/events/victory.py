"""Chapter 2: points, and the end of an operation, as they are told."""

from games.kernel.events import WHOLE, Event
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.table.state import Track


class Scored(Event, frozen=True, tag="scored"):
    """2.0, 2.0b So many half victory points, positive for the Allies, are booked; `why` as `Booking.why`, with the unit
    and the strength that they are for. `on`: whose sheet they stand on, "" if they are open to both.
    """

    points: int
    why: str
    unit: str = ""
    strength: int = 0
    on: Side | str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class SheetOpened(Event, frozen=True, tag="sheet_opened"):
    """2.0b Confirmation phase: what stood on a side's sheet for one reason joins the public score."""

    side: Side
    points: int
    why: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class OperationEnded(Event, frozen=True, tag="operation_ended"):
    """2.0a The operation is over with so many half points: "allied", "axis" or "draw"."""

    points: int
    verdict: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class Unveiled(Event, frozen=True, tag="unveiled"):
    """At the end everybody sees the ways that all forces took, by their owner's words for them."""

    tracks: dict[str, Track]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("tracks",)


Events = Scored | SheetOpened | OperationEnded | Unveiled
