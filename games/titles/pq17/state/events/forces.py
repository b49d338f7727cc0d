"""1.2, 1.3 Blocks that split and combine, as both sides see it; only their owner reads the forces."""

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Side


class BlocksChanged(Event, frozen=True, tag="blocks_changed"):
    """1.2.3, 1.2.4, 1.3 In a place, a port or the sea of a hex, a side had that many blocks and has that many `now`.

    All see the IDs of those that appeared or went face up (`faces`). Only the owner reads whether a force split or a
    dummy was placed, and whether forces combined or dummies were removed: the new `force`, the one that it left, and
    those that are gone.
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
        return () if seat == self.side else (ALL_FIELDS,)


Events = BlocksChanged
