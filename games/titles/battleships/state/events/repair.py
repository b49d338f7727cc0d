"""8: events of damage control."""

from games.kernel.events import ALL_FIELDS, Event


class Mended(Event, frozen=True, tag="mended"):
    """8.1 A ship's attempt to repair a damage step of ``guns`` or ``hull``: the die and its success.

    `mended` is the number of steps that the ship has repaired so far. The event discloses the kind of damage that the
    ship repairs first by its owner's order.
    """

    ship: str
    kind: str
    die: int
    success: bool
    mended: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)
