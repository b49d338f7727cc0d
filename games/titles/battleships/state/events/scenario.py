"""9, 10.6, 10.9, 11: events of the beginning, of flagships, and of the end."""

from games.kernel.events import ALL_FIELDS, Event


class Opened(Event, frozen=True, tag="opened"):
    """11.0 The battle began: the number of turns, and the side that goes first in the first turn."""

    scenario: str
    turns: int
    first: str


class MinesLaid(Event, frozen=True, tag="mines_laid"):
    """10.6 A side laid this number of mines. Only that side learns the hexes."""

    side: str
    count: int
    hexes: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("hexes",) if seat == self.side else ()


class FlagNamed(Event, frozen=True, tag="flag_named"):
    """10.9 A side named its flagship. Only that side learns which ship it is."""

    side: str
    ship: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("ship",) if seat == self.side else ()


class Disheartened(Event, frozen=True, tag="disheartened"):
    """10.9a, 10.12b All crews of a side are a grade worse now, because of its flagship.

    `sunk`: True if the flagship sank, False if it lost its bridge.
    """

    side: str
    ship: str
    sunk: bool

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,) if seat != self.side else ()


class Decided(Event, frozen=True, tag="decided"):
    """11.13 The battle ended. `winner`: the side that won; "" for a draw. `sixths`: the points of each side, in sixths.

    `reason` is ``sunk``, ``left``, ``all_left_whole``, ``bombarded``, ``points``, ``margin``, ``otherwise`` or
    ``equal``. `ship`: the ship that decided the battle; "" if none.
    """

    winner: str
    reason: str
    sixths: dict[str, int]
    ship: str = ""
