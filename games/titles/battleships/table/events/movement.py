"""7, 9.2, 9.3, 10.6, 10.9: what is told of movement."""

from games.kernel.events import WHOLE, Event


class Moved(Event, frozen=True, tag="moved"):
    """7.1 A ship has moved: where from, the hexes entered, the points spent (her speed now) and her heading."""

    ship: str
    origin: str
    way: tuple[str, ...]
    speed: int
    heading: str
    turns: int = 0


class Departed(Event, frozen=True, tag="departed"):
    """9.2, 10.10b A ship has left the map by an edge; `full`: she counts in full for her owner;
    `lost`: without command she is out of the battle."""

    ship: str
    edge: str
    full: bool = False
    lost: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,) if self.lost else ()


class Shifted(Event, frozen=True, tag="shifted"):
    """9.3b The open map is laid anew: every hex number is this many columns and rows greater (or smaller)."""

    columns: int
    rows: int


class MineStruck(Event, frozen=True, tag="mine_struck"):
    """10.6 A ship has run into mines at a hex; the combat roll and its result."""

    ship: str
    at: str
    combat: tuple[int, ...]
    result: str = "-"
    saved: int = 0

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class FlagShifted(Event, frozen=True, tag="flag_shifted"):
    """10.9b The flag has passed to another ship; its side alone is told."""

    side: str
    ship: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,) if seat == self.side else ()
