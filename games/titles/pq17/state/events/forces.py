"""1.2, 1.3 The event of blocks that split, combine or disappear. Only their owner reads the ids of the forces."""

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Side


class BlocksChanged(Event, frozen=True, tag="blocks_changed"):
    """1.2.3, 1.2.4, 1.3 The number of a side's blocks in one place changed from `before` to `now`. Everybody reads it.

    Only the owner reads the ids, which show the cause: a split, a new dummy, a combination, or removed dummies.
    """

    side: Side
    at: str
    """The hex of the place."""
    before: int
    now: int
    port: str = ""
    """The port in the hex; "" for the blocks at sea there."""
    force: str = ""
    """The id of the new force."""
    left: str = ""
    """The id of the force from which the new force was split."""
    gone: tuple[str, ...] = ()
    """The ids of the forces that no longer exist."""
    faces: tuple[int, ...] = ()
    """The ID levels of the blocks that appeared or were turned face up."""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


Events = BlocksChanged
