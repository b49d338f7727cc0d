"""6: events of torpedoes."""

from games.kernel.events import Event


class Unsealed(Event, frozen=True, tag="unsealed"):
    """6.1 Both sides' torpedo orders were revealed together: the target of each ship that launches."""

    ships: tuple[str, ...]
    targets: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("ships", "targets")


class Launched(Event, frozen=True, tag="launched"):
    """6.1 A ship launched torpedoes at a target. `way` lists the hexes that they cross."""

    ship: str
    target: str
    distance: int
    odds: str
    way: tuple[str, ...]


class Ran(Event, frozen=True, tag="ran"):
    """6.2a The torpedo roll for a ship on the line: a total of `number` or less hits it.

    `crew` is the crew's modifier (10.3).
    """

    ship: str
    against: str
    distance: int
    speed: int
    number: int
    dice: tuple[int, int]
    struck: bool
    crew: int = 0


class TorpedoHit(Event, frozen=True, tag="torpedo_hit"):
    """6.1 The combat roll of a torpedo hit: its odds, whether it came from ahead or astern (6.2d), and the result."""

    ship: str
    against: str
    odds: str
    combat: tuple[int, ...]
    modifier: int = 0
    result: str = "-"
    saved: int = 0
