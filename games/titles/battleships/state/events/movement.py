"""7, 9.2, 9.3, 10.6, 10.9: events of movement."""

from games.kernel.events import ALL_FIELDS, Event


class Moved(Event, frozen=True, tag="moved"):
    """7.1 A ship moved: its start, the hexes entered, the points spent (its speed now) and its heading."""

    ship: str
    origin: str
    way: tuple[str, ...]
    speed: int
    heading: str
    turns: int = 0


class Departed(Event, frozen=True, tag="departed"):
    """9.2, 10.10b A ship left the map by an edge.

    `full`: it scores its full value for its owner. `lost`: it had lost command and is out of the battle.
    """

    ship: str
    edge: str
    full: bool = False
    lost: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,) if self.lost else ()


class Shifted(Event, frozen=True, tag="shifted"):
    """9.3b The open map shifted: every hex number grew by this many columns and rows, which may be negative."""

    columns: int
    rows: int


class MineStruck(Event, frozen=True, tag="mine_struck"):
    """10.6 A ship struck a mine in a hex: the combat roll and its result."""

    ship: str
    at: str
    combat: tuple[int, ...]
    result: str = "-"
    saved: int = 0

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class FlagShifted(Event, frozen=True, tag="flag_shifted"):
    """10.9b The flag passed to another ship. Only its side learns this."""

    side: str
    ship: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,) if seat == self.side else ()
