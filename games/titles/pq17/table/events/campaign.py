"""Chapter 15: the fortnights of a campaign, as they are told. Points are halves."""

from games.kernel.events import WHOLE, Event
from games.titles.pq17.box.pieces import Ice, Side, Zone


class FortnightBegan(Event, frozen=True, tag="fortnight_began"):
    """8.4 A fortnight by its key, and its place in the schedule from 0."""

    fortnight: str
    number: int


class IceSettled(Event, frozen=True, tag="ice_settled"):
    """10.4 The ice of the zones for the fortnight, of those alone that are not clear; the `doubtful` are rolled for in
    the next fortnight too.
    """

    zones: tuple[Zone, ...]
    states: tuple[Ice, ...]
    doubtful: tuple[Zone, ...] = ()


class FuelDrawn(Event, frozen=True, tag="fuel_drawn"):
    """15.1a The chit for German fuel, and what Gruppe Nord has now; its owner alone is told. What is drawn tells him
    what the Allied player has not.
    """

    letter: str
    points: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("letter", "points") if seat == "axis" else ()


class BidsShown(Event, frozen=True, tag="bids_shown"):
    """4.1.2 Both dice, what they count with an asterisk, who has the initiative, and whether there is an operation."""

    allied: int
    axis: int
    allied_counts: int
    axis_counts: int
    initiative: Side
    operation: bool

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class EvDeclared(Event, frozen=True, tag="ev_declared"):
    """15.8.3 The Allies declare operation EV."""


class EvCarriedOut(Event, frozen=True, tag="ev_carried_out"):
    """15.8.3c A laden convoy has sailed, and operation EV is over; whether its aircraft came to Murmansk, which nobody
    knew but the Allies.
    """

    aircraft: bool

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == "allied" else ("aircraft",)


class ForcesReady(Event, frozen=True, tag="forces_ready"):
    """15.8, 1.5a Both sides' forces lie ready for the operation of the fortnight; the aircraft of each at land bases
    lie open from now on, as `ju_88 3 banak`, whoever took the replacements (15.6.3).
    """

    allied: tuple[str, ...] = ()
    axis: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return tuple(side for side in ("allied", "axis") if side != seat)


class Unloaded(Event, frozen=True, tag="unloaded"):
    """15.2.2 A Soviet port: merchants unloaded now, still laden, and in ballast face down and up."""

    port: str
    unloaded: int
    waiting: int
    down: int
    up: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == "allied" else (WHOLE,)


class FortnightEnded(Event, frozen=True, tag="fortnight_ended"):
    """15.0a The score of the campaign at the end of a fortnight."""

    fortnight: str
    points: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class CampaignEnded(Event, frozen=True, tag="campaign_ended"):
    """15.9 The campaign is over: the score, what the Allies needed, and who has won."""

    points: int
    required: int
    verdict: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


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
