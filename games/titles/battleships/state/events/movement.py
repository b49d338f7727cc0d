"""7, 9.2, 9.3, 10.6, 10.9: events of movement."""

from games.kernel.events import ALL_FIELDS, Event


class Moved(Event, frozen=True, tag="moved"):
    """7.1 A ship moved."""

    ship: str
    origin: str
    """Its first hex."""
    way: tuple[str, ...]
    """The hexes that it entered."""
    speed: int
    """The movement points that it spent."""
    heading: str
    """Its heading after the move, A to F."""
    turns: int = 0
    """The number of turns that it made."""


class Departed(Event, frozen=True, tag="departed"):
    """9.2, 10.10b A ship left the map by an edge.

    `full`: True if the ship scores its full value for its owner. `lost`: True if it had lost command and is out of the
    battle.
    """

    ship: str
    edge: str
    full: bool = False
    lost: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,) if self.lost else ()


class Shifted(Event, frozen=True, tag="shifted"):
    """9.3b The open map shifted.

    These numbers, which may be negative, were added to the column and row of every hex.
    """

    columns: int
    rows: int


class MineStruck(Event, frozen=True, tag="mine_struck"):
    """10.6 A ship struck a mine in a hex (`at`). `combat`: the two dice.

    `result`: such as "1W". `saved`: as in Fired.
    """

    ship: str
    at: str
    combat: tuple[int, ...]
    result: str = "-"
    saved: int = 0

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class FlagShifted(Event, frozen=True, tag="flag_shifted"):
    """10.9b The flag passed to another ship. Only the ship's side learns this."""

    side: str
    ship: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,) if seat == self.side else ()
