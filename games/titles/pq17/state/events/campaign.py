"""Chapter 15: events of a campaign's fortnights. Points are counted in half points."""

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Ice, Side, Zone


class FortnightBegan(Event, frozen=True, tag="fortnight_began"):
    """8.4 A fortnight began: its key, and its number in the schedule, from 0."""

    fortnight: str
    number: int


class IceSettled(Event, frozen=True, tag="ice_settled"):
    """10.4 The ice of the fortnight: the `zones` that are not clear, and in the same order their `states`.

    `doubtful`: the zones for whose ice a die is rolled again in the next fortnight.
    """

    zones: tuple[Zone, ...]
    states: tuple[Ice, ...]
    doubtful: tuple[Zone, ...] = ()


class FuelDrawn(Event, frozen=True, tag="fuel_drawn"):
    """15.1a The Axis drew a chit for German fuel. `points`: the new half Command Points of Gruppe Nord.

    Only the Axis reads this event. The letter of the chit tells the Axis that the Allied player does not hold this
    chit.
    """

    letter: str
    points: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("letter", "points") if seat == "axis" else ()


class BidsShown(Event, frozen=True, tag="bids_shown"):
    """4.1.2 Both bids are revealed, with the side that has the initiative and whether an operation is played.

    `allied`, `axis`: the numbers to which the dice were set. `allied_counts`, `axis_counts`: the numbers that are
    compared, with the bonus for an asterisk on the chit. `operation`: True if an operation is played in this fortnight.
    """

    allied: int
    axis: int
    allied_counts: int
    axis_counts: int
    initiative: Side
    operation: bool

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class EvDeclared(Event, frozen=True, tag="ev_declared"):
    """15.8.3 The Allies declare operation EV."""


class EvCarriedOut(Event, frozen=True, tag="ev_carried_out"):
    """15.8.3c Operation EV is over, because a laden convoy has sailed.

    `aircraft`: True if the operation succeeded, so that its aircraft reached Murmansk. Before this event, only the
    Allies knew this.
    """

    aircraft: bool

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == "allied" else ("aircraft",)


class ForcesReady(Event, frozen=True, tag="forces_ready"):
    """15.8, 1.5a The forces of both sides are ready for the operation of the fortnight.

    `allied`, `axis`: the side's aircraft at land bases, replacements included (15.6.3), as `ju_88 3 banak`. These
    aircraft are public from now on.
    """

    allied: tuple[str, ...] = ()
    axis: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return tuple(side for side in ("allied", "axis") if side != seat)


class Unloaded(Event, frozen=True, tag="unloaded"):
    """15.2.2 The merchants in a Soviet port: unloaded now, waiting to be unloaded, and in ballast.

    `unloaded`, `waiting`: the number unloaded now, and the number that wait. `down`, `up`: the number in ballast, face
    down and face up.
    """

    port: str
    unloaded: int
    waiting: int
    down: int
    up: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == "allied" else (ALL_FIELDS,)


class FortnightEnded(Event, frozen=True, tag="fortnight_ended"):
    """15.0a A fortnight is over: the score of the campaign, in half points."""

    fortnight: str
    points: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class CampaignEnded(Event, frozen=True, tag="campaign_ended"):
    """15.9 The campaign is over: the score (`points`), the score that the Allies needed, and the winner."""

    points: int
    required: int
    verdict: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


Events = (
    FortnightBegan
    | IceSettled
    | FuelDrawn
    | BidsShown
    | EvDeclared
    | EvCarriedOut
    | ForcesReady
    | Unloaded
    | FortnightEnded
    | CampaignEnded
)
