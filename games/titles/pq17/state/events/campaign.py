"""Chapter 15: events of a campaign's fortnights. Points are halves."""

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Ice, Side, Zone


class FortnightBegan(Event, frozen=True, tag="fortnight_began"):
    """8.4 A fortnight began: its key, and its number in the schedule, from 0."""

    fortnight: str
    number: int


class IceSettled(Event, frozen=True, tag="ice_settled"):
    """10.4 The ice of the zones for the fortnight, without clear zones.

    The `doubtful` zones are rolled for in the next fortnight too.
    """

    zones: tuple[Zone, ...]
    states: tuple[Ice, ...]
    doubtful: tuple[Zone, ...] = ()


class FuelDrawn(Event, frozen=True, tag="fuel_drawn"):
    """15.1a The Axis drew a chit for German fuel; `points` is the new stock of Gruppe Nord. Only the Axis reads it.

    From the letter the Axis can conclude that the Allied player does not hold this chit.
    """

    letter: str
    points: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("letter", "points") if seat == "axis" else ()


class BidsShown(Event, frozen=True, tag="bids_shown"):
    """4.1.2 The bids are revealed, and the side that has the initiative.

    `allied`, `axis`: the dice that were bid. `allied_counts`, `axis_counts`: their values with the bonus of an
    asterisk. `operation`: an operation is played in this fortnight.
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

    `aircraft`: the operation's aircraft reached Murmansk; before this event only the Allies knew it.
    """

    aircraft: bool

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == "allied" else ("aircraft",)


class ForcesReady(Event, frozen=True, tag="forces_ready"):
    """15.8, 1.5a The forces of both sides are ready for the operation of the fortnight.

    It lists each side's aircraft at land bases, which are public from now on, as `ju_88 3 banak`, including
    replacements (15.6.3).
    """

    allied: tuple[str, ...] = ()
    axis: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return tuple(side for side in ("allied", "axis") if side != seat)


class Unloaded(Event, frozen=True, tag="unloaded"):
    """15.2.2 The merchants in a Soviet port: unloaded now, still laden, and in ballast face down and face up."""

    port: str
    unloaded: int
    waiting: int
    down: int
    up: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == "allied" else (ALL_FIELDS,)


class FortnightEnded(Event, frozen=True, tag="fortnight_ended"):
    """15.0a The score of the campaign at the end of a fortnight."""

    fortnight: str
    points: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class CampaignEnded(Event, frozen=True, tag="campaign_ended"):
    """15.9 The campaign is over: the score, the score that the Allies needed, and the winner."""

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
