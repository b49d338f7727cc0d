"""6: events of torpedoes."""

from games.kernel.events import Event


class Unsealed(Event, frozen=True, tag="unsealed"):
    """6.1 Both sides' torpedo orders were revealed together: the ships that launch, and their targets in this order."""

    ships: tuple[str, ...]
    targets: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("ships", "targets")


class Launched(Event, frozen=True, tag="launched"):
    """6.1 A ship launched torpedoes at a target. `way`: the hexes that the torpedoes cross."""

    ship: str
    target: str
    distance: int
    odds: str
    way: tuple[str, ...]


class Ran(Event, frozen=True, tag="ran"):
    """6.2a Two dice were rolled for a torpedo against a ship on its line."""

    ship: str
    """The ship that launched the torpedo."""
    against: str
    """The ship that it may hit."""
    distance: int
    """The distance in hexes."""
    speed: int
    """The speed of the ship that it may hit."""
    number: int
    """The highest total of the dice that hits, including `crew`."""
    dice: tuple[int, int]
    struck: bool
    """True if the torpedo hits."""
    crew: int = 0
    """The modifier of the launcher's crew (10.3)."""


class TorpedoHit(Event, frozen=True, tag="torpedo_hit"):
    """6.1 The combat roll of a torpedo hit."""

    ship: str
    """The ship that launched the torpedo."""
    against: str
    """The ship that was hit."""
    odds: str
    """The column of the combat results table."""
    combat: tuple[int, ...]
    """The two dice."""
    modifier: int = 0
    """The modifier for a hit from ahead or astern (6.2d)."""
    result: str = "-"
    """The result, such as "1W"."""
    saved: int = 0
    """A battleship's die against sinking; 0 if none was rolled."""
