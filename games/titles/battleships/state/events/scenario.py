"""9, 10.6, 10.9, 11: events of the beginning, of flagships, and of the end."""

from games.kernel.events import ALL_FIELDS, Event


class Opened(Event, frozen=True, tag="opened"):
    """11.0 The battle began: the number of turns, and the side that is inferior first."""

    scenario: str
    turns: int
    first: str


class MinesLaid(Event, frozen=True, tag="mines_laid"):
    """10.6 A side laid this number of mines. Only that side learns where."""

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
    """10.9a, 10.12b A side lost its flagship or its bridge: its crews are a grade worse for the whole battle."""

    side: str
    ship: str
    sunk: bool

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,) if seat != self.side else ()


class Decided(Event, frozen=True, tag="decided"):
    """11.13 The battle ended: the winner ("": a draw), the reason, and the points of each side in sixths.

    `reason` is ``sunk``, ``left``, ``all_left_whole``, ``bombarded``, ``points``, ``margin``, ``otherwise`` or
    ``equal``.
    """

    winner: str
    reason: str
    sixths: dict[str, int]
    ship: str = ""
