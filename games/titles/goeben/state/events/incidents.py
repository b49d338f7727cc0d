"""13.0 The events of the Incident Phase."""

from games.kernel.events import Event


class MarkersTurnedUp(Event, frozen=True, tag="markers_turned_up"):
    """13.0(1) Face-down counters in a space with ships of the players were turned up."""

    space: str
    markers: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("markers",)


class MarkersDrawn(Event, frozen=True, tag="markers_drawn"):
    """13.0(2) Counters were drawn from the incident pool for a space."""

    space: str
    markers: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("markers",)


class MarkersIgnored(Event, frozen=True, tag="markers_ignored"):
    """T.terrain French counters without effect in this sea went back into the incident pool."""

    space: str
    markers: tuple[str, ...]


class Befell(Event, frozen=True, tag="befell"):
    """13.1 A marker of this kind was resolved. `idle`: True if it had no effect."""

    space: str
    kind: str
    idle: bool = False


class MarkerUsedUp(Event, frozen=True, tag="marker_used_up"):
    """13.1 A marker left the game for good."""

    kind: str


class SubmarineSighted(Event, frozen=True, tag="submarine_sighted"):
    """13.chart/Allied Submarine Ships met a submarine: the die and the result.

    `outcome`: "alarm", "hunted", "torpedo" or "rammed".
    """

    space: str
    die: int
    outcome: str


class Evaded(Event, frozen=True, tag="evaded"):
    """13.chart/Allied Submarine Ships evaded a submarine. `coal`: the coal that each of them spent for it.

    Austro-Hungarian ships evade without coal and are not in `ships`.
    """

    ships: tuple[str, ...]
    coal: int


class TorpedoRun(Event, frozen=True, tag="torpedo_run"):
    """13.chart/Allied Submarine A submarine fired a torpedo at a ship: the die, and whether it hit."""

    ship: str
    die: int
    hit: bool


class SubmarineRammed(Event, frozen=True, tag="submarine_rammed"):
    """13.chart/Allied Submarine A ship rammed a submarine."""

    ship: str


class Hazard(Event, frozen=True, tag="hazard"):
    """13.chart A storm, a minefield or a breakdown (`kind`): the ships in the space, and their dice in the same order.

    `struck`: the ships that it damaged.
    """

    space: str
    kind: str
    ships: tuple[str, ...]
    dice: tuple[int, ...]
    struck: tuple[str, ...]


class ConsortLost(Event, frozen=True, tag="consort_lost"):
    """20.0 An Austro-Hungarian ship left the map.

    `how`: "sunk", "damaged", "withdrawn", or "left" if it was left behind after a mission (24.2).
    """

    ship: str
    space: str
    how: str


class ConsortsOut(Event, frozen=True, tag="consorts_out"):
    """13.chart/Austro-Hungarian Fleet Sorties, 24.orders Austro-Hungarian ships came out.

    The die is 0 if they are the bonus of a mission.
    """

    ships: tuple[str, ...]
    space: str
    die: int = 0


class AlliesTurnedBack(Event, frozen=True, tag="allies_turned_back"):
    """13.chart Allied ships drawn in this phase went back into the incident pool without a battle.

    `why`: the kind of the marker that turned them back.
    """

    space: str
    ships: tuple[str, ...]
    why: str


class ColliersAttacked(Event, frozen=True, tag="colliers_attacked"):
    """13.chart/Collier Attacked Colliers were attacked: the space of each, and its die in the same order."""

    spaces: tuple[str, ...]
    dice: tuple[int, ...]


class FrenchFleetOut(Event, frozen=True, tag="french_fleet_out"):
    """13.chart/French Navy Sortie The French fleet came out: the zones that are closed in the next movement phase."""

    spaces: tuple[str, ...]


class FriendlyShipWaits(Event, frozen=True, tag="friendly_ship_waits"):
    """13.chart/Friendly Ship A friendly ship waits in a space. It helps ships that outfit there the next day."""

    space: str


class BerlinReported(Event, frozen=True, tag="berlin_reported"):
    """13.chart/Intelligence from Berlin A player chose the result of the report: "ib" (look) or "je" (jam)."""

    space: str
    finding: str


class VisibilityRolled(Event, frozen=True, tag="visibility_rolled"):
    """13.chart/Limited Visibility The die for visibility in a space, and its result.

    `visibility`: the guns with which battles there open, "secondary" or "tertiary"; "none" if no battle can be fought.
    """

    space: str
    die: int
    visibility: str


class MoraleChecked(Event, frozen=True, tag="morale_checked"):
    """13.chart/Morale Check The victory points were compared with `measure`.

    German fire changes by `dice` dice for the day.
    """

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
