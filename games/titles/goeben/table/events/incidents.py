"""13.0 What the Incident Phase brings."""

from games.kernel.events import Event


class MarkersTurnedUp(Event, frozen=True, tag="markers_turned_up"):
    """13.0(1) Counters that lay face down in a space with ships of the players."""

    space: str
    markers: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("markers",)


class MarkersDrawn(Event, frozen=True, tag="markers_drawn"):
    """13.0(2) Counters drawn from the Incident Pool."""

    space: str
    markers: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("markers",)


class MarkersIgnored(Event, frozen=True, tag="markers_ignored"):
    """T.terrain French counters that do not count in this sea; they go back to the pool."""

    space: str
    markers: tuple[str, ...]


class Befell(Event, frozen=True, tag="befell"):
    """13.1 A marker has its turn; `idle`: nothing comes of it here."""

    space: str
    kind: str
    idle: bool = False


class MarkerUsedUp(Event, frozen=True, tag="marker_used_up"):
    """13.1 A marker leaves the game for good."""

    kind: str


class SubmarineSighted(Event, frozen=True, tag="submarine_sighted"):
    """13.chart/Allied Submarine The die, and what it means: alarm, hunted, torpedo, rammed."""

    space: str
    die: int
    outcome: str


class Evaded(Event, frozen=True, tag="evaded"):
    """13.chart/Allied Submarine Ships that ran from the submarine, each for so much coal; consorts for none."""

    ships: tuple[str, ...]
    coal: int


class TorpedoRun(Event, frozen=True, tag="torpedo_run"):
    """13.chart/Allied Submarine A torpedo from the submarine: the die, and whether it hits."""

    ship: str
    die: int
    hit: bool


class SubmarineRammed(Event, frozen=True, tag="submarine_rammed"):
    """13.chart/Allied Submarine The ship that ran her down."""

    ship: str


class Hazard(Event, frozen=True, tag="hazard"):
    """13.chart Dice for each ship against a storm, mines or a breakdown, and the ships that suffer."""

    space: str
    kind: str
    ships: tuple[str, ...]
    dice: tuple[int, ...]
    struck: tuple[str, ...]


class ConsortLost(Event, frozen=True, tag="consort_lost"):
    """20.0 An Austro-Hungarian ship leaves the map: sunk, damaged, withdrawn, or left behind (24.2)."""

    ship: str
    space: str
    how: str


class ConsortsOut(Event, frozen=True, tag="consorts_out"):
    """13.chart/Austro-Hungarian Fleet Sorties, 24.orders Ships that come out, by die; without one as a bonus."""

    ships: tuple[str, ...]
    space: str
    die: int = 0


class AlliesTurnedBack(Event, frozen=True, tag="allies_turned_back"):
    """13.chart Allied ships that were drawn this phase go back into the pool before a shot is fired."""

    space: str
    ships: tuple[str, ...]
    why: str


class ColliersAttacked(Event, frozen=True, tag="colliers_attacked"):
    """13.chart/Collier Attacked The die for each collier, in the order of their spaces."""

    spaces: tuple[str, ...]
    dice: tuple[int, ...]


class FrenchFleetOut(Event, frozen=True, tag="french_fleet_out"):
    """13.chart/French Navy Sortie Zones that are closed in the next movement."""

    spaces: tuple[str, ...]


class FriendlyShipWaits(Event, frozen=True, tag="friendly_ship_waits"):
    """13.chart/Friendly Ship She helps those who outfit here the next day."""

    space: str


class BerlinReported(Event, frozen=True, tag="berlin_reported"):
    """13.chart/Intelligence from Berlin What was made of the report: ib, je."""

    space: str
    finding: str


class VisibilityRolled(Event, frozen=True, tag="visibility_rolled"):
    """13.chart/Limited Visibility The die, and the range at which battles open here: secondary, tertiary, none."""

    space: str
    die: int
    visibility: str


class MoraleChecked(Event, frozen=True, tag="morale_checked"):
    """13.chart/Morale Check The measure that the points were held against, and the die won or lost for all fire."""

    measure: int
    vp: int
    dice: int


Events = (
    MarkersTurnedUp
    | MarkersDrawn
    | MarkersIgnored
    | Befell
    | MarkerUsedUp
    | SubmarineSighted
    | Evaded
    | TorpedoRun
    | SubmarineRammed
    | Hazard
    | ConsortLost
    | ConsortsOut
    | AlliesTurnedBack
    | ColliersAttacked
    | FrenchFleetOut
    | FriendlyShipWaits
    | BerlinReported
    | VisibilityRolled
    | MoraleChecked
)
