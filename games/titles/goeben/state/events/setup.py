"""3.0 The events of the set-up."""

from games.kernel.events import Event
from games.titles.goeben.state.state import Note, Warship


class MissionDrawn(Event, frozen=True, tag="mission_drawn"):
    """3.0(5) The mission was decided, with its number of days. `drawn`: True if by lot, False if by agreement."""

    mission: str
    days: int
    drawn: bool = True

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("mission", "days")


class CountersLaid(Event, frozen=True, tag="counters_laid"):
    """3.0(3) Counters of a group, British or French, were laid out face down.

    `zones`: the number in each patrol zone. `pool`: the number in the incident pool. Captains do not learn the size of
    the pool, because it would reveal losses in places out of sight (25.2.2).
    """

    group: str
    zones: dict[str, int]
    pool: int = 0


class FortsLaid(Event, frozen=True, tag="forts_laid"):
    """3.0(4) Coastal defences were laid out face down: the number in each port, and the number set aside."""

    ports: dict[str, int]
    aside: int


class TaskForceStarted(Event, frozen=True, tag="task_force_started"):
    """3.0(8), 18.0 The German ships start in a space. `die`: the die that chose the space; 0 if no die was rolled."""

    ships: tuple[str, ...]
    space: str
    die: int = 0

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("space",)


class FittedOut(Event, frozen=True, tag="fitted_out"):
    """3.0(7), 8.1 A ship took cargo aboard, in the order of its hull boxes."""

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
    """25.2 A captain (`seat`) shared newer notes on spaces and ships with the captains in touch."""

    seat: str
    spaces: dict[str, Note]
    ships: dict[str, Warship]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("seat", "spaces", "ships")


Events = MissionDrawn | CountersLaid | FortsLaid | TaskForceStarted | FittedOut | CollierStationed | NotesShared
