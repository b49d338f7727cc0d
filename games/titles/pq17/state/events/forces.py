"""1.2, 1.3 Blocks that split and combine, as both sides see it; only their owner reads the forces."""

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Side


class BlocksChanged(Event, frozen=True, tag="blocks_changed"):
    """1.2.3, 1.2.4, 1.3 The number of a side's blocks in one place changed from `before` to `now`.

    The place is a port, or the sea of a hex. `faces`: the ID levels of the blocks that appeared or were turned face up,
    which all seats see. Only the owner reads the cause (a split, a new dummy, a combination, or removed dummies), which
    the other fields show. `force`: the new force. `left`: the force from which it was split. `gone`: the forces that no
    longer exist.
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
