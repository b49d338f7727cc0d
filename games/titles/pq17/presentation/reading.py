"""Data that the text and the picture of the board derive from a view, such as enemy blocks with their reports."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Force, Report
from games.titles.pq17.visibility.view import BlockSeen, View

CLASS_ORDER = ("bb", "bc", "cv", "cve", "ca", "cb", "cl", "claa", "cm", "dd", "tb", "es", "ss", "ax", "mx")


class Contact(Struct, frozen=True):
    """The enemy blocks that share one block number, with the reports on that number.

    `id`: the contact name. `reports`: the newest first.
    """

    id: str
    block: BlockSeen
    reports: tuple[Report, ...] = ()

    @property
    def newest(self) -> Report | None:
        """Return the newest report, or None."""
        return self.reports[0] if self.reports else None


def contacts(view: View) -> tuple[Contact, ...]:
    """Return the enemy's blocks with the reports on them.

    For a spectator or umpire, return the blocks of both sides; the ids of the contacts then contain the side.
    """
    both = len({block.side for block in view.blocks}) > 1
    return tuple(
        Contact(
            f"{block.side}_{block.block}" if both else f"contact_{block.block}",
            block,
            tuple(reversed([one for one in view.reports if one.block == block.block and one.to != block.side])),
        )
        for block in view.blocks
    )


def informative_reports(reports: Sequence[Report]) -> tuple[Report, ...]:
    """6.2.1 Return the newest report of each ID level, newest first.

    Reports that reveal nothing are left out: they have neither an ID level above 0 nor the kind of the block.
    """
    levels: set[int | None] = set()
    found = []
    for one in reports:
        if one.level not in levels and (one.level or one.kind):
            levels.add(one.level)
            found.append(one)
    return tuple(found)


def strength_by_class(box: Box, counters: Iterable[Counter]) -> list[tuple[str, int]]:
    """1.4 Return the contents of a force, by class: the number of named ships, or the strength of a class."""
    held: dict[str, int] = {}
    for one in counters:
        ship = box.ships[one.ship]
        held[ship.type] = held.get(ship.type, 0) + (1 if ship.is_single else one.strength)
    return [(kind, held[kind]) for kind in CLASS_ORDER if kind in held]


def enemy_of(side: str) -> Side:
    """Return the other side."""
    return "axis" if side == "allied" else "allied"


def spoken_force(view: View, name: str) -> Force | None:
    """Return the seat's own force with the id `name`, or None."""
    return next((one for one in view.forces if one.id == name), None)
