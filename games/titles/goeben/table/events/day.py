"""4.0–12.0 The day: turns, alert, points, damage."""

from games.kernel.events import Event


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """4.0 A day, out of so many."""

    turn: int
    days: int
    alert: int
    vp: int


class AlertChanged(Event, frozen=True, tag="alert_changed"):
    """5.1 The alert level, and why it changed; captains far off hear the level alone (25.2)."""

    before: int
    after: int
    why: str = ""


class Scored(Event, frozen=True, tag="scored"):
    """17.1 Points won or lost, how many there are now, why, and for which counter or ship; captains far off hear the
    points alone (25.2).
    """

    points: int
    vp: int
    why: str = ""
    what: str = ""


class Damaged(Event, frozen=True, tag="damaged"):
    """6.3 A track of a German ship went down to `left`; the cargo that was lost with her boxes (8.4)."""

    ship: str
    track: str
    by: int
    left: int
    cargo: tuple[str, ...] = ()


class ShipSunk(Event, frozen=True, tag="ship_sunk"):
    """6.3 A German ship is lost; where, captains far off do not hear (25.2)."""

    ship: str
    space: str = ""


class Consulted(Event, frozen=True, tag="consulted"):
    """25.2 A captain has something to decide; the others do not know what."""

    seat: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("seat",)


class LetterLeft(Event, frozen=True, tag="letter_left"):
    """25.2 A captain has left a letter in port."""

    space: str
    ship: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("space", "ship")


class LetterRead(Event, frozen=True, tag="letter_read"):
    """25.2 What another captain wrote, and on which day."""

    space: str
    seat: str
    turn: int
    text: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("space", "seat", "turn", "text")


class PlansMade(Event, frozen=True, tag="plans_made"):
    """4.1 What the ships are to do, in the order of writing: who outfits, and who sails."""

    outfitting: tuple[str, ...] = ()
    sailing: tuple[str, ...] = ()


class StoresFound(Event, frozen=True, tag="stores_found"):
    """7.1, 7.3, 7.4 Dice for coal or ammunition in a space; `source` is the port, a collier or a friendly ship."""

    space: str
    what: str
    source: str
    dice: tuple[int, ...]
    points: int


class Coaled(Event, frozen=True, tag="coaled"):
    """7.3 Coal taken aboard, and what is now in the bunkers."""

    ship: str
    by: int
    coal: int


class Rearmed(Event, frozen=True, tag="rearmed"):
    """7.1 Ammunition and torpedoes taken aboard, and what there is now."""

    ship: str
    by: int
    torpedoes_by: int
    ammunition: int
    torpedoes: int


class RepairRolled(Event, frozen=True, tag="repair_rolled"):
    """10.1 The dice allotted to a track, the boxes repaired, and where the track stands."""

    ship: str
    track: str
    dice: tuple[int, ...]
    repaired: int
    value: int


class CargoTaken(Event, frozen=True, tag="cargo_taken"):
    """8.5 Cargo bought in a naval base."""

    ship: str
    cargo: tuple[str, ...]


class CargoLeft(Event, frozen=True, tag="cargo_left"):
    """8.3 Cargo put overboard or ashore."""

    ship: str
    cargo: tuple[str, ...]


class CargoHanded(Event, frozen=True, tag="cargo_handed"):
    """8.6 Cargo handed over."""

    ship: str
    to: str
    cargo: tuple[str, ...]


class CollierGone(Event, frozen=True, tag="collier_gone"):
    """7.4, 7.5 A collier leaves the map, and why."""

    space: str
    why: str


class IntelligenceTried(Event, frozen=True, tag="intelligence_tried"):
    """11.1 An attempt: the value of the ship, the die and what it found."""

    ship: str
    value: int
    die: int
    finding: str


class CountersShown(Event, frozen=True, tag="counters_shown"):
    """11.2, 21.2 Counters in a space turned up, and coastal defences; how."""

    space: str
    counters: tuple[str, ...]
    forts: tuple[str, ...] = ()
    how: str = "intelligence"

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("counters", "forts")


class Scouted(Event, frozen=True, tag="scouted"):
    """21.2 The seaplane of a ship has looked at a space: the die, and whether she was lost."""

    ship: str
    space: str
    die: int
    lost: bool = False


class SlippedAway(Event, frozen=True, tag="slipped_away"):
    """11.2.1 Counters found by intelligence go back into the pool."""

    space: str
    counters: tuple[str, ...]


class Sailed(Event, frozen=True, tag="sailed"):
    """12.0 A ship sails through these spaces, at which speed, for how much coal; whom she leaves behind hears no more
    than that (25.2).
    """

    ship: str
    start: str
    route: tuple[str, ...]
    speed: str
    coal: int = 0


class BreakdownRolled(Event, frozen=True, tag="breakdown_rolled"):
    """12.3 The die after emergency speed."""

    ship: str
    die: int
    broken: bool


class Impeded(Event, frozen=True, tag="impeded"):
    """12.0 A ship cannot go as ordered, and stays."""

    ship: str
    to: str


class PortVisited(Event, frozen=True, tag="port_visited"):
    """9.1 A neutral port is closed to German ships from now on."""

    space: str


class PortAbandoned(Event, frozen=True, tag="port_abandoned"):
    """9.2 A captured port is given up, and the landing party of that ship is lost."""

    space: str
    ship: str


class MinesLaid(Event, frozen=True, tag="mines_laid"):
    """23.0 Mines in a space."""

    ship: str
    space: str


class SortieEnded(Event, frozen=True, tag="sortie_ended"):
    """13.chart/French Navy Sortie The French fleet has gone home."""

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
