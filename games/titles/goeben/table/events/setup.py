"""3.0 The set-up."""

from games.kernel.events import Event
from games.titles.goeben.table.state import Note, Warship


class MissionDrawn(Event, frozen=True, tag="mission_drawn"):
    """3.0(5) The mission and its length; `drawn` blindly, or agreed on."""

    mission: str
    days: int
    drawn: bool = True

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("mission", "days")


class CountersLaid(Event, frozen=True, tag="counters_laid"):
    """3.0(3) So many counters of a group lie face down in each zone; the rest is in the pool of so many markers, which
    captains are not told: it counts what a mission has cost where they were not (25.2.2).
    """

    group: str
    zones: dict[str, int]
    pool: int = 0


class FortsLaid(Event, frozen=True, tag="forts_laid"):
    """3.0(4) So many coastal defences lie face down in each port, and so many aside."""

    ports: dict[str, int]
    aside: int


class TaskForceStarted(Event, frozen=True, tag="task_force_started"):
    """3.0(8), 18.0 Where the ships begin; the die that said so, or 0."""

    ships: tuple[str, ...]
    space: str
    die: int = 0

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("space",)


class FittedOut(Event, frozen=True, tag="fitted_out"):
    """3.0(7), 8.1 What a ship has taken aboard, in the order of her boxes."""

    ship: str
    cargo: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("cargo",)


class CollierStationed(Event, frozen=True, tag="collier_stationed"):
    """3.0(9) Where a collier waits."""

    space: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("space",)


class NotesShared(Event, frozen=True, tag="notes_shared"):
    """25.2 What another captain in touch has seen later: spaces, and ships."""

    seat: str
    spaces: dict[str, Note]
    ships: dict[str, Warship]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("seat", "spaces", "ships")


Events = MissionDrawn | CountersLaid | FortsLaid | TaskForceStarted | FittedOut | CollierStationed | NotesShared
