"""8: events of damage control."""

from games.kernel.events import ALL_FIELDS, Event


class Mended(Event, frozen=True, tag="mended"):
    """8.1 An attempt to repair a step of ``guns`` or ``hull``.

    The die, whether it succeeded, and the number of steps repaired so far. It shows which kind the owner has put first.
    """

    ship: str
    kind: str
    die: int
    success: bool
    mended: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)
