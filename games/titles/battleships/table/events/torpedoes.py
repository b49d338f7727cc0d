"""6: what is told of torpedoes."""

from games.kernel.events import Event


class Unsealed(Event, frozen=True, tag="unsealed"):
    """6.1 Both sides' torpedo markers are shown together: the ships that launch, and the target of each."""

    ships: tuple[str, ...]
    targets: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("ships", "targets")


class Launched(Event, frozen=True, tag="launched"):
    """6.1 A ship has launched at a target; the hexes that the torpedoes cross."""

    ship: str
    target: str
    distance: int
    odds: str
    way: tuple[str, ...]


class Ran(Event, frozen=True, tag="ran"):
    """6.2a A ship on the line is tested: at or under `number` she is struck. `crew`: what the crew changes (10.3)."""

    ship: str
    against: str
    distance: int
    speed: int
    number: int
    dice: tuple[int, int]
    struck: bool
    crew: int = 0


class TorpedoHit(Event, frozen=True, tag="torpedo_hit"):
    """6.1 The combat roll of a hit: at which odds, whether from ahead or astern (6.2d), and the result."""

    ship: str
    against: str
    odds: str
    combat: tuple[int, ...]
    modifier: int = 0
    result: str = "-"
    saved: int = 0
