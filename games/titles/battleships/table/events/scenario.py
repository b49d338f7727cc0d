"""9, 10.6, 10.9, 11: what is told of the beginning, of flagships, and of the end."""

from games.kernel.events import WHOLE, Event


class Opened(Event, frozen=True, tag="opened"):
    """11.0 The battle begins: how many turns, who is inferior first."""

    scenario: str
    turns: int
    first: str


class MinesLaid(Event, frozen=True, tag="mines_laid"):
    """10.6 A side has laid so many mines; that side alone hears where."""

    side: str
    count: int
    hexes: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("hexes",) if seat == self.side else ()


class FlagNamed(Event, frozen=True, tag="flag_named"):
    """10.9 A side has named its flagship; that side alone hears which."""

    side: str
    ship: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("ship",) if seat == self.side else ()


class Disheartened(Event, frozen=True, tag="disheartened"):
    """10.9a, 10.12b The flagship is sunk, or her bridge hit: the side's crews are a grade worse for the rest."""

    side: str
    ship: str
    sunk: bool

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,) if seat != self.side else ()


class Decided(Event, frozen=True, tag="decided"):
    """11.13 The battle is over: who has won (nobody: a draw), by what, and the points of each side in sixths.

    `reason` is ``sunk``, ``left``, ``all_left_whole``, ``bombarded``, ``points``, ``margin``, ``otherwise`` or
    ``equal``.
    """

    winner: str
    reason: str
    sixths: dict[str, int]
    ship: str = ""
