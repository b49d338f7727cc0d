"""4.0–12.0 The events of the day: orders, alert, points, damage, outfitting, intelligence and movement.

In the mode "captains" (25.2), captains out of touch receive some of these events with empty fields.
"""

from games.kernel.events import Event


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """4.0 A day began: its number (`turn`), the days of the mission, the alert level and the victory points."""

    turn: int
    days: int
    alert: int
    vp: int


class AlertChanged(Event, frozen=True, tag="alert_changed"):
    """5.1 The alert level changed, or stayed at a limit if `before` equals `after`. `why`: the key of the reason.

    Captains out of touch learn only the level (25.2), so `why` is "".
    """

    before: int
    after: int
    why: str = ""


class Scored(Event, frozen=True, tag="scored"):
    """17.1 Points were won or (negative) lost. `vp`: the new total. `why`: the key of the reason.

    `what`: the counter, ship or space that brought the points. Captains out of touch learn only the points (25.2), so
    `why` and `what` are "".
    """

    points: int
    vp: int
    why: str = ""
    what: str = ""


class Damaged(Event, frozen=True, tag="damaged"):
    """6.3 A track of a German ship fell by `by` boxes to `left`. `cargo`: the cargo lost with hull boxes (8.4)."""

    ship: str
    track: str
    by: int
    left: int
    cargo: tuple[str, ...] = ()


class ShipSunk(Event, frozen=True, tag="ship_sunk"):
    """6.3 A German ship sank. Captains out of touch do not learn where (25.2)."""

    ship: str
    space: str = ""


class Consulted(Event, frozen=True, tag="consulted"):
    """25.2 A captain must make a decision. The other captains do not learn which decision."""

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
    """25.2 A captain read a letter: its author (`seat`), its text, and the day on which it was written."""

    space: str
    seat: str
    turn: int
    text: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("space", "seat", "turn", "text")


class PlansMade(Event, frozen=True, tag="plans_made"):
    """4.1 The players have given their orders: the ships that outfit and the ships that sail, in the order written."""

    outfitting: tuple[str, ...] = ()
    sailing: tuple[str, ...] = ()


class StoresFound(Event, frozen=True, tag="stores_found"):
    """7.1, 7.3, 7.4 Dice were rolled for the coal or ammunition that ships can take in a space.

    `what`: "coal" or "ammunition". `source`: the port, a collier or a friendly ship. `points`: the amount.
    """

    space: str
    what: str
    source: str
    dice: tuple[int, ...]
    points: int


class Coaled(Event, frozen=True, tag="coaled"):
    """7.3 A ship took coal: the amount (`by`), and the total that the ship now has (`coal`)."""

    ship: str
    by: int
    coal: int


class Rearmed(Event, frozen=True, tag="rearmed"):
    """7.1 A ship took ammunition and torpedoes: the amounts (`by`, `torpedoes_by`), and the totals that it now has."""

    ship: str
    by: int
    torpedoes_by: int
    ammunition: int
    torpedoes: int


class RepairRolled(Event, frozen=True, tag="repair_rolled"):
    """10.1 A ship rolled dice for the repair of a track. `repaired`: the number of boxes.

    `value`: the track's new value.
    """

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
    """8.6 A ship gave cargo to the ship `to`."""

    ship: str
    to: str
    cargo: tuple[str, ...]


class CollierGone(Event, frozen=True, tag="collier_gone"):
    """7.4, 7.5 A collier left the map. `why`: the key of the reason, such as "spent"."""

    space: str
    why: str


class IntelligenceTried(Event, frozen=True, tag="intelligence_tried"):
    """11.1 A ship attempted intelligence. `value`: its intelligence value. `finding`: the result on the chart."""

    ship: str
    value: int
    die: int
    finding: str


class AttemptForestalled(Event, frozen=True, tag="attempt_forestalled"):
    """11.1 A ship made no attempt at intelligence, because another ship made the only attempt of the day."""

    ship: str


class CountersShown(Event, frozen=True, tag="counters_shown"):
    """11.2, 21.2 Counters and coastal defences in a space were turned up.

    `how`: "intelligence", or "scouted" by a seaplane.
    """

    space: str
    counters: tuple[str, ...]
    forts: tuple[str, ...] = ()
    how: str = "intelligence"

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("counters", "forts")


class Scouted(Event, frozen=True, tag="scouted"):
    """21.2 A ship's seaplane scouted a space, with this die. `lost`: True if the seaplane was lost."""

    ship: str
    space: str
    die: int
    lost: bool = False


class SlippedAway(Event, frozen=True, tag="slipped_away"):
    """11.2.1 Counters that intelligence had found went back into the incident pool."""

    space: str
    counters: tuple[str, ...]


class Sailed(Event, frozen=True, tag="sailed"):
    """12.0 A ship sailed from the space `start` through the spaces of `route`, the goal last.

    `speed`: "cruise", "maximum" or "emergency". `coal`: the coal that it has left. Seats that no longer see the ship
    learn only that it sailed, and whence (25.2).
    """

    ship: str
    start: str
    route: tuple[str, ...]
    speed: str
    coal: int = 0


class BreakdownRolled(Event, frozen=True, tag="breakdown_rolled"):
    """12.3 A ship used emergency speed and rolled a die. `broken`: True if an engine broke down."""

    ship: str
    die: int
    broken: bool


class Impeded(Event, frozen=True, tag="impeded"):
    """12.0 A ship could not sail to the space `to` as ordered, and stays."""

    ship: str
    to: str


class PortVisited(Event, frozen=True, tag="port_visited"):
    """9.1 German ships have visited a neutral port, which is closed to them from now on."""

    space: str


class PortAbandoned(Event, frozen=True, tag="port_abandoned"):
    """9.2 A captured port was given up; the marines of the ship are lost."""

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
