"""13.0 The events of the Incident Phase."""

from games.kernel.events import Event


class MarkersTurnedUp(Event, frozen=True, tag="markers_turned_up"):
    """13.0(1) Face-down counters in a space with players' ships were turned up."""

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
    """T.terrain French counters that have no effect in this sea went back to the pool."""

    space: str
    markers: tuple[str, ...]


class Befell(Event, frozen=True, tag="befell"):
    """13.1 A marker took its turn. `idle`: it had no effect."""

    space: str
    kind: str
    idle: bool = False


class MarkerUsedUp(Event, frozen=True, tag="marker_used_up"):
    """13.1 A marker left the game for good."""

    kind: str


class SubmarineSighted(Event, frozen=True, tag="submarine_sighted"):
    """13.chart/Allied Submarine A submarine met ships: the die, and the result alarm, hunted, torpedo or rammed."""

    space: str
    die: int
    outcome: str


class Evaded(Event, frozen=True, tag="evaded"):
    """13.chart/Allied Submarine The ships that evaded a submarine, and the coal of each.

    Austro-Hungarian ships spend 0.
    """

    ships: tuple[str, ...]
    coal: int


class TorpedoRun(Event, frozen=True, tag="torpedo_run"):
    """13.chart/Allied Submarine A submarine fired a torpedo: the die, and whether it hit."""

    ship: str
    die: int
    hit: bool


class SubmarineRammed(Event, frozen=True, tag="submarine_rammed"):
    """13.chart/Allied Submarine The ship that rammed a submarine."""

    ship: str


class Hazard(Event, frozen=True, tag="hazard"):
    """13.chart A storm, a minefield or a breakdown: the die of each ship, and the ships that are damaged."""

    space: str
    kind: str
    ships: tuple[str, ...]
    dice: tuple[int, ...]
    struck: tuple[str, ...]


class ConsortLost(Event, frozen=True, tag="consort_lost"):
    """20.0 An Austro-Hungarian ship left the map: sunk, damaged, withdrawn, or left behind (24.2)."""

    ship: str
    space: str
    how: str


class ConsortsOut(Event, frozen=True, tag="consorts_out"):
    """13.chart/Austro-Hungarian Fleet Sorties, 24.orders Austro-Hungarian ships came out.

    The die is 0 if they are a bonus.
    """

    ships: tuple[str, ...]
    space: str
    die: int = 0


class AlliesTurnedBack(Event, frozen=True, tag="allies_turned_back"):
    """13.chart Allied ships that were drawn in this phase went back into the pool without a battle."""

    space: str
    ships: tuple[str, ...]
    why: str


class ColliersAttacked(Event, frozen=True, tag="colliers_attacked"):
    """13.chart/Collier Attacked Colliers were attacked: the die for each, in the order of their spaces."""

    spaces: tuple[str, ...]
    dice: tuple[int, ...]


class FrenchFleetOut(Event, frozen=True, tag="french_fleet_out"):
    """13.chart/French Navy Sortie The zones that are closed in the next movement phase."""

    spaces: tuple[str, ...]


class FriendlyShipWaits(Event, frozen=True, tag="friendly_ship_waits"):
    """13.chart/Friendly Ship A friendly ship waits to help ships that outfit in this space the next day."""

    space: str


class BerlinReported(Event, frozen=True, tag="berlin_reported"):
    """13.chart/Intelligence from Berlin The captain chose a result for the report: "ib" (look) or "je" (jam)."""

    space: str
    finding: str


class VisibilityRolled(Event, frozen=True, tag="visibility_rolled"):
    """13.chart/Limited Visibility The die, and the range at which battles in the space open.

    The range is "secondary", "tertiary" or "none".
    """

    space: str
    die: int
    visibility: str


class MoraleChecked(Event, frozen=True, tag="morale_checked"):
    """13.chart/Morale Check The points (`vp`) were compared with `measure`; `dice` are added to all German fire."""

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
