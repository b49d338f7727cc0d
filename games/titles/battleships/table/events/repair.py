"""8: what is told of damage control."""

from games.kernel.events import WHOLE, Event


class Mended(Event, frozen=True, tag="mended"):
    """8.1 A try to mend a step of ``guns`` or ``hull``: the die, whether it succeeded, and the steps mended so far. It
    shows which kind her owner has put first.
    """

    ship: str
    kind: str
    die: int
    success: bool
    mended: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)
