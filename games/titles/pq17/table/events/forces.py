"""1.2, 1.3 Blocks that come apart and together, as both sides see it; their owner alone reads which forces they are."""

from games.kernel.events import WHOLE, Event
from games.titles.pq17.box.pieces import Side


class BlocksChanged(Event, frozen=True, tag="blocks_changed"):
    """1.2.3, 1.2.4, 1.3 In a place, a port or the sea of a hex, a side had so many blocks and has so many `now`.

    All see the IDs of those that came or went face up (`faces`). Whether a force parted or a dummy was
    put there, whether forces combined or dummies went, only their owner reads: the new `force`, the one that it left,
    and those that are gone.
    """

    side: Side
    at: str
    before: int
    now: int
    port: str = ""
    force: str = ""
    left: str = ""
    gone: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (WHOLE,)


Events = BlocksChanged
