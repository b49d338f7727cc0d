"""3.0 The set-up."""

from games.kernel.events import Event
from games.titles.goeben.state.state import Note, Warship


class MissionDrawn(Event, frozen=True, tag="mission_drawn"):
    """3.0(5) The mission is known, with its number of days; `drawn`: at random, not by agreement."""

    mission: str
    days: int
    drawn: bool = True

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("mission", "days")


class CountersLaid(Event, frozen=True, tag="counters_laid"):
    """3.0(3) The number of face-down counters of a group in each zone; the rest are in the pool.

    Captains do not learn the size of the pool, which would reveal losses in other places (25.2.2).
    """

    group: str
    zones: dict[str, int]
    pool: int = 0


class FortsLaid(Event, frozen=True, tag="forts_laid"):
    """3.0(4) The number of face-down coastal defences in each port, and the number set aside."""

    ports: dict[str, int]
    aside: int


class TaskForceStarted(Event, frozen=True, tag="task_force_started"):
    """3.0(8), 18.0 The starting place of the ships, and the die that decided it (0 if no die was rolled)."""

    ships: tuple[str, ...]
    space: str
    die: int = 0

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("space",)


class FittedOut(Event, frozen=True, tag="fitted_out"):
    """3.0(7), 8.1 The cargo that a ship took aboard, in the order of its hull boxes."""

    ship: str
    cargo: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("cargo",)


class CollierStationed(Event, frozen=True, tag="collier_stationed"):
    """3.0(9) The space where a collier waits."""

    space: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("space",)


class NotesShared(Event, frozen=True, tag="notes_shared"):
    """25.2 A captain in touch shared newer notes on spaces and ships."""

    seat: str
    spaces: dict[str, Note]
    ships: dict[str, Warship]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("seat", "spaces", "ships")


Events = MissionDrawn | CountersLaid | FortsLaid | TaskForceStarted | FittedOut | CollierStationed | NotesShared
