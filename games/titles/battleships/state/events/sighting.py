"""4, 10.2, 10.10: events of the turn, of sight, star shells, aircraft and command."""

from games.kernel.events import ALL_FIELDS, Event


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """3.2 A turn began. `inferior`: the side that goes first in it."""

    turn: int
    inferior: str


class Sighted(Event, frozen=True, tag="sighted"):
    """4.1 The sighting distance of the turn was rolled: the scenario's base, the dice, and the distance in hexes.

    `squall`: True if the second die was subtracted from the base (11.8).
    """

    base: int
    dice: tuple[int, ...]
    distance: int
    squall: bool = False


class ChitsDrawn(Event, frozen=True, tag="chits_drawn"):
    """10.10 A side drew command chits with figures.

    The chits name all hexes whose numbers end in one of these figures.
    """

    side: str
    chits: tuple[str, ...]


class Astray(Event, frozen=True, tag="astray"):
    """10.10a Ships of a side lost command this turn. Only that side learns this."""

    side: str
    ships: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,) if seat == self.side else ()


class Spotting(Event, frozen=True, tag="spotting"):
    """10.2 The die for a side's aircraft. `up`: True if they fly, which is the case on an even die."""

    side: str
    die: int
    up: bool


class Lit(Event, frozen=True, tag="lit"):
    """4.3 A ship fired a star shell over a hex."""

    ship: str
    at: str
