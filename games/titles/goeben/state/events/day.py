"""4.0–12.0 The day: turns, alert, points, damage."""

from games.kernel.events import Event


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """4.0 A day began: its number and the number of days."""

    turn: int
    days: int
    alert: int
    vp: int


class AlertChanged(Event, frozen=True, tag="alert_changed"):
    """5.1 The alert level changed, and why. Distant captains learn the level only (25.2)."""

    before: int
    after: int
    why: str = ""


class Scored(Event, frozen=True, tag="scored"):
    """17.1 Points won or lost, with the new total, the reason, and the counter or ship.

    Distant captains learn the points only (25.2).
    """

    points: int
    vp: int
    why: str = ""
    what: str = ""


class Damaged(Event, frozen=True, tag="damaged"):
    """6.3 A track of a German ship fell to `left`. `cargo`: the cargo lost with its hull boxes (8.4)."""

    ship: str
    track: str
    by: int
    left: int
    cargo: tuple[str, ...] = ()


class ShipSunk(Event, frozen=True, tag="ship_sunk"):
    """6.3 A German ship sank. Distant captains do not learn where (25.2)."""

    ship: str
    space: str = ""


class Consulted(Event, frozen=True, tag="consulted"):
    """25.2 A captain has a decision to make. The other captains do not learn which."""

    seat: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("seat",)


class LetterLeft(Event, frozen=True, tag="letter_left"):
    """25.2 A captain left a letter in a port."""

    space: str
    ship: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("space", "ship")


class LetterRead(Event, frozen=True, tag="letter_read"):
    """25.2 The text of another captain's letter, and the day on which it was written."""

    space: str
    seat: str
    turn: int
    text: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("space", "seat", "turn", "text")


class PlansMade(Event, frozen=True, tag="plans_made"):
    """4.1 The outfitting and sailing orders of the ships, in the order of writing."""

    outfitting: tuple[str, ...] = ()
    sailing: tuple[str, ...] = ()


class StoresFound(Event, frozen=True, tag="stores_found"):
    """7.1, 7.3, 7.4 The dice for the coal or ammunition that a space offers.

    `source` is the port, a collier or a friendly ship.
    """

    space: str
    what: str
    source: str
    dice: tuple[int, ...]
    points: int


class Coaled(Event, frozen=True, tag="coaled"):
    """7.3 A ship took coal aboard: the amount, and the coal now in its bunkers."""

    ship: str
    by: int
    coal: int


class Rearmed(Event, frozen=True, tag="rearmed"):
    """7.1 A ship took ammunition and torpedoes aboard: the amounts, and the stocks afterwards."""

    ship: str
    by: int
    torpedoes_by: int
    ammunition: int
    torpedoes: int


class RepairRolled(Event, frozen=True, tag="repair_rolled"):
    """10.1 The repair dice for a track, the number of boxes repaired, and the new value of the track."""

    ship: str
    track: str
    dice: tuple[int, ...]
    repaired: int
    value: int


class CargoTaken(Event, frozen=True, tag="cargo_taken"):
    """8.5 A ship bought cargo in a naval base."""

    ship: str
    cargo: tuple[str, ...]


class CargoLeft(Event, frozen=True, tag="cargo_left"):
    """8.3 A ship put cargo overboard or ashore."""

    ship: str
    cargo: tuple[str, ...]


class CargoHanded(Event, frozen=True, tag="cargo_handed"):
    """8.6 A ship handed cargo over to another ship."""

    ship: str
    to: str
    cargo: tuple[str, ...]


class CollierGone(Event, frozen=True, tag="collier_gone"):
    """7.4, 7.5 A collier left the map, and why."""

    space: str
    why: str


class IntelligenceTried(Event, frozen=True, tag="intelligence_tried"):
    """11.1 An intelligence attempt: the intelligence value of the ship, the die and the result."""

    ship: str
    value: int
    die: int
    finding: str


class AttemptForestalled(Event, frozen=True, tag="attempt_forestalled"):
    """11.1 A ship did not attempt intelligence as ordered, because another ship made the one attempt of the day."""

    ship: str


class CountersShown(Event, frozen=True, tag="counters_shown"):
    """11.2, 21.2 Counters and coastal defences in a space were turned up; `how`: by intelligence or by a seaplane."""

    space: str
    counters: tuple[str, ...]
    forts: tuple[str, ...] = ()
    how: str = "intelligence"

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("counters", "forts")


class Scouted(Event, frozen=True, tag="scouted"):
    """21.2 A ship's seaplane looked at a space: the die, and whether the seaplane was lost."""

    ship: str
    space: str
    die: int
    lost: bool = False


class SlippedAway(Event, frozen=True, tag="slipped_away"):
    """11.2.1 Counters that intelligence had found went back into the pool."""

    space: str
    counters: tuple[str, ...]


class Sailed(Event, frozen=True, tag="sailed"):
    """12.0 A ship sailed through these spaces: its speed and the coal left.

    Seats that it left behind learn only that it sailed (25.2).
    """

    ship: str
    start: str
    route: tuple[str, ...]
    speed: str
    coal: int = 0


class BreakdownRolled(Event, frozen=True, tag="breakdown_rolled"):
    """12.3 A ship used emergency speed: the die for a breakdown."""

    ship: str
    die: int
    broken: bool


class Impeded(Event, frozen=True, tag="impeded"):
    """12.0 A ship could not sail as ordered, and stays."""

    ship: str
    to: str


class PortVisited(Event, frozen=True, tag="port_visited"):
    """9.1 A neutral port is closed to German ships from now on."""

    space: str


class PortAbandoned(Event, frozen=True, tag="port_abandoned"):
    """9.2 A captured port was given up, and the landing party of that ship is lost."""

    space: str
    ship: str


class MinesLaid(Event, frozen=True, tag="mines_laid"):
    """23.0 A ship laid mines in a space."""

    ship: str
    space: str


class SortieEnded(Event, frozen=True, tag="sortie_ended"):
    """13.chart/French Navy Sortie The French fleet went home."""

    spaces: tuple[str, ...]


Events = (
    TurnBegan
    | AlertChanged
    | Scored
    | Damaged
    | ShipSunk
    | Consulted
    | LetterLeft
    | LetterRead
    | PlansMade
    | StoresFound
    | Coaled
    | Rearmed
    | RepairRolled
    | CargoTaken
    | CargoLeft
    | CargoHanded
    | CollierGone
    | IntelligenceTried
    | AttemptForestalled
    | CountersShown
    | Scouted
    | SlippedAway
    | Sailed
    | BreakdownRolled
    | Impeded
    | PortVisited
    | PortAbandoned
    | MinesLaid
    | SortieEnded
)
