"""4.0–12.0 The day: turns, alert, points, damage."""

from games.kernel.events import Event


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """4.0 A day, out of so many."""

    turn: int
    days: int
    alert: int
    vp: int


class AlertChanged(Event, frozen=True, tag="alert_changed"):
    """5.1 The alert level, and why it changed."""

    before: int
    after: int
    why: str


class Scored(Event, frozen=True, tag="scored"):
    """17.1 Points won or lost, why, for which counter or ship, and how many there are now."""

    points: int
    vp: int
    why: str
    what: str = ""


class Damaged(Event, frozen=True, tag="damaged"):
    """6.3 A track of a German ship went down to `left`; the cargo that was lost with her boxes (8.4)."""

    ship: str
    track: str
    by: int
    left: int
    cargo: tuple[str, ...] = ()


class ShipSunk(Event, frozen=True, tag="ship_sunk"):
    """6.3 A German ship is lost."""

    ship: str
    space: str


Events = TurnBegan | AlertChanged | Scored | Damaged | ShipSunk
