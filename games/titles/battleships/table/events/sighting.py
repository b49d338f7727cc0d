"""4, 10.2, 10.10: what is told of the turn, of sight, star shells, aircraft and command."""

from games.kernel.events import WHOLE, Event


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """3.2 A turn begins; this side is inferior, and goes first."""

    turn: int
    inferior: str


class Sighted(Event, frozen=True, tag="sighted"):
    """4.1 The sighting distance: the scenario's base, the dice, and what they make. `squall`: the second die counts
    against the base (11.8).
    """

    base: int
    dice: tuple[int, ...]
    distance: int
    squall: bool = False


class ChitsDrawn(Event, frozen=True, tag="chits_drawn"):
    """10.10 The figures that a side has drawn."""

    side: str
    chits: tuple[str, ...]


class Astray(Event, frozen=True, tag="astray"):
    """10.10a The ships of a side that have lost command this turn; the side alone is told."""

    side: str
    ships: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,) if seat == self.side else ()


class Spotting(Event, frozen=True, tag="spotting"):
    """10.2 The die for a side's aircraft; even, and they are up."""

    side: str
    die: int
    up: bool


class Lit(Event, frozen=True, tag="lit"):
    """4.3 A ship has fired a star shell over a hex."""

    ship: str
    at: str
